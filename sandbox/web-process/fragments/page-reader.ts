import type { Answer, RenderedPage, RenderTask } from '../../messages/protocol.ts';
import type { FragmentStore } from './fragment-store.ts';
import { type PageBody, textBody } from './page-body.ts';
import type { PageFragments } from './page-fragments.ts';

/** A rendered page, put together. */
export type WholePage = Omit<RenderedPage, 'body' | 'pieces'> & { readonly body: PageBody };

/**
 * Puts the page of one attempt together, out of what workers answer. The reader holds the fragments under whose id the page is asked for until the
 * page is there.
 */
export class PageReader {
  readonly #store: FragmentStore;
  #fragments: PageFragments | null;
  #body: PageBody | null = null;

  /** @param fragments null for a page that is wanted as text */
  constructor(store: FragmentStore, fragments: PageFragments | null) {
    this.#store = store;
    this.#fragments = fragments;
  }

  /** The task with the id of the fragments, or without one where the page is wanted as text. */
  asking({ fragments: _, ...task }: RenderTask): RenderTask {
    return this.#fragments ? { ...task, fragments: this.#fragments.id } : task;
  }

  /** Reads an answer in the moment in which it comes: the next answer of its worker may name fragments that this one brings. */
  readonly heard = (answer: Answer, connection: number): void => {
    if (answer.outcome !== 'page') return;
    if (answer.pieces === undefined) this.#body = textBody(answer.body);
    else this.#body = this.#fragments?.read(connection, answer) ?? null;
  };

  /** The page that was heard last; null where it could not be put together. */
  page({ body: _, pieces: __, ...page }: RenderedPage): WholePage | null {
    return this.#body && { ...page, body: this.#body };
  }

  /** Asks for the page as text from now on. @returns false where the page was wanted as text before */
  giveUpFragments(): boolean {
    if (!this.#fragments) return false;
    this.#store.noteLost(this.#fragments);
    this.#fragments = null;
    return true;
  }
}
