import { describe, expect, it } from 'vitest';
import { ATTEMPTS, QUEUE_NAMES, QUEUES, type QueueName, rolesFor, slotsOf } from '../../sandbox/web-process/roles.ts';

/** Work in which theme code runs. */
const RUNS_THEMES: ReadonlySet<QueueName> = new Set(['fast', 'slow', 'idle']);

describe.each([1, 2, 8])('the roles for %s workers', (workers) => {
  const roles = rolesFor(workers);
  const serving = (queue: QueueName) => roles.filter(({ queues }) => queues.includes(queue));

  it('compile what others load where no theme ever runs', () => {
    const compiling = serving('compile');
    expect(compiling).toHaveLength(1);
    expect(compiling.flatMap(({ queues }) => queues).filter((queue) => RUNS_THEMES.has(queue))).toEqual([]);
  });

  it('serve every queue, the quick pages by two processes, so that one may die', () => {
    for (const queue of QUEUE_NAMES) expect(serving(queue).length).toBeGreaterThan(0);
    expect(serving('fast').map(({ name }) => name)).toEqual(['fast-0', 'fast-1']);
    expect(serving('fast').flatMap(({ queues }) => queues)).toHaveLength(Math.max(2, workers));
  });

  it('leave a worker to others where one theme may loop', () => {
    for (const queue of ['slow', 'idle'] as const) {
      expect(serving(queue).flatMap(({ queues }) => queues)).toEqual([queue, queue]);
    }
  });

  it('never have all processors where a page may take long, and none but idle ones where a version failed', () => {
    const policies = Object.fromEntries(roles.map(({ name, cpuPolicy }) => [name, cpuPolicy]));
    const free = { onlyIdle: false, isConfined: false };
    expect(policies).toEqual({
      'fast-0': free,
      'fast-1': free,
      compile: free,
      slow: { onlyIdle: false, isConfined: true },
      'idle-0': { onlyIdle: true, isConfined: true },
      'idle-1': { onlyIdle: true, isConfined: true },
    });
  });

  it('are at rest where only strangers’ code needs them', () => {
    expect(roles.filter(({ isOnDemand }) => isOnDemand).map(({ name }) => name)).toEqual(['slow', 'idle-0', 'idle-1']);
  });

  it('leave no doubt of who ended a process where a version runs that failed', () => {
    for (const { queues } of serving('idle')) expect(queues).toHaveLength(1);
  });

  it('name each worker once', () => {
    const slots = roles.flatMap(slotsOf);
    expect(new Set(slots.map(({ name }) => name)).size).toBe(roles.flatMap(({ queues }) => queues).length);
    for (const { role, worker, queue } of slots) {
      expect(roles.find(({ name }) => name === role)?.queues[worker]).toBe(queue);
    }
  });
});

it('without workers nothing is rendered or compiled: files are checked, and once more on idle processors', () => {
  const roles = rolesFor(0);
  expect(roles.filter(({ isOnDemand }) => !isOnDemand).map(({ queues }) => queues)).toEqual([['check']]);
  expect(new Set(roles.flatMap(({ queues }) => queues))).toEqual(new Set(['check', 'idle']));
});

it('the less is known of a theme, the more its pages give way', () => {
  const niceness = (level: keyof typeof ATTEMPTS) => QUEUES[ATTEMPTS[level].queue].niceness;
  expect(niceness('quick')).toBeLessThan(niceness('unproven'));
  expect(niceness('unproven')).toBe(niceness('heavy'));
  expect(niceness('heavy')).toBeLessThan(niceness('suspect'));
});
