import { expect, it } from 'vitest';
import { type QueueName, rolesFor } from '../../sandbox/web-process/roles.ts';

/** Work in which theme code runs. */
const RUNS_THEMES: ReadonlySet<QueueName> = new Set(['fast', 'slow', 'idle']);

it.each([1, 2, 8])('what others load is compiled where no theme ever runs (%s workers)', (workers) => {
  const compiling = rolesFor(workers).filter(({ queues }) => queues.includes('compile'));
  expect(compiling).toHaveLength(1);
  expect(compiling.flatMap(({ queues }) => queues).filter((queue) => RUNS_THEMES.has(queue))).toEqual([]);
});
