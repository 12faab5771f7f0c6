import type { PageRequest } from '../../engine/index.ts';
import type { RenderAnswer, Times, Version } from '../messages/protocol.ts';
import type { RenderAttempt } from './render-attempt.ts';

/** Why a theme version came to quarantine. */
export type QuarantineReason = 'limits' | 'crashes';

/** Takes what the pages of one site cost, and what befalls its themes. */
export interface SiteTally {
  /** Processor time, milliseconds; what a page takes is added. */
  cpuMs: number;
  noteQuarantine(theme: Version, reason: QuarantineReason, forMs: number): void;
}

/** For whom something is rendered: the site's slug and host, as logs name it. */
export interface RenderedFor {
  readonly site: string;
  readonly host: string;
  readonly tally?: SiteTally | undefined;
}

/** The names of a site, for a line of the log. */
export const namesOf = (whose: RenderedFor | undefined): { readonly site?: string; readonly host?: string } =>
  whose ? { site: whose.site, host: whose.host } : {};

/** A page to render: which resident versions it wants, and what the request adds to them. */
export interface RenderJob {
  readonly theme: Version;
  readonly content: Version;
  readonly request: PageRequest;
  /** Takes what the workers did for this page, in order; left out where nobody asks. */
  readonly attempts?: RenderAttempt[] | undefined;
  /** Left out where it is for no site. */
  readonly whose?: RenderedFor | undefined;
}

/**
 * The processor time that a task has taken, milliseconds. Of a first page none is told (pages.ts): it had a thread of its own for so long.
 * @param ms how long its worker had it: what a process tells is not believed beyond that
 */
export function costOf({ began, ready, cpuMs }: Times, ms: number): number {
  const told = cpuMs > 0 ? cpuMs : ready - began;
  return told >= 0 && told < ms ? told : ms;
}

/** What comes of a render. `body` is UTF-8. */
export type RenderOutcome =
  | Exclude<RenderAnswer, { outcome: 'missing' }>
  /** Too many renders wait, or this version is in quarantine. */
  | { readonly outcome: 'refused'; readonly reason: 'busy' | 'quarantined' }
  /** The render took its process down. */
  | { readonly outcome: 'crashed' };
