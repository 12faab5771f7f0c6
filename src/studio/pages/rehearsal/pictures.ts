import type { RenderedPage } from '../../../contract/previews.ts';
import { type Api, ApiRefusal } from '../../api/client.ts';
import { PREVIEWING } from '../../api/refusals.ts';
import { frameDocument } from '../../preview/frame-document.ts';
import { troubleIn, WAITS } from '../../preview/reasons.ts';
import { ThemeAssets } from './assets.ts';
import { element } from './elements.ts';

/** Width at which a page is laid out, pixels; the style sheet gives the frame that width. */
const LAID_OUT = 1_280;
/** A service that was too busy is asked again after this time, milliseconds. */
const BUSY_MS = 1_000;

/** Shows a page with both themes, side by side: in frames of opaque origin without scripts and without links that work. */
export class PagePictures {
  readonly #api: Api;
  readonly #themes: { readonly published: string | null; readonly draft: string };
  readonly #nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  readonly #assets = new Map<string, ThemeAssets>();
  /** One picture after the other: an account may have four previews in progress, and a person may open many pages. */
  #queue: Promise<void> = Promise.resolve();

  constructor(api: Api, themes: { readonly published: string | null; readonly draft: string }) {
    this.#api = api;
    this.#themes = themes;
  }

  /** The pictures of a page; they come when they are there. */
  of(adresse: string, hasPublished: boolean): HTMLElement {
    const { published, draft } = this.#themes;
    const both = [
      ...(hasPublished && published ? [this.#picture(published, adresse, 'Avec le thème publié')] : []),
      this.#picture(draft, adresse, 'Avec ce brouillon'),
    ];
    return element('div', { className: 'pictures' }, ...both);
  }

  #picture(themeId: string, adresse: string, caption: string): HTMLElement {
    const words = element('p', {}, 'Le rendu arrive…');
    const shot = element('div', { className: 'shot' }, words);
    this.#queue = this.#queue.then(async () => {
      if (!shot.isConnected) return;
      try {
        let page = await this.#render(themeId, adresse);
        while (page === 'busy') {
          words.textContent = WAITS;
          await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
          if (!shot.isConnected) return;
          page = await this.#render(themeId, adresse);
        }
        if (page.html === null) words.textContent = troubleIn(page) ?? '';
        else shot.replaceChildren(frameOf(await this.#still(themeId, page, page.html), `${caption} : ${adresse}`));
        scaleToPlace(shot);
      } catch (error) {
        words.textContent = error instanceof Error ? error.message : 'Ce rendu n’est pas venu.';
      }
    });
    return element('figure', {}, element('figcaption', {}, caption), shot);
  }

  async #render(themeId: string, adresse: string): Promise<RenderedPage | 'busy'> {
    try {
      const body = { adresse, nonce: this.#nonce };
      const page = await this.#api.send<RenderedPage>(`/api/themes/${themeId}/apercu`, {
        act: PREVIEWING,
        method: 'POST',
        body,
      });
      return page.raison === 'occupe' ? 'busy' : page;
    } catch (error) {
      if (error instanceof ApiRefusal && error.isMomentary) return 'busy';
      throw error;
    }
  }

  /** The document of a frame in which nothing can be clicked. */
  async #still(themeId: string, { ressources, incidents }: RenderedPage, html: string): Promise<string> {
    const assets = this.#assets.get(themeId) ?? new ThemeAssets(this.#api, themeId);
    this.#assets.set(themeId, assets);
    const written = await frameDocument(html, {
      resources: ressources,
      assetText: await assets.textsFor(html, ressources),
      font: (address) => assets.font(address),
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

function frameOf(srcdoc: string, title: string): HTMLIFrameElement {
  const frame = element('iframe', { title, referrerPolicy: 'no-referrer' });
  frame.setAttribute('sandbox', '');
  frame.srcdoc = srcdoc;
  return frame;
}

/** Scales the page to its place, and again when that has another width. */
function scaleToPlace(shot: HTMLElement): void {
  const scale = () => {
    const frame = shot.querySelector('iframe');
    if (frame) frame.style.transform = `scale(${shot.clientWidth / LAID_OUT})`;
  };
  scale();
  new ResizeObserver(scale).observe(shot);
}
