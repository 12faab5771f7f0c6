import type { Incident } from '../../../engine/index.ts';
import type { QuarantineReason, RenderOutcome, SiteTally } from '../../../sandbox/index.ts';
import type { Failure } from '../../storage/failures.ts';
import type { Usage } from '../../storage/usage.ts';
import { incidentsOf, verdictOf } from '../verdict.ts';

/** How many failing places of a site are kept until they are written; further places are not recorded. */
const PLACES = 32;
const MESSAGE_UNITS = 300;
const PLACE_UNITS = 120;

type Version = Parameters<SiteTally['noteQuarantine']>[0];
/** A failure of a theme of this site. */
type SiteFailure = Omit<Failure, 'siteId'>;

/** The counts of one site since the last writing. Each page adds to them, so they are plain numbers. */
export class Tally implements SiteTally {
  pages = 0;
  cpuMs = 0;
  bytes = 0;
  /** Whether nothing was added since the last check. */
  isIdle = false;
  readonly noteQuarantine: SiteTally['noteQuarantine'];
  #failures = new Map<string, SiteFailure>();

  /** @param noteQuarantine called when a quarantine of a theme of the site begins */
  constructor(noteQuarantine: (theme: Version, reason: QuarantineReason, forMs: number) => void) {
    this.noteQuarantine = noteQuarantine;
  }

  /** The counts; null when all are zero. */
  get used(): Usage | null {
    const used = { pages: this.pages, ms: Math.round(this.cpuMs), octets: this.bytes };
    return used.pages + used.ms + used.octets === 0 ? null : used;
  }

  /** Subtracts what was written. What was added meanwhile stays. */
  written({ pages, ms, octets }: Usage): void {
    this.pages -= pages;
    this.cpuMs -= ms;
    this.bytes -= octets;
  }

  /** Notes the files of a theme that failed on a page, or why there was no page. */
  noteFailures({ id: themeId, version }: Version, incidents: readonly Incident[]): void {
    for (const { chemin: place, ligne, colonne, message } of incidents) {
      this.addFailure({ themeId, version, place, line: position(ligne), column: position(colonne), message, count: 1 });
    }
  }

  /** Notes why there was no page. */
  noteNoPage({ id: themeId, version }: Version, outcome: RenderOutcome): void {
    this.noteFailures({ id: themeId, version }, incidentsOf(outcome));
    if (outcome.outcome !== 'limit' && outcome.outcome !== 'crashed') return;
    const place = String(verdictOf(outcome, null).raison);
    this.addFailure({ themeId, version, place, line: null, column: null, message: '', count: 1 });
  }

  addFailure(failure: SiteFailure): void {
    const place = storable(failure.place, PLACE_UNITS);
    const key = `${failure.themeId} ${place}`;
    const known = this.#failures.get(key);
    if (!known && this.#failures.size >= PLACES) return;
    const count = (known?.count ?? 0) + failure.count;
    this.#failures.set(key, { ...failure, place, message: storable(failure.message, MESSAGE_UNITS), count });
  }

  /** Takes the failures out of the tally. */
  takeFailures(): SiteFailure[] {
    if (this.#failures.size === 0) return [];
    const taken = [...this.#failures.values()];
    this.#failures = new Map();
    return taken;
  }
}

/** A text from a process that runs themes, made storable for PostgreSQL (isStorable). */
const storable = (text: string, units: number): string =>
  String(text).slice(0, units).toWellFormed().replaceAll('\0', '\ufffd');

/** A line or a column from such a process. */
const position = (number: number | undefined): number | null =>
  Number.isInteger(number) && Math.abs(Number(number)) < 2 ** 31 ? Number(number) : null;
