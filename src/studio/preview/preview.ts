import type { RenderedPage } from '../../contract/previews.ts';
import type { Api } from '../api/client.ts';
import { PREVIEWING } from '../api/refusals.ts';
import { frameDocument } from './frame-document.ts';
import { HostFonts } from './host-fonts.ts';
import { type PageMessage, readFrameMessage } from './messages.ts';
import type { WritePictures } from './write-pictures.ts';

export interface PreviewOptions {
  /** The frame is put into it and fills it. */
  readonly host: HTMLElement;
  readonly api: Pick<Api, 'send'>;
  readonly themeId: string;
  readonly nonce: string;
  /** Writes the pictures of the site's library into a page. */
  readonly pictures: WritePictures;
  /** The text of a file of the theme, unsaved changes included. */
  readonly textOf: (path: string) => string | undefined;
  /** A link of the page was followed. */
  readonly onNavigate: (adresse: string) => void;
  /** A part of the page was clicked: the section that made it. */
  readonly onSection: (section: { readonly type: string; readonly cle: string }) => void;
}

/** What is to be shown: a page of the site with unsaved texts in place of the stored ones. */
interface Shown {
  /** Path and query: `/contact?demande=merci`. */
  readonly adresse: string;
  /** The other fields of the request. */
  readonly request: object;
}

/** A frame that has not reported to be ready is shown after this time, milliseconds: its theme may have an endless script. */
const READY_MS = 2_000;

/** The person counts as typing for so long after a key, and after the page that shows it, milliseconds: meanwhile a theme cannot take the focus. */
const TYPING_MS = 3_000;
/** The person counts as typing for so much longer while the page that shows it does not come, milliseconds. */
const COMING_MS = 30_000;
/** How long a message of the frame takes to arrive at most, milliseconds. */
const TOLD_MS = 50;

/**
 * The preview of a theme: a frame of opaque origin (`sandbox` without `allow-same-origin`), filled by `srcdoc`. Each page gets a new frame,
 * which replaces the old one when it is ready: so nothing flickers, and no script stays when its page has gone.
 */
export class Preview {
  readonly #options: PreviewOptions;
  /** Scripts of the theme cannot read it. */
  readonly #token = crypto.getRandomValues(new Uint32Array(4)).join('-');
  readonly #fonts = new HostFonts();
  #frame: HTMLIFrameElement | null = null;
  #arriving: HTMLIFrameElement | null = null;
  #becameReady: (() => void) | null = null;
  #asked = new AbortController();
  #shownAddress = '';
  #scroll = 0;
  /** When something was last typed in the page around, by `performance.now`; ahead while the page that shows it is on its way. */
  #typed = Number.NEGATIVE_INFINITY;
  /** What had the focus last. */
  #left: HTMLElement | null = null;

  constructor(options: PreviewOptions) {
    this.#options = options;
    addEventListener('message', this.#hear);
    // Captured: the field's own listener may ask at once for the page that shows what was typed.
    addEventListener('input', this.#noteTyping, true);
    addEventListener('keydown', this.#noteKey, true);
    addEventListener('focusout', this.#keepFocus);
  }

  /**
   * Renders and shows; a newer call takes the place of one that is under way.
   * @returns what the platform answered, once it is on the screen; null when a newer call came first
   * @throws ApiRefusal, Unreachable
   */
  async show({ adresse, request }: Shown): Promise<RenderedPage | null> {
    this.#asked.abort();
    const asked = new AbortController();
    this.#asked = asked;
    this.#typed += COMING_MS;
    const { api, themeId, nonce, pictures, textOf } = this.#options;
    try {
      const page = await api.send<RenderedPage>(`/api/themes/${themeId}/apercu`, {
        act: PREVIEWING,
        method: 'POST',
        body: { adresse, nonce, ...request },
        signal: asked.signal,
      });
      if (page.html !== null) {
        const srcdoc = await frameDocument(page.html, {
          resources: page.ressources,
          assetText: (name) => textOf(`assets/${name}`),
          font: (address) => this.#fonts.read(address),
          pictures,
          nonce,
          token: this.#token,
          incidents: page.incidents,
        });
        if (asked.signal.aborted) return null;
        if (adresse !== this.#shownAddress) this.#scroll = 0;
        await this.#put(srcdoc);
        if (!asked.signal.aborted) this.#shownAddress = adresse;
      }
      return asked.signal.aborted ? null : page;
    } catch (error) {
      if (asked.signal.aborted) return null;
      throw error;
    }
  }

  /** Brings a section of the shown page into view. */
  reveal(cle: string): void {
    this.#tell(this.#frame, { vitrine: 'montrer', cle });
  }

  close(): void {
    this.#asked.abort();
    removeEventListener('message', this.#hear);
    removeEventListener('input', this.#noteTyping, true);
    removeEventListener('keydown', this.#noteKey, true);
    removeEventListener('focusout', this.#keepFocus);
    this.#frame?.remove();
    this.#arriving?.remove();
  }

  async #put(srcdoc: string): Promise<void> {
    this.#arriving?.remove();
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.referrerPolicy = 'no-referrer';
    frame.className = 'preview-frame arriving';
    frame.tabIndex = -1;
    frame.srcdoc = srcdoc;
    this.#arriving = frame;
    const ready = new Promise<void>((resolve) => {
      this.#becameReady = resolve;
      setTimeout(resolve, READY_MS);
    });
    this.#options.host.append(frame);
    await ready;
    if (this.#arriving !== frame) return;
    this.#tell(frame, { vitrine: 'defiler', y: this.#scroll });
    // A frame that goes takes the focus along, and the next frame could keep it: the field has the focus back first.
    this.#giveBack();
    this.#frame?.remove();
    this.#frame = frame;
    this.#arriving = null;
    frame.title = 'Aperçu';
    frame.tabIndex = 0;
    frame.classList.remove('arriving');
  }

  #tell(frame: HTMLIFrameElement | null, message: PageMessage): void {
    // Its origin is opaque: no narrower target can be named.
    frame?.contentWindow?.postMessage(message, '*');
  }

  readonly #hear = ({ source, data }: MessageEvent): void => {
    if (source === null) return;
    const message = readFrameMessage(data, this.#token);
    if (message?.vitrine === 'pret') {
      // The page that shows what was typed is there: the person counts as typing from now on.
      if (this.#typed > 0) this.#noteTyping();
      if (source === this.#arriving?.contentWindow) this.#becameReady?.();
    }
    if (!message || source !== this.#frame?.contentWindow) return;
    if (message.vitrine === 'defilement') this.#scroll = message.y;
    else if (message.vitrine === 'appui') this.#typed = Number.NEGATIVE_INFINITY;
    else if (message.vitrine === 'naviguer') this.#options.onNavigate(message.adresse);
    else if (message.vitrine === 'section') this.#options.onSection(message);
  };

  readonly #noteTyping = (): void => {
    this.#typed = performance.now();
  };

  /** A person who leaves a field by Tab may go into the frame. */
  readonly #noteKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Tab') this.#typed = Number.NEGATIVE_INFINITY;
  };

  readonly #keepFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    this.#left = target;
    // Until then the bridge has reported a press in the frame, if there was one.
    setTimeout(this.#giveBack, TOLD_MS);
  };

  /** Gives the focus back to the field when the theme has taken it: the theme would get what the person types. */
  readonly #giveBack = (): void => {
    const isTaken = this.#frame !== null && document.activeElement === this.#frame;
    if (isTaken && performance.now() - this.#typed < TYPING_MS) this.#left?.focus({ preventScroll: true });
  };
}
