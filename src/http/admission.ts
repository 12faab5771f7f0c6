import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { endUnavailable } from './site/unavailable.ts';

/** Requests to one host, and to all, that may be in progress at a time. */
const AT_WORK_PER_HOST = 256;
const AT_WORK_IN_ALL = 1_024;

/**
 * Admission limit of the public entrance (docs/decisions/admission.md). A request that could not be served soon is refused before any work is done for it, so that the
 * refusal is cheap and fast.
 */
export class Admission {
  readonly #pages = new ConcurrencyLimit(AT_WORK_PER_HOST, AT_WORK_IN_ALL);
  /** A picture that is not made yet is waited for longer than a page: these are counted apart, so that they keep no page out. */
  readonly #files = new ConcurrencyLimit(AT_WORK_PER_HOST, AT_WORK_IN_ALL);
  /** Number of refused requests since the start. */
  refused = 0;

  /** Number of requests in progress. */
  get size(): number {
    return this.#pages.size + this.#files.size;
  }

  /** @returns false when the request has been answered here, with a 503 page */
  admit(host: string, { method, url }: IncomingMessage, response: ServerResponse): boolean {
    // Only GET and HEAD count: how long a body takes to arrive depends on the visitor's line.
    if (method !== 'GET' && method !== 'HEAD') return true;
    const atWork = url?.startsWith('/medias/') ? this.#files : this.#pages;
    if (!atWork.admitShare(host)) {
      this.refused++;
      endUnavailable(response);
      return false;
    }
    let isOver = false;
    const leave = () => {
      if (!isOver) atWork.leave(host);
      isOver = true;
    };
    // A request counts until its answer is handed to the system, or is sent as it is read: a visitor who reads slowly blocks nobody.
    response.once('pipe', leave);
    response.once('prefinish', leave);
    response.once('close', leave);
    return true;
  }
}
