import { fingerprintOf } from '../../text/fingerprint.ts';
import { outside } from '../outside.ts';
import type { Fate, PlannedFile } from './plan.ts';

/** An empty or missing file is read again after this time, milliseconds: editors empty or remove a file for a moment to save it. */
export const HOLD_MS = 500;

export const EMPTY = fingerprintOf('');

/** Files of a folder that are empty or missing: each counts as such when it still is after a while. */
export class Absences {
  /** The state of each file: empty, or null for missing. */
  readonly #believed = new Map<string, string | null>();

  /**
   * Waits where a file is empty or missing that was neither at the last call.
   * @param fates the files of the plan that count
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
