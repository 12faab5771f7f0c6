/** Pages, articles and files of a site that a link may lead to, found by words. */
import type { z } from 'zod';
import type { FoundTexts } from '../../../contract/texts.ts';
import { Api } from '../../api/client.ts';
import type { LibraryFile } from '../../library/props.ts';

export interface LinkPlace {
  readonly kind: 'Page' | 'Article' | 'Fichier';
  readonly title: string;
  readonly address: string;
}

/** Most files that are shown. */
const FILES_SHOWN = 8;

export class LinkPlaces {
  readonly #api: Api;

  constructor({ id }: { readonly id: string }) {
    this.#api = new Api(id);
  }

  /** @param words empty for the texts that were changed last @throws ApiRefusal, Unreachable; AbortError */
  async find(words: string, signal: AbortSignal): Promise<readonly LinkPlace[]> {
    return (await Promise.all([this.#findTexts(words, signal), this.#findFiles(words, signal)])).flat();
  }

  async #findTexts(q: string, signal: AbortSignal): Promise<readonly LinkPlace[]> {
    const { textes } = await this.#api.send<z.output<typeof FoundTexts>>('/api/textes', { query: { q }, signal });
    return textes.map(({ genre, titre, adresse }) => ({
      kind: genre === 'page' ? 'Page' : 'Article',
      title: titre || adresse,
      address: adresse,
    }));
  }

  async #findFiles(q: string, signal: AbortSignal): Promise<readonly LinkPlace[]> {
    if (q === '') return [];
    const { medias } = await this.#api.send<{ medias: readonly LibraryFile[] }>('/api/medias', {
      query: { q },
      signal,
    });
    return medias.slice(0, FILES_SHOWN).map(({ nom, src }) => ({ kind: 'Fichier', title: nom, address: src }));
  }
}
