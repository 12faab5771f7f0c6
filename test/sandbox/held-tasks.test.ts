import { describe, expect, it } from 'vitest';
import { HeldTasks } from '../../sandbox/held-tasks.ts';

const task = (id: number) => ({ id });

describe('the tasks that the workers of a process hold', () => {
  it('are known one by one, with the one that each worker is at', () => {
    const held = new HeldTasks<{ id: number }>();
    for (const [worker, id] of [
      [0, 1],
      [1, 2],
      [0, 3],
      [1, 4],
      [3, 5],
    ] as const)
      held.add(worker, task(id), 0);
    expect(held.take(2, 1)).toEqual(task(2));
    expect(held.take(2, 1)).toBeUndefined();
    const atWork = held.all().filter(({ isAtWork }) => isAtWork);
    expect(atWork.map((one) => one.task.id)).toEqual([1, 4, 5]);
    expect(held.size).toBe(4);
  });

  it('tell how long the slowest worker is at its task, not how long others have waited behind it', () => {
    const held = new HeldTasks<{ id: number }>();
    expect(held.longestAtWork(5)).toBe(0);
    held.add(0, task(1), 0);
    held.add(0, task(2), 0);
    held.add(1, task(3), 50);
    expect(held.longestAtWork(100)).toBe(100);
    held.take(1, 90);
    expect(held.longestAtWork(190)).toBe(140);
    held.take(3, 190);
    expect(held.longestAtWork(190)).toBe(100);
  });
});
