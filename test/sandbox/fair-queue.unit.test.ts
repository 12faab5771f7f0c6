import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue, type QueuedTask } from '../../sandbox/web-process/fair-queue.ts';

interface Step extends QueuedTask {
  readonly n: number;
}

/** A queue before some slots; each takes so many tasks at a time. */
function queueOf(slots: number, depth = 1) {
  const handed: { task: Step; slot: string }[] = [];
  const names = Array.from({ length: slots }, (_, n) => `p${n}`);
  const queue = new FairQueue<Step>(names, {
    aheadMs: depth === 1 ? 0 : 10,
    dispatch: (task, slot) => {
      handed.push({ task, slot });
    },
  });
  let n = 0;
  return {
    queue,
    names,
    handed,
    open: () => {
      for (const name of names) queue.open(name);
    },
    ask: (owner: string, refusedAt = 0, refusedAtUnlessOpen = refusedAt) =>
      queue.enqueue({ owner, refusedAt, refusedAtUnlessOpen, expectedMs: 10 / depth, n: n++ }),
    finish: (index: number, isWarm = true) => {
      const one = handed[index];
      if (one) queue.finish(one.task, one.slot, isWarm);
    },
    owners: () => handed.map(({ task }) => task.owner),
  };
}

describe('a queue', () => {
  it('gives an owner the same slot while that has room', () => {
    const { ask, finish, handed, open } = queueOf(4);
    open();
    for (let round = 0; round < 20; round++) {
      ask('léa');
      finish(round);
    }
    expect(new Set(handed.map(({ slot }) => slot)).size).toBe(1);
  });

  it('takes an owner to its second slot now and then, and again when that has asked for something', () => {
    const { ask, finish, handed, open } = queueOf(4);
    open();
    for (let round = 0; round < 200; round++) {
      ask('léa');
      // The second slot asks once for what it lacks.
      finish(round, round !== 64);
    }
    const slots = handed.map(({ slot }) => slot);
    const elsewhere = slots.flatMap((slot, round) => (slot === slots[0] ? [] : [round]));
    expect(elsewhere).toEqual([64, 65, 130, 195]);
    expect(new Set(elsewhere.map((round) => slots[round])).size).toBe(1);
  });

  it('does the tasks of an owner where it is warm while its own slot, which is new, loads what they need', () => {
    const { queue, ask, finish, handed, open } = queueOf(2, 64);
    open();
    ask('léa');
    finish(0);
    const first = String(handed[0]?.slot);
    const second = first === 'p0' ? 'p1' : 'p0';
    queue.close(first);
    queue.open(first);
    for (let n = 0; n < 5; n++) ask('léa');
    const placed = () => handed.slice(1).map(({ slot }) => slot);
    // The second slot is as new: it gets one of them, too, and the others wait.
    expect(placed()).toEqual([first, second]);
    finish(2);
    expect(placed()).toEqual([first, second, second, second, second]);
    finish(1);
    ask('léa');
    expect(placed().at(-1)).toBe(first);
  });

  it('spreads owners over its slots', () => {
    const { ask, handed, open } = queueOf(4, 64);
    open();
    for (let n = 0; n < 200; n++) ask(`site ${n}`);
    for (const slot of ['p0', 'p1', 'p2', 'p3']) {
      expect(handed.filter((one) => one.slot === slot).length).toBeGreaterThan(30);
    }
  });

  it('lets an owner use every slot while nobody else waits', () => {
    const { ask, handed, open } = queueOf(4);
    open();
    for (let n = 0; n < 4; n++) ask('léa');
    expect(new Set(handed.map(({ slot }) => slot)).size).toBe(4);
  });

  it('lets owners take tasks, however many tasks one of them waits for', () => {
    const { ask, finish, owners, open } = queueOf(1);
    open();
    for (let n = 0; n < 50; n++) ask('foule');
    ask('léa');
    ask('max');
    for (let n = 0; n < 4; n++) finish(n);
    expect(owners().slice(0, 5)).toEqual(['foule', 'foule', 'léa', 'max', 'foule']);
  });

  it('keeps an owner to its share while others wait', () => {
    const { ask, finish, handed, open } = queueOf(4);
    for (let n = 0; n < 20; n++) ask('foule');
    for (let n = 0; n < 20; n++) ask('léa');
    open();
    const underWay = new Map<number, string>(handed.map(({ task }, index) => [index, task.owner]));
    for (let n = 0; n < 12; n++) {
      for (const owner of ['foule', 'léa']) {
        expect([...underWay.values()].filter((one) => one === owner).length).toBeLessThanOrEqual(2);
      }
      const before = handed.length;
      finish(n);
      underWay.delete(n);
      for (let index = before; index < handed.length; index++) underWay.set(index, handed[index]?.task.owner ?? '');
    }
  });

  it('gives what a worker held to another when that worker goes, before all else', () => {
    const { queue, ask, finish, handed, names, open } = queueOf(2, 2);
    open();
    for (let n = 0; n < 2; n++) ask('léa');
    for (let n = 0; n < 2; n++) finish(n);
    for (let n = 0; n < 6; n++) ask('léa');
    const held = queue.close(names[0] ?? '');
    expect(held).toHaveLength(2);
    for (const task of held.toReversed()) queue.enqueue(task, true);
    queue.open(names[0] ?? '');
    expect(handed.at(-1)?.task.n).toBe(held[0]?.n);
    finish(handed.length - 1);
    expect(handed.at(-2)?.task.n).toBe(held[1]?.n);
  });

  it('hands out what was dispatched before in front of what its owner has waiting', () => {
    const { queue, ask, finish, handed, open } = queueOf(1);
    open();
    for (let n = 0; n < 3; n++) ask('léa');
    const [lost] = queue.close('p0');
    if (lost) queue.enqueue(lost, true);
    expect(queue.isOpen).toBe(false);
    queue.open('p0');
    expect(queue.isOpen).toBe(true);
    for (let n = 1; n < 3; n++) finish(n);
    expect(handed.map(({ task }) => task.n)).toEqual([0, 0, 1, 2]);
  });

  it('gives no owner more than half of its workers while others wait, closed slots not counted', () => {
    const { queue, ask, handed, names, finish } = queueOf(6);
    for (const name of names.slice(0, 4)) queue.open(name);
    ask('foule');
    ask('foule');
    ask('léa');
    ask('max');
    for (let n = 0; n < 6; n++) ask('foule');
    ask('zoé');
    const ofCrowd = () => handed.filter(({ task }) => task.owner === 'foule').length;
    expect(ofCrowd()).toBe(2);
    // One of the crowd's two places is free, and goes to whoever waits besides.
    finish(handed.findIndex(({ task }) => task.owner === 'léa'));
    expect(handed.at(-1)?.task.owner).toBe('zoé');
    finish(handed.findIndex(({ task }) => task.owner === 'max'));
    expect(ofCrowd()).toBe(3);
  });

  it('lets an owner have half of its workers, not less, while others wait', () => {
    const { ask, handed, open } = queueOf(4);
    for (let n = 0; n < 6; n++) ask('foule');
    for (let n = 0; n < 6; n++) ask('léa');
    open();
    const underWay = handed.map(({ task }) => task.owner).toSorted();
    expect(underWay).toEqual(['foule', 'foule', 'léa', 'léa']);
  });

  it('gives a slot that becomes free to an owner who prefers it, before others that wait as long', () => {
    const owners = Array.from({ length: 12 }, (_, n) => `site ${n}`);
    const alone = new Map(
      owners.map((owner) => {
        const { ask, handed, open } = queueOf(2);
        open();
        ask(owner);
        return [owner, handed[0]?.slot];
      }),
    );
    const { queue, ask, handed } = queueOf(2);
    for (const owner of owners) ask(owner);
    queue.open('p1');
    expect(handed.map(({ task }) => alone.get(task.owner))).toEqual(['p1']);
    queue.open('p0');
    expect(handed.map(({ task }) => alone.get(task.owner))).toEqual(['p1', 'p0']);
  });

  it('takes out nothing that may still wait, of any owner, and forgets none of them', () => {
    const { queue, ask, owners, open, finish } = queueOf(1);
    ask('léa', 1);
    ask('léa', 5);
    ask('max', 2);
    ask('zoé', 9);
    expect(queue.withdrawLate(5).map(({ owner, refusedAt }) => [owner, refusedAt])).toEqual([
      ['léa', 1],
      ['max', 2],
    ]);
    expect(queue.waiting).toBe(2);
    ask('max', 9);
    open();
    for (let n = 0; n < 3; n++) finish(n);
    expect(owners()).toEqual(['léa', 'zoé', 'max']);
  });

  it('has its tasks wait for longer while it has no worker', () => {
    const { queue, ask, open, handed } = queueOf(1);
    ask('léa', 3, 9);
    ask('max', 4, 9);
    expect(queue.withdrawLate(5)).toEqual([]);
    open();
    expect(handed).toHaveLength(1);
    expect(queue.withdrawLate(5).map(({ owner }) => owner)).toEqual(['max']);
  });

  it('withdraws an owner, and what has waited too long', () => {
    const { queue, ask, open, owners } = queueOf(1);
    ask('léa', 1);
    ask('max', 2);
    ask('léa', 3);
    ask('zoé', 4);
    expect(queue.withdraw('max').map(({ owner }) => owner)).toEqual(['max']);
    expect(queue.withdrawLate(3).map(({ refusedAt }) => refusedAt)).toEqual([1]);
    expect(queue.waiting).toBe(2);
    open();
    expect(owners()).toHaveLength(1);
  });
});

it('a queue neither loses nor doubles a task, whatever happens to its slots', () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), owner: fc.integer({ min: 0, max: 5 }) }),
    fc.record({ kind: fc.constant('finish' as const), pick: fc.nat(), isWarm: fc.boolean() }),
    fc.record({ kind: fc.constantFrom('open' as const, 'close' as const), slot: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ kind: fc.constant('withdraw' as const), owner: fc.integer({ min: 0, max: 5 }) }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 200 }), fc.integer({ min: 1, max: 3 }), (events, depth) => {
      const { queue, ask, handed, names } = queueOf(3, depth);
      const underWay = new Map<number, string>();
      let asked = 0;
      let over = 0;
      const seen = () => {
        for (const { task, slot } of handed.splice(0)) {
          expect(underWay.has(task.n)).toBe(false);
          underWay.set(task.n, slot);
          tasks.set(task.n, task);
        }
        for (const name of names) {
          expect([...underWay.values()].filter((slot) => slot === name).length).toBeLessThanOrEqual(depth);
        }
      };
      const tasks = new Map<number, Step>();
      for (const one of events) {
        if (one.kind === 'ask') {
          ask(`o${one.owner}`);
          asked++;
        } else if (one.kind === 'finish') {
          const [n, slot] = [...underWay][one.pick % Math.max(1, underWay.size)] ?? [];
          const task = n === undefined ? undefined : tasks.get(n);
          if (n === undefined || slot === undefined || !task) continue;
          underWay.delete(n);
          over++;
          queue.finish(task, slot, one.isWarm);
        } else if (one.kind === 'withdraw') over += queue.withdraw(`o${one.owner}`).length;
        else if (one.kind === 'open') queue.open(`p${one.slot}`);
        else {
          for (const task of queue.close(`p${one.slot}`)) {
            underWay.delete(task.n);
            queue.enqueue(task, true);
          }
        }
        seen();
        expect(queue.waiting + underWay.size + over).toBe(asked);
      }
      // Whatever waits gets its task once slots are there.
      for (const name of names) queue.open(name);
      seen();
      for (let rounds = 0; underWay.size > 0 && rounds < 1_000; rounds++) {
        const [n, slot] = [...underWay][0] ?? [];
        const task = tasks.get(n ?? -1);
        if (n === undefined || slot === undefined || !task) break;
        underWay.delete(n);
        queue.finish(task, slot, true);
        seen();
      }
      expect(queue.waiting).toBe(0);
    }),
    { numRuns: 300 },
  );
});
