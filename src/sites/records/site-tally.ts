import type { Incident } from '../../../engine/index.ts';
import type { QuarantineReason, RenderOutcome, SiteTally } from '../../../sandbox/index.ts';
import type { Failure } from '../../storage/failures.ts';
import type { Usage } from '../../storage/usage.ts';
import { incidentsOf, verdictOf } from '../verdict.ts';

/** Places where a site's theme has failed that are kept until they are written; further ones are not told. */
const PLACES = 32;
const MESSAGE_UNITS = 300;
const PLACE_UNITS = 120;

type Version = Parameters<SiteTally['noteQuarantine']>[0];
/** A failure of this site's. */
type SiteFailure = Omit<Failure, 'siteId'>;

/** What is counted of one site until it is written: each page adds to it, so it is nothing but numbers. */
export class Tally implements SiteTally {
  pages = 0;
  cpuMs = 0;
  bytes = 0;
  /** Whether nothing has come since it was looked at last. */
  isIdle = false;
  readonly noteQuarantine: SiteTally['noteQuarantine'];
  #failures = new Map<string, SiteFailure>();

  /** @param noteQuarantine called when a theme of the site comes to quarantine */
  constructor(noteQuarantine: (theme: Version, reason: QuarantineReason, forMs: number) => void) {
    this.noteQuarantine = noteQuarantine;
  }

  /** What has come; null when that is nothing. */
  get used(): Usage | null {
    const used = { pages: this.pages, ms: Math.round(this.cpuMs), octets: this.bytes };
    return used.pages + used.ms + used.octets === 0 ? null : used;
  }

  /** Takes off what was written. What has come meanwhile stays. */
  written({ pages, ms, octets }: Usage): void {
    this.pages -= pages;
    this.cpuMs -= ms;
    this.bytes -= octets;
  }

  /** Notes files of a theme that failed on a page, or why there was none. */
  noteFailures({ id: themeId, version }: Version, incidents: readonly Incident[]): void {
    for (const { chemin: place, ligne, colonne, message } of incidents) {
      this.addFailure({ themeId, version, place, line: position(ligne), column: position(colonne), message, count: 1 });
    }
  }

  /** The same of a page that there was not. */
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

  /** The failures, which are not here any more then. */
  takeFailures(): SiteFailure[] {
    if (this.#failures.size === 0) return [];
    const taken = [...this.#failures.values()];
    this.#failures = new Map();
    return taken;
  }
}

/** A theme's text, as PostgreSQL takes it (isStorable). It has come from a process that themes run in. */
const storable = (text: string, units: number): string =>
  String(text).slice(0, units).toWellFormed().replaceAll('\0', '\ufffd');

/** The same of a line or a column. */
const position = (number: number | undefined): number | null =>
  Number.isInteger(number) && Math.abs(Number(number)) < 2 ** 31 ? Number(number) : null;
