/** Places of a site that a link may lead to, found by words. */
import type { z } from 'zod';
import type { FoundTexts } from '../../contract/texts.ts';
import { addressWords } from '../../text/address-words.ts';
import { Api } from '../api/client.ts';
import type { LibraryFile } from '../library/props.ts';

export interface LinkPlace {
  readonly kind: 'Accueil' | 'Page' | 'Blog' | 'Article' | 'Fichier';
  readonly title: string;
  readonly address: string;
  /** Whether visitors see the place at this moment. */
  readonly isSeen: boolean;
}

/** Most files, and most blogs, that are shown. */
const FILES_SHOWN = 8;
const BLOGS_SHOWN = 8;

/** Each site has these, whatever its texts are. */
const HOME: LinkPlace = { kind: 'Accueil', title: 'Page d’accueil', address: '/', isSeen: true };
const BLOG: LinkPlace = { kind: 'Blog', title: 'Tous les articles', address: '/blog', isSeen: true };

interface Blogs {
  readonly blogs: readonly { readonly slug: string; readonly titre: string }[];
}

export class LinkPlaces {
  readonly #api: Api;

  /** @param site the site whose places are looked for */
  constructor(site: { readonly id: string }) {
    this.#api = new Api(site.id);
  }

  /** @param words empty for the texts that were changed last @throws ApiRefusal, Unreachable; AbortError */
  async find(words: string, signal: AbortSignal): Promise<readonly LinkPlace[]> {
    const found = await Promise.all([
      this.#findBlogs(words, signal),
      this.#findTexts(words, signal),
      this.#findFiles(words, signal),
    ]);
    // The home page may have a text of its own.
    const places = new Map(found.flat().map((place) => [place.address, place]));
    return [...places.values()];
  }

  async #findBlogs(words: string, signal: AbortSignal): Promise<readonly LinkPlace[]> {
    const { blogs } = await this.#api.send<Blogs>('/api/blogs', { signal });
    const own = blogs.map(
      ({ slug, titre }): LinkPlace => ({ kind: 'Blog', title: titre, address: `/blog/${slug}`, isSeen: true }),
    );
    const wanted = addressWords(words);
    const isWanted = ({ title, address }: LinkPlace) => {
      const has = addressWords(`${title} ${address}`).join('-');
      return wanted.every((word) => has.includes(word));
    };
    // Words of other letters than addresses have name no blog.
    if (wanted.length === 0 && words.trim() !== '') return [];
    return [HOME, BLOG, ...own].filter(isWanted).slice(0, BLOGS_SHOWN);
  }

  async #findTexts(q: string, signal: AbortSignal): Promise<readonly LinkPlace[]> {
    const { textes } = await this.#api.send<z.output<typeof FoundTexts>>('/api/textes', { query: { q }, signal });
    return textes.map(({ genre, titre, adresse, visible }) => ({
      kind: adresse === '/' ? 'Accueil' : genre === 'page' ? 'Page' : 'Article',
      title: titre || adresse,
      address: adresse,
      isSeen: visible,
    }));
  }

  async #findFiles(q: string, signal: AbortSignal): Promise<readonly LinkPlace[]> {
    if (q === '') return [];
    const { medias } = await this.#api.send<{ medias: readonly LibraryFile[] }>('/api/medias', {
      query: { q },
      signal,
    });
    return medias
      .slice(0, FILES_SHOWN)
      .map(({ nom, src }) => ({ kind: 'Fichier', title: nom, address: src, isSeen: true }));
  }
}
