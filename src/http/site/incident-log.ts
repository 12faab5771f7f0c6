import { LRUCache } from 'lru-cache';
import { atMost } from '../../../concurrency/at-most.ts';
import type { Incident } from '../../../engine/index.ts';

/** Incidents that are remembered; when there are more, some are logged again. */
const REMEMBERED = 10_000;

/** Logs failures of a theme, each place once for a version, because every visit would repeat it. */
export class IncidentLog {
  readonly #told = new LRUCache<string, true>(atMost(REMEMBERED));

  /** @param names site and theme, as the log names them */
  tell(
    log: { warn(details: object, message: string): void },
    names: {
      readonly site?: string;
      readonly host?: string;
      readonly theme: { readonly id: unknown; readonly version: unknown };
    },
    incidents: readonly Incident[],
  ): void {
    const { theme } = names;
    for (const incident of incidents) {
      const key = `${theme.id} ${theme.version} ${incident.chemin}:${incident.ligne}:${incident.colonne}`;
      if (this.#told.has(key)) continue;
      this.#told.set(key, true);
      log.warn({ ...names, incident }, 'a section of a theme failed');
    }
  }
}
