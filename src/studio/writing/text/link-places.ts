/** Pages, articles and files of a site that a link may lead to, found by words. */
import { Api } from '../../api/client.ts';
import type { LibraryFile, LibrarySite } from '../../library/props.ts';

export interface LinkPlace {
  readonly kind: 'Page' | 'Article' | 'Fichier';
  readonly title: string;
  readonly address: string;
}

interface ListedPage {
  readonly slug: string;
  readonly titre: string;
}

/** Most places of a kind that are shown. */
const SHOWN = 8;

/** Words without accents and capitals, as people type them in a search. */
const plain = (words: string): string => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export class LinkPlaces {
  readonly #api: Api;
  #pages: Promise<readonly ListedPage[]> | null = null;

  constructor({ id }: LibrarySite) {
    this.#api = new Api(id);
  }

  /** @param words empty for the first pages @throws ApiRefusal, Unreachable; AbortError */
  async find(words: string, signal: AbortSignal): Promise<readonly LinkPlace[]> {
    const parts = await Promise.all([
      this.#findPages(words),
      this.#findArticles(words, signal),
      this.#findFiles(words, signal),
    ]);
    return parts.flat();
  }

  /** The list of pages is bounded, and read once. */
  async #findPages(words: string): Promise<readonly LinkPlace[]> {
    this.#pages ??= this.#api.send<{ pages: readonly ListedPage[] }>('/api/pages').then(({ pages }) => pages);
    this.#pages.catch(() => {
      this.#pages = null;
    });
    const wanted = plain(words);
    return (await this.#pages)
      .filter(({ titre, slug }) => plain(`${titre} ${slug}`).includes(wanted))
      .slice(0, SHOWN)
      .map(({ titre, slug }) => ({
        kind: 'Page',
        title: titre || (slug === '' ? 'Accueil' : slug),
        address: `/${slug}`,
      }));
  }

  async #findArticles(_words: string, _signal: AbortSignal): Promise<readonly LinkPlace[]> {
    return [];
  }

  async #findFiles(words: string, signal: AbortSignal): Promise<readonly LinkPlace[]> {
    if (words === '') return [];
    const asked = { query: { q: words }, signal };
    const { medias } = await this.#api.send<{ medias: readonly LibraryFile[] }>('/api/medias', asked);
    return medias.slice(0, SHOWN).map(({ nom, src }) => ({ kind: 'Fichier', title: nom, address: src }));
  }
}
