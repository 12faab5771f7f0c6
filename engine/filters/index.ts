/** The filters of the language: those of the reference, and ours (rule 10). */
import { colourFilters } from './colour.ts';
import { dateFilters } from './date.ts';
import { defaultFilters } from './default.ts';
import { encodingFilters } from './encoding.ts';
import type { Filter } from './filter.ts';
import { fontFilters } from './font.ts';
import { htmlFilters } from './html.ts';
import { jsonFilters } from './json.ts';
import { listFilters } from './list.ts';
import { mathFilters } from './math.ts';
import { textFilters } from './text.ts';

export const FILTERS: ReadonlyMap<string, Filter> = new Map(
  Object.entries({
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
  }),
);
