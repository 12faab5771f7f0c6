import type { PageRequest } from '../../engine/index.ts';
import type { RenderAnswer, Times, Version } from '../messages/protocol.ts';
import type { WholePage } from './fragments/page-reader.ts';
import type { RenderAttempt } from './render-attempt.ts';

/** Why a theme version came to quarantine. */
export type QuarantineReason = 'limits' | 'crashes';

/** Counts what the pages of one site cost, and hears of its themes' quarantines. */
export interface SiteTally {
  /** Processor time of all pages, milliseconds. */
  cpuMs: number;
  noteQuarantine(theme: Version, reason: QuarantineReason, forMs: number): void;
}

/** For whom something is rendered: the site's slug and host, for the log. */
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
  /** Gets what the workers did for this page, in order; left out where nobody asks. */
  readonly attempts?: RenderAttempt[] | undefined;
  /** Left out where the page is for no site. */
  readonly whose?: RenderedFor | undefined;
  /** Whether fragments of the page are kept for the next pages (docs/decisions/fragments.md): for visitors' pages of published themes only. */
  readonly keepsFragments?: true;
}

/**
 * Processor time of a task, milliseconds. Of a theme's first page no processor time is told (render-process/pages.ts): the time at the worker counts.
 * @param ms how long the worker had the task: no more is believed
 */
export function costOf({ began, ready, cpuMs }: Times, ms: number): number {
  const told = cpuMs > 0 ? cpuMs : ready - began;
  return told >= 0 && told < ms ? told : ms;
}

/** The answer of a worker that lacked nothing for the page, with the page put together. */
export type PageAnswer = WholePage | Exclude<RenderAnswer, { outcome: 'page' | 'missing' }>;

/** What comes of a render. */
export type RenderOutcome =
  | PageAnswer
  /** Too many renders wait, or the theme is in quarantine. */
  | { readonly outcome: 'refused'; readonly reason: 'busy' | 'quarantined' }
  /** The render took its process down. */
  | { readonly outcome: 'crashed' };
