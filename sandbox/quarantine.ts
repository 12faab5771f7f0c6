import { LRUCache } from 'lru-cache';
import { REST_MS, STRIKES } from './limits.ts';
import { type Version, versionKey } from './protocol.ts';

/** Theme versions remembered; more hostile ones at once push the oldest out. */
const REMEMBERED = 10_000;

/** Theme versions that went over a limit again and again rest for a while; a new version starts with a clean slate. */
export class Quarantine {
  readonly #strikes = new LRUCache<string, number>({ max: REMEMBERED, ttl: REST_MS });

  isResting(theme: Version): boolean {
    return (this.#strikes.get(versionKey(theme)) ?? 0) >= STRIKES;
  }

  /** Notes that a render of this version took a worker to its limit, or its process down. */
  strike(theme: Version): void {
    this.#strikes.set(versionKey(theme), (this.#strikes.get(versionKey(theme)) ?? 0) + 1);
  }
}
