import { describe, expect, it } from 'vitest';
import { type AssignedTask, AssignedTasks } from '../../sandbox/web-process/assigned-tasks.ts';

const task = (id: number, atMostMs = 100) => ({ id, atMostMs, isAtWork: false });

describe('the tasks that the workers of a process hold', () => {
  it('are known one by one, with the one that each worker is at', () => {
    const held = new AssignedTasks<AssignedTask>();
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
    const atWork = held.all(1).filter(({ isAtWork }) => isAtWork);
    expect(atWork.map((one) => one.task.id)).toEqual([1, 4, 5]);
    expect(held.size).toBe(4);
  });

  it('tell how far one is beyond its time, not how long others have waited behind it', () => {
    const held = new AssignedTasks<AssignedTask>();
    expect(held.latest(5)).toBe(Number.NEGATIVE_INFINITY);
    held.add(0, task(1), 0);
    held.add(0, task(2), 0);
    held.add(1, task(3, 30), 50);
    expect(held.latest(90)).toBe(10);
    expect(held.all(90).map(({ isLate }) => isLate)).toEqual([false, false, true]);
    held.take(1, 90);
    expect(held.latest(190)).toBe(110);
    held.take(3, 190);
    expect(held.latest(190)).toBe(0);
  });

  it('count the time of one from when its worker came to it, not from when the worker was last busy', () => {
    const held = new AssignedTasks<AssignedTask>();
    held.add(0, task(1), 0);
    held.take(1, 10);
    held.add(0, task(2), 500);
    held.add(0, task(3), 550);
    expect(held.latest(590)).toBe(-10);
  });
});
