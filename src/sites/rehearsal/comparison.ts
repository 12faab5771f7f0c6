/** Compares two pages of a rehearsal, in a thread (`workers/workers.ts`). */
import { setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { differenceOf } from './difference.ts';
import { type PageFacts, readPage } from './html.ts';

/** Priority of this thread alone, as Linux counts: visitors' pages come first. */
const NICENESS = 19;
if (!isMainThread) setPriority(NICENESS);

/** Of longer pages, bytes, the report tells only whether they differ. */
const READ_BYTES = 2 * 1024 * 1024;

/** Stands for the theme's id in both pages. */
const THEME = '…';

export interface PageToCompare {
  /** UTF-8. */
  readonly body: Uint8Array;
  /** The id by which the page names its theme. */
  readonly themeId: string;
}

export interface ComparisonTask {
  /** Null where a theme gives no page. */
  readonly before: PageToCompare | null;
  readonly after: PageToCompare | null;
  /** Path and query of the page, and the hosts of its site. */
  readonly adresse: string;
  readonly hosts: readonly string[];
}

export interface Comparison {
  /** Whether visitors would get the same HTML, the id of the theme apart. */
  readonly isSame: boolean;
  /** Null where there is no difference, or none that can be shown. */
  readonly difference: string | null;
  /** Null where there is no page, or it is too long to be read. */
  readonly before: PageFacts | null;
  readonly after: PageFacts | null;
}

export function comparePages({ before, after, adresse, hosts }: ComparisonTask): Comparison {
  const [old, now] = [before && textOf(before), after && textOf(after)];
  const isShort = [before, after].every((page) => (page?.body.length ?? 0) <= READ_BYTES);
  const facts = (html: string | null) =>
    html === null || !isShort ? null : readPage({ html, themeId: THEME, adresse, hosts });
  const isSame = old === now;
  return {
    isSame,
    difference: old !== null && now !== null && !isSame && isShort ? differenceOf(old, now) : null,
    before: facts(old),
    after: facts(now),
  };
}

const textOf = ({ body, themeId }: PageToCompare): string =>
  Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8').replaceAll(themeId, THEME);
