/** What the filters of the language do. */
import { FILTERS as FACTS, type FilterFacts, type FilterRuns } from '../language/filters.ts';
import { colourFilters } from './colour.ts';
import { dateFilters } from './date.ts';
import { defaultFilters } from './default.ts';
import { encodingFilters } from './encoding.ts';
import { fontFilters } from './font.ts';
import { htmlFilters } from './html.ts';
import { jsonFilters } from './json.ts';
import { listFilters } from './list.ts';
import { mathFilters } from './math.ts';
import { textFilters } from './text.ts';

const RUNS: FilterRuns = {
  ...colourFilters,
  ...dateFilters,
  ...defaultFilters,
  ...encodingFilters,
  ...fontFilters,
  ...htmlFilters,
  ...jsonFilters,
  ...listFilters,
  ...mathFilters,
  ...textFilters,
};

/** One filter: its facts, and what it does. */
export interface Filter extends FilterFacts {
  readonly run: (...values: never[]) => unknown;
}

export const FILTERS: ReadonlyMap<string, Filter> = new Map(
  [...FACTS].map(([name, facts]) => [name, { ...facts, run: RUNS[name] }]),
);
