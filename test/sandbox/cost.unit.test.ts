import { expect, it } from 'vitest';
import { costOf } from '../../sandbox/web-process/render-job.ts';

it.each([
  ['the processor time that is told', 12, 20, 12],
  ['of a first page, of which none is told, the time at the worker', 0, 20, 20],
  ['no more than its worker had it', 3_000, 20, 30],
  ['nor what is no number', Number.NaN, Number.NaN, 30],
  ['nor less than nothing', 0, -5, 30],
])('the cost of a task is %s', (_case, cpuMs, tookMs, cost) => {
  expect(costOf({ began: 100, rendered: 100, ready: 100 + tookMs, cpuMs }, 30)).toBe(cost);
});
