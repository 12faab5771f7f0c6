import { RESTART_PAUSE_AT_MOST_MS, RESTART_PAUSE_MS } from '../limits.ts';

/** So many deaths of young processes, one after the other, may be chance. */
const BY_CHANCE = 2;

/** Pauses before the starts of processes while they die young: each twice as long. Times are on the pool's clock, milliseconds. */
export class RestartBackoff {
  #diedYoung = 0;
  #until = 0;

  mayStart(now: number): boolean {
    return now >= this.#until;
  }

  noteDeath(isYoung: boolean, now: number): void {
    this.#diedYoung = isYoung ? this.#diedYoung + 1 : 0;
    const doublings = this.#diedYoung - BY_CHANCE - 1;
    if (doublings >= 0) this.#until = now + Math.min(RESTART_PAUSE_MS * 2 ** doublings, RESTART_PAUSE_AT_MOST_MS);
  }
}
