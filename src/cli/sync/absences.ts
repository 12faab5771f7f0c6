import { fingerprintOf } from '../../text/fingerprint.ts';
import { outside } from '../outside.ts';
import type { Fate, PlannedFile } from './plan.ts';

/** How long to wait before an emptied or missing file is believed, milliseconds: a save may empty or remove it for a moment. */
export const HOLD_MS = 500;

export const EMPTY = fingerprintOf('');

/** Files of a folder that are empty or gone: each is believed when it still is so after a while. */
export class Absences {
  /** What each is: empty, or null for gone. */
  readonly #believed = new Map<string, string | null>();

  /**
   * Waits where something is empty or gone that was not so the last time.
   * @param fates which files count
   * @returns whether it waited: the folder must be read again
   */
  async doubt(files: readonly PlannedFile[], fates: readonly Fate[], signal: AbortSignal): Promise<boolean> {
    const absent = files.filter(({ local }) => local === null || local === EMPTY);
    const known = new Map(absent.map(({ path, local }) => [path, local]));
    for (const [path, local] of this.#believed) if (known.get(path) !== local) this.#believed.delete(path);
    const doubtful = absent.filter(
      ({ path, fate, local, remote }) =>
        fates.includes(fate) && (local === null || (remote ?? EMPTY) !== EMPTY) && !this.#believed.has(path),
    );
    if (doubtful.length === 0) return false;
    for (const { path, local } of doubtful) this.#believed.set(path, local);
    await outside.sleep(HOLD_MS, undefined, { signal });
    return true;
  }
}
