import { setTimeout as sleep } from 'node:timers/promises';
import { askUntil } from './until.ts';

/** How long the requests that somebody waits for may take, milliseconds. */
const PATIENCE_MS = 90_000;

/** Requests that follow each other until they are told to end. */
export interface Traffic {
  /** Waits until so many more were answered. */
  more(count: number): Promise<void>;
  /** @returns how many ended how: the status, or the error of a request without an answer */
  end(): Promise<ReadonlyMap<string, number>>;
}

/**
 * @param ask one request; `n` counts them
 * @param atATime how many are under way at most
 * @param pauseMs between an answer and the next request; without it the load takes all processors that it can get
 */
export function startTraffic(
  ask: (n: number) => Promise<{ readonly status: number }>,
  atATime: number,
  pauseMs = 0,
): Traffic {
  const endings = new Map<string, number>();
  let isOver = false;
  let [sent, ended] = [0, 0];
  const follow = async () => {
    while (!isOver) {
      const ending = await ask(sent++).then(
        ({ status }) => String(status),
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
      endings.set(ending, (endings.get(ending) ?? 0) + 1);
      ended++;
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const following = Promise.all(Array.from({ length: atATime }, follow));
  return {
    more: async (count) => {
      const wanted = ended + count;
      const answered = async () => ended;
      await askUntil(`${count} more requests are answered`, answered, (number) => number >= wanted, PATIENCE_MS);
    },
    end: async () => {
      isOver = true;
      await following;
      return endings;
    },
  };
}
