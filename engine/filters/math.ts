import type { FilterRuns } from '../language/filters.ts';
import { budget } from '../runtime/budget.ts';
import { abs, atLeast, atMost, ceil, dividedBy, floor, minus, modulo, plus, round, times } from '../runtime/numbers.ts';

/** Every step of a sum is charged at least one object, so that a loop of them reaches the check of the clock. */
const charged = (run: (value: unknown, operand?: unknown) => unknown) => (value: unknown, operand: unknown) => {
  budget.spend(1);
  return run(value, operand);
};

export const mathFilters = {
  abs: charged(abs),
  at_least: charged(atLeast),
  at_most: charged(atMost),
  ceil: charged(ceil),
  divided_by: charged(dividedBy),
  floor: charged(floor),
  minus: charged(minus),
  modulo: charged(modulo),
  plus: charged(plus),
  round: charged(round),
  times: charged(times),
} satisfies Partial<FilterRuns>;
