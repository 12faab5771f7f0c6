import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

/** The first pause between two looks, milliseconds. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;
/** Each pause is so many times as long as the one before. */
const GROWTH = 1.5;

const TIMED_OUT = Symbol('timed out');

/**
 * Asks again and again until something is so: every wait of the tests is one of these.
 * @param what what is waited for, as the end of "waited until": 'the spare process is there'
 * @param isSo says "not yet" by throwing, as `expect(...)` does, or by answering false or null; everything else, undefined too, is "yes"
 * @param ms when to give up, milliseconds; also ends the wait for an answer that never comes
 * @param longestPauseMs between two looks; 0 is for what lasts a moment only
 * @returns what `isSo` has answered
 * @throws Error that names what was waited for, for how long, and what was seen last
 */
export async function until<T>(
  what: string,
  isSo: () => T | Promise<T>,
  ms = 60_000,
  longestPauseMs = LONGEST_PAUSE_MS,
): Promise<Exclude<T, false | null>> {
  const end = performance.now() + ms;
  const over = new AbortController();
  const timeout = sleep(ms, TIMED_OUT, { signal: over.signal });
  timeout.catch(() => undefined);
  let seen = 'nothing';
  let lookedAt = 0;
  let cause: unknown;
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause *= GROWTH) {
      lookedAt = performance.now();
      try {
        const answer = await Promise.race([isSo(), timeout]);
        if (answer === TIMED_OUT) {
          const lasted = performance.now() - lookedAt;
          // One that began just before the end is not what the time went into.
          if (lasted > LONGEST_PAUSE_MS) seen += `, then a look that did not end in ${Math.round(lasted)} ms`;
          break;
        }
        if (answer !== false && answer !== null) return answer as Exclude<T, false | null>;
        seen = inspect(answer);
        cause = undefined;
      } catch (error) {
        seen = error instanceof Error ? error.message : inspect(error);
        cause = error;
      }
      const left = end - performance.now();
      if (left <= 0) break;
      if (longestPauseMs === 0) await setImmediate();
      else await sleep(Math.min(pause, longestPauseMs, left));
    }
  } finally {
    over.abort();
  }
  throw new Error(`waited ${ms} ms in vain until ${what}; last seen: ${seen}`, { cause });
}

/**
 * Asks one question again and again until its answer is the wanted one; unlike `until`, an error of the question is the end.
 * @param isSo says whether an answer is the wanted one
 * @param ms when to give up, milliseconds
 * @throws what `ask` throws; Error with the last answer
 */
export async function askUntil<T>(
  what: string,
  ask: () => Promise<T>,
  isSo: (answer: T) => boolean,
  ms?: number,
): Promise<T> {
  const look = async () => {
    const [outcome] = await Promise.allSettled([ask()]);
    if (outcome.status === 'fulfilled' && !isSo(outcome.value)) throw new Error(inspect(outcome.value));
    return outcome;
  };
  const outcome = await until(what, look, ms);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
