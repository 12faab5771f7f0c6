import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import { Turns, TurnsTaken } from '../turns.ts';
import { articleLinks } from './article-links.ts';

const THREAD = fileURLToPath(new URL('links-thread.ts', import.meta.url));

/** Contents so long are read at once: at worst a few milliseconds. Longer ones take up to a tenth of a second. */
const SHORT_UNITS = 8_192;
/** Long contents of one site that wait. */
const WAITING_PER_SITE = 64;
/** How long the thread stays when nobody needs it, milliseconds. */
const IDLE_MS = 60_000;
/** Sites whose turns are remembered; one that is forgotten may have two at once. */
const REMEMBERED_SITES = 1_000;

/** Gives the links of articles what rule 13 says: of long ones in a thread of its own, where each site has one turn at a time. */
export class LinkEditor {
  readonly #thread = new Piscina<string, string>({
    filename: THREAD,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    execArgv: [],
  });
  readonly #turns = new LRUCache<string, Turns>({
    max: REMEMBERED_SITES,
    memoMethod: () => new Turns(1, WAITING_PER_SITE),
  });

  /** @throws TurnsTaken when too many long contents of the site wait */
  async edit(siteId: string, content: string): Promise<string> {
    if (content.length <= SHORT_UNITS) return articleLinks(content);
    return this.#turns.memo(siteId).take(() => this.#thread.run(content));
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#thread.destroy();
  }
}

/** Whether an error says that too many long contents of a site wait. */
export const isTooManyLong = (error: unknown): boolean => error instanceof TurnsTaken;
