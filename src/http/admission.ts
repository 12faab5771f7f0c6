import type { IncomingMessage, ServerResponse } from 'node:http';
import { PendingBounds } from '../../sandbox/pending.ts';
import { endUnavailable } from './site/unavailable.ts';

/** Visitors' requests of one host that may be at work at a time. */
const AT_WORK_PER_HOST = 256;
/** Once so many of all hosts are at work, none takes more than its part of them: two that are crowded shut nobody else out. */
const CROWD = 512;
const AT_WORK_IN_ALL = 2 * CROWD;

/**
 * The door of the public entrance: what is more than can be served soon is refused before anything is done for it, so that
 * refusing costs little and nobody waits for it.
 */
export class Admission {
  readonly #atWork = new PendingBounds(AT_WORK_PER_HOST, AT_WORK_IN_ALL);
  /** Requests refused, from the start on. */
  refused = 0;

  /** Requests at work. */
  get size(): number {
    return this.#atWork.size;
  }

  /** @returns false when the request has been answered here, with a 503 page */
  admit(host: string, { method }: IncomingMessage, response: ServerResponse): boolean {
    // The time that a visitor takes to send a body says nothing of what there is to do.
    if (method !== 'GET' && method !== 'HEAD') return true;
    const { size, owners } = this.#atWork;
    const atMost = size < CROWD ? AT_WORK_PER_HOST : Math.ceil(CROWD / owners);
    if (!this.#atWork.admit(host, { atMost })) {
      this.refused++;
      endUnavailable(response);
      return false;
    }
    let isOver = false;
    const leave = () => {
      if (!isOver) this.#atWork.leave(host);
      isOver = true;
    };
    // Once the answer is there, whoever reads it slowly keeps nobody waiting.
    response.once('prefinish', leave);
    response.once('close', leave);
    return true;
  }
}
