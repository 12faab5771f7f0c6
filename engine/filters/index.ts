/** What the filters of the language do. */
import type { FilterRuns } from '../language/filters.ts';
import { colourFilters } from './colour.ts';
import { dateFilters } from './date.ts';
import { defaultFilters } from './default.ts';
import { encodingFilters } from './encoding.ts';
import { fontFilters } from './font.ts';
import { htmlFilters } from './html.ts';
import { imageFilters } from './image.ts';
import { jsonFilters } from './json.ts';
import { listFilters } from './list.ts';
import { mathFilters } from './math.ts';
import { placeholderFilters } from './placeholder.ts';
import { textFilters } from './text.ts';

const RUNS: FilterRuns = {
  ...colourFilters,
  ...dateFilters,
  ...defaultFilters,
  ...encodingFilters,
  ...fontFilters,
  ...htmlFilters,
  ...imageFilters,
  ...jsonFilters,
  ...listFilters,
  ...mathFilters,
  ...placeholderFilters,
  ...textFilters,
};

/** By name; the facts of each stand in the list of the language, which renders do not load. */
export const FILTER_RUNS: ReadonlyMap<string, (...values: never[]) => unknown> = new Map(Object.entries(RUNS));
