import { budget } from '../runtime/budget.ts';
import { abs, atLeast, atMost, ceil, dividedBy, floor, minus, modulo, plus, round, times } from '../runtime/numbers.ts';
import { type Filters, valueFilter } from './filter.ts';

/** Every step of a sum is charged at least one object, so that a loop of them reaches the check of the clock. */
const charged = (run: (value: unknown, operand?: unknown) => unknown, least: number, most = least) =>
  valueFilter(
    (value: unknown, operand: unknown) => {
      budget.spend(1);
      return run(value, operand);
    },
    least,
    most,
  );

export const mathFilters: Filters = {
  abs: charged(abs, 0),
  at_least: charged(atLeast, 1),
  at_most: charged(atMost, 1),
  ceil: charged(ceil, 0),
  divided_by: charged(dividedBy, 1),
  floor: charged(floor, 0),
  minus: charged(minus, 1),
  modulo: charged(modulo, 1),
  plus: charged(plus, 1),
  round: charged(round, 0, 1),
  times: charged(times, 1),
};
