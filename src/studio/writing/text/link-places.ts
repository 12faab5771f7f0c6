/** Pages, articles and files of a site that a link may lead to, found by words. */
import { isRecord } from '../../../../engine/json/values.ts';
import { Api, ApiRefusal, reached, Unreachable } from '../../api/client.ts';
import type { LibraryFile, LibrarySite } from '../../library/props.ts';
import { stateIn } from '../../live/page-state.ts';
import type { ContentsProps } from '../../pages/contents/props.ts';

export interface LinkPlace {
  readonly kind: 'Page' | 'Article' | 'Fichier';
  readonly title: string;
  readonly address: string;
}

/** Most places of a kind that are shown. */
const SHOWN = 8;

export class LinkPlaces {
  readonly #site: LibrarySite;
  readonly #api: Api;

  constructor(site: LibrarySite) {
    this.#site = site;
    this.#api = new Api(site.id);
  }

  /** @param words empty for the texts that were changed last @throws ApiRefusal, Unreachable; AbortError */
  async find(words: string, signal: AbortSignal): Promise<readonly LinkPlace[]> {
    const parts = await Promise.all([
      this.#findTexts('pages', words, signal),
      this.#findTexts('articles', words, signal),
      this.#findFiles(words, signal),
    ]);
    return parts.flat();
  }

  /** Asks the list of texts, which reads no more of them than it shows. */
  async #findTexts(genre: 'pages' | 'articles', q: string, signal: AbortSignal): Promise<readonly LinkPlace[]> {
    const query = new URLSearchParams({ genre, q });
    const answer = await reached(fetch(`${this.#site.path}/contenu?${query}`, { cache: 'no-store', signal }));
    // The page leads to the login page where the session has ended.
    if (answer.redirected) throw new ApiRefusal(401, { error: 'unauthorized' });
    const state = answer.ok ? stateIn(await reached(answer.text())) : undefined;
    if (!isRecord(state) || !isRecord(state.props)) throw new Unreachable();
    const { texts } = state.props as unknown as ContentsProps;
    const kind = genre === 'pages' ? 'Page' : 'Article';
    return texts.slice(0, SHOWN).map(({ title, address }) => ({ kind, title, address }));
  }

  async #findFiles(q: string, signal: AbortSignal): Promise<readonly LinkPlace[]> {
    if (q === '') return [];
    const { medias } = await this.#api.send<{ medias: readonly LibraryFile[] }>('/api/medias', {
      query: { q },
      signal,
    });
    return medias.slice(0, SHOWN).map(({ nom, src }) => ({ kind: 'Fichier', title: nom, address: src }));
  }
}
