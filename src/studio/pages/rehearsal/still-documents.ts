import type { RenderedPage } from '../../../contract/previews.ts';
import type { Api } from '../../api/client.ts';
import { frameDocument } from '../../preview/frame-document.ts';
import { LibraryPictures } from '../../preview/library-pictures.ts';
import { ThemeAssets } from './assets.ts';

/** Makes documents of frames in which nothing can be clicked. */
export class StillDocuments {
  readonly #api: Api;
  readonly #nonce: string;
  readonly #pictures: LibraryPictures;
  readonly #assets = new Map<string, ThemeAssets>();

  /** @param nonce of the page around @param path address of the site in the studio */
  constructor(api: Api, nonce: string, path: string) {
    this.#api = api;
    this.#nonce = nonce;
    this.#pictures = new LibraryPictures(path);
  }

  /** @param html of the page */
  async of(themeId: string, { ressources, incidents }: RenderedPage, html: string): Promise<string> {
    const assets = this.#assets.get(themeId) ?? new ThemeAssets(this.#api, themeId);
    this.#assets.set(themeId, assets);
    const written = await frameDocument(html, {
      resources: ressources,
      assetText: await assets.textsFor(html, ressources),
      font: (address) => assets.font(address),
      pictures: (page) => this.#pictures.writeInto(page),
      nonce: this.#nonce,
      token: '',
      incidents,
    });
    const page = new DOMParser().parseFromString(written, 'text/html');
    for (const active of page.querySelectorAll('script, meta[http-equiv=refresh i]')) active.remove();
    page.body.setAttribute('inert', '');
    return `<!DOCTYPE html>${page.documentElement.outerHTML}`;
  }
}
