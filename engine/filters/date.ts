import { formatMoment } from '../dates/format.ts';
import { readMoment } from '../dates/parse.ts';
import type { FilterRuns } from '../language/filters.ts';
import { budget } from '../runtime/budget.ts';
import { text } from '../runtime/text.ts';

/** `date`: a time as `strftime` writes it; a value that is not a time stays unchanged. */
function date(value: unknown, pattern: unknown): unknown {
  const format = text(pattern);
  if (format === '') return value;
  budget.spend(1 + format.length + (typeof value === 'string' ? value.length : 0));
  const moment = readMoment(value, now);
  return moment ? formatMoment(moment, format, charge) : value;
}

const now = () => budget.now();
const charge = (length: number) => budget.spend(length);

export const dateFilters = { date } satisfies Partial<FilterRuns>;
