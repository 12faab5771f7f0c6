import type { Result } from 'lighthouse';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Lighthouse's results for one page. */
export interface Judgement {
  /** Out of 100. */
  readonly scores: Readonly<Record<Category, number>>;
  /** Largest contentful paint and total blocking time in milliseconds, cumulative layout shift. */
  readonly metrics: { readonly lcp: number; readonly cls: number; readonly tbt: number };
  /** The audits that lowered a score, one line each. */
  readonly costs: readonly string[];
}

/** @throws Error when Lighthouse could not audit the page */
export function judgementOf({ audits, categories, runtimeError }: Result): Judgement {
  if (runtimeError) throw new Error(`${runtimeError.code}: ${runtimeError.message}`);
  const scoreOf = (category: Category): number => {
    const score = categories[category]?.score;
    if (typeof score !== 'number') throw new Error(`Lighthouse gave no score for ${category}`);
    return Math.round(100 * score);
  };
  const metricOf = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    metrics: {
      lcp: metricOf('largest-contentful-paint'),
      cls: metricOf('cumulative-layout-shift'),
      tbt: metricOf('total-blocking-time'),
    },
    costs: CATEGORIES.flatMap((category) =>
      (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
        const audit = audits[id];
        const isCostly = weight > 0 && audit?.score !== null && audit !== undefined && audit.score < 1;
        return isCostly ? [`${category}: ${id} ${audit.displayValue ?? ''} ${placesOf(audit)}`.trimEnd()] : [];
      }),
    ),
  };
}

const PLACES = 3;
const PLACE_UNITS = 160;

/** Where an audit found something: the first elements, addresses or sentences. */
function placesOf({ details }: Result['audits'][string]): string {
  const items = details && 'items' in details && Array.isArray(details.items) ? details.items : [];
  return items
    .slice(0, PLACES)
    .map((item) => JSON.stringify(item.node?.snippet ?? item.description ?? item.url ?? item).slice(0, PLACE_UNITS))
    .join(' | ');
}
