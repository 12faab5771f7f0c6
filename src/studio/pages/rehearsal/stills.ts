import type { RenderedPage } from '../../../contract/previews.ts';
import { type Api, ApiRefusal, BUSY_MS } from '../../api/client.ts';
import { PREVIEWING } from '../../api/refusals.ts';
import { troubleIn, WAITS } from '../../preview/reasons.ts';
import type { StillDocuments } from './still-documents.ts';

const nonceOfPage = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

interface Wanted {
  /** Ends when the picture has no place any more. */
  readonly signal: AbortSignal;
  /** Shows a sentence in place of the picture. */
  readonly say: (words: string) => void;
  /** Shows the picture. @param html document of a frame */
  readonly show: (html: string) => void;
}

/** Makes pictures of pages with the themes of a rehearsal. */
export class Stills {
  readonly #api: Api;
  readonly #script: string;
  readonly #path: string;
  #documents: StillDocuments | undefined;
  /** One picture after the other: an account may have four previews in progress, and a person may open many pages. */
  #queue: Promise<void> = Promise.resolve();

  /**
   * @param script address of the script that makes their documents; it is loaded when the first one is wanted
   * @param path address of the site in the studio
   */
  constructor(api: Api, script: string, path: string) {
    this.#api = api;
    this.#script = script;
    this.#path = path;
  }

  take(themeId: string, adresse: string, { signal, say, show }: Wanted): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      try {
        while (!signal.aborted) {
          const page = await this.#render(themeId, adresse);
          if (page !== 'busy') {
            if (page.html === null) say(troubleIn(page) ?? '');
            else show(await (await this.#making()).of(themeId, page, page.html));
            return;
          }
          say(WAITS);
          await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
        }
      } catch (error) {
        say(error instanceof Error ? error.message : 'Ce rendu n’est pas venu.');
      }
    });
    return this.#queue;
  }

  async #render(themeId: string, adresse: string): Promise<RenderedPage | 'busy'> {
    try {
      const body = { adresse, nonce: nonceOfPage() };
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

  async #making(): Promise<StillDocuments> {
    const made: typeof import('./still-documents.ts') = await import(this.#script);
    this.#documents ??= new made.StillDocuments(this.#api, nonceOfPage(), this.#path);
    return this.#documents;
  }
}
