import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lane, type Place, type Turn } from '../../sandbox/lane.ts';

interface Step extends Turn {
  readonly n: number;
}

interface Rules {
  depth: number;
  share: number;
  stricken: Set<string>;
  standbyEvery: number;
}

function laneOf(places: number, rules: Partial<Rules> = {}) {
  const handed: { turn: Step; place: string }[] = [];
  const { depth = 1, share = 1, stricken = new Set(), standbyEvery } = rules;
  const names = Array.from({ length: places }, (_, n) => `p${n}`);
  const hand = (turn: Step, { name }: Place<Step>) => {
    handed.push({ turn, place: name });
  };
  const lane = new Lane<Step>(names, { share, isStricken: (owner) => stricken.has(owner), standbyEvery, hand });
  let n = 0;
  return {
    lane,
    names,
    handed,
    open: () => {
      for (const name of names) lane.open(name);
    },
    ask: (owner: string, since = 0) => lane.enqueue({ owner, since, size: 1 / depth, n: n++ }),
    finish: (index: number, isKnown = false) => {
      const one = handed[index];
      if (one) lane.finish(one.turn, one.place, isKnown);
    },
    owners: () => handed.map(({ turn }) => turn.owner),
  };
}

describe('a lane', () => {
  it('gives an owner the same place while that has room', () => {
    const { ask, finish, handed, open } = laneOf(4);
    open();
    for (let round = 0; round < 20; round++) {
      ask('léa');
      finish(round);
    }
    expect(new Set(handed.map(({ place }) => place)).size).toBe(1);
  });

  it('takes an owner to its second place now and then, and again when that has asked for something', () => {
    const { ask, finish, handed, open } = laneOf(4, { standbyEvery: 10 });
    open();
    for (let round = 0; round < 40; round++) {
      ask('léa');
      // The second place asks once for what it lacks.
      finish(round, round !== 10);
    }
    const places = handed.map(({ place }) => place);
    const [home] = places;
    const elsewhere = places.flatMap((place, round) => (place === home ? [] : [round]));
    expect(elsewhere).toEqual([10, 11, 21, 31]);
    expect(new Set(elsewhere.map((round) => places[round])).size).toBe(1);
  });

  it('takes an owner nowhere because a place that it came to by chance has asked for something', () => {
    const { ask, finish, handed, open } = laneOf(2, { standbyEvery: 1_000 });
    open();
    ask('léa');
    finish(0, true);
    ask('léa');
    ask('léa');
    finish(2);
    finish(1, true);
    ask('léa');
    expect(handed.map(({ place }) => place === handed[0]?.place)).toEqual([true, true, false, true]);
  });

  it('does the turns of an owner where it is known while its own place, which is new, gets to know it by one', () => {
    const { lane, ask, finish, handed, open } = laneOf(2, { depth: 100, standbyEvery: 3 });
    open();
    for (let round = 0; round < 4; round++) {
      ask('léa');
      finish(round, true);
    }
    const home = String(handed[0]?.place);
    const second = home === 'p0' ? 'p1' : 'p0';
    lane.close(home);
    ask('léa');
    lane.open(home);
    for (let n = 0; n < 5; n++) ask('léa');
    expect(handed.slice(4).map(({ place }) => place)).toEqual([second, home, second, second, second, second]);
    finish(5, true);
    ask('léa');
    expect(handed.at(-1)?.place).toBe(home);
  });

  it('gives a new place one turn of each owner that another knows, however many wait, until it knows them', () => {
    const { lane, ask, finish, handed, open } = laneOf(2, { depth: 4 });
    open();
    ask('léa');
    finish(0, true);
    const home = String(handed[0]?.place);
    const second = home === 'p0' ? 'p1' : 'p0';
    lane.close(second);
    for (let n = 0; n < 12; n++) ask('léa');
    lane.open(second);
    const taken = () => handed.filter(({ place }) => place === second).length;
    expect(taken()).toBe(1);
    finish(
      handed.findIndex(({ place }) => place === second),
      true,
    );
    expect(taken()).toBe(5);
  });

  it('spreads owners over its places', () => {
    const { ask, handed, open } = laneOf(4, { depth: 1_000 });
    open();
    for (let n = 0; n < 400; n++) ask(`site ${n}`);
    for (const place of ['p0', 'p1', 'p2', 'p3']) {
      expect(handed.filter((one) => one.place === place).length).toBeGreaterThan(60);
    }
  });

  it('lets an owner use every place while nobody else waits', () => {
    const { ask, handed, open } = laneOf(4, { share: 1 / 4 });
    open();
    for (let n = 0; n < 4; n++) ask('léa');
    expect(new Set(handed.map(({ place }) => place)).size).toBe(4);
  });

  it('lets owners take turns, however many turns one of them waits for', () => {
    const { ask, finish, owners, open } = laneOf(1);
    open();
    for (let n = 0; n < 50; n++) ask('foule');
    ask('léa');
    ask('max');
    for (let n = 0; n < 4; n++) finish(n);
    expect(owners().slice(0, 5)).toEqual(['foule', 'foule', 'léa', 'max', 'foule']);
  });

  it('keeps an owner to its share while others wait', () => {
    const { ask, finish, handed, open } = laneOf(4, { share: 1 / 2 });
    for (let n = 0; n < 20; n++) ask('foule');
    for (let n = 0; n < 20; n++) ask('léa');
    open();
    const underWay = new Map<number, string>(handed.map(({ turn }, index) => [index, turn.owner]));
    for (let n = 0; n < 12; n++) {
      for (const owner of ['foule', 'léa']) {
        expect([...underWay.values()].filter((one) => one === owner).length).toBeLessThanOrEqual(2);
      }
      const before = handed.length;
      finish(n);
      underWay.delete(n);
      for (let index = before; index < handed.length; index++) underWay.set(index, handed[index]?.turn.owner ?? '');
    }
  });

  it('serves owners that went over a limit last, and one at a time', () => {
    const stricken = new Set(['un', 'deux']);
    const { ask, finish, owners, open } = laneOf(2, { stricken });
    for (const owner of ['un', 'deux', 'un', 'léa', 'léa', 'max']) ask(owner);
    open();
    finish(0);
    finish(1);
    expect(owners().slice(0, 3).sort()).toEqual(['léa', 'léa', 'max']);
    expect(owners()).toHaveLength(4);
  });

  it('gives what a worker held to another when that worker goes, before all else', () => {
    const { lane, ask, handed, names, open } = laneOf(2, { depth: 2 });
    open();
    for (let n = 0; n < 6; n++) ask('léa');
    const held = lane.close(names[0] ?? '');
    expect(held).toHaveLength(2);
    for (const turn of held.toReversed()) lane.enqueue(turn, true);
    const before = handed.length;
    lane.open(names[0] ?? '');
    expect(handed.slice(before).map(({ turn }) => turn.n)).toEqual(held.map(({ n }) => n));
  });

  it('withdraws an owner, and what has waited too long', () => {
    const { lane, ask, open, owners } = laneOf(1);
    ask('léa', 1);
    ask('max', 2);
    ask('léa', 3);
    ask('zoé', 4);
    expect(lane.withdraw('max').map(({ owner }) => owner)).toEqual(['max']);
    expect(lane.withdrawBefore(3).map(({ since }) => since)).toEqual([1]);
    expect(lane.waiting).toBe(2);
    open();
    expect(owners()).toHaveLength(1);
  });
});

it('a lane neither loses nor doubles a turn, whatever happens to its places', () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), owner: fc.integer({ min: 0, max: 5 }) }),
    fc.record({ kind: fc.constant('finish' as const), pick: fc.nat() }),
    fc.record({ kind: fc.constantFrom('open' as const, 'close' as const), place: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ kind: fc.constant('withdraw' as const), owner: fc.integer({ min: 0, max: 5 }) }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 200 }), fc.integer({ min: 1, max: 3 }), (events, depth) => {
      const stricken = new Set(['o1', 'o2']);
      const { lane, ask, handed, names } = laneOf(3, { depth, share: 1 / 2, stricken });
      const underWay = new Map<number, string>();
      let asked = 0;
      let over = 0;
      const seen = () => {
        for (const { turn, place } of handed.splice(0)) {
          expect(underWay.has(turn.n)).toBe(false);
          underWay.set(turn.n, place);
          turns.set(turn.n, turn);
        }
        for (const name of names) {
          expect([...underWay.values()].filter((place) => place === name).length).toBeLessThanOrEqual(depth);
        }
      };
      const turns = new Map<number, Step>();
      for (const one of events) {
        if (one.kind === 'ask') {
          ask(`o${one.owner}`);
          asked++;
        } else if (one.kind === 'finish') {
          const [n, place] = [...underWay][one.pick % Math.max(1, underWay.size)] ?? [];
          const turn = n === undefined ? undefined : turns.get(n);
          if (n === undefined || place === undefined || !turn) continue;
          underWay.delete(n);
          over++;
          lane.finish(turn, place);
        } else if (one.kind === 'withdraw') over += lane.withdraw(`o${one.owner}`).length;
        else if (one.kind === 'open') lane.open(`p${one.place}`);
        else {
          for (const turn of lane.close(`p${one.place}`)) {
            underWay.delete(turn.n);
            lane.enqueue(turn, true);
          }
        }
        seen();
        expect(lane.waiting + underWay.size + over).toBe(asked);
      }
      // Whatever waits gets its turn once places are there.
      for (const name of names) lane.open(name);
      seen();
      for (let rounds = 0; underWay.size > 0 && rounds < 1_000; rounds++) {
        const [n, place] = [...underWay][0] ?? [];
        const turn = turns.get(n ?? -1);
        if (n === undefined || place === undefined || !turn) break;
        underWay.delete(n);
        lane.finish(turn, place);
        seen();
      }
      expect(lane.waiting).toBe(0);
    }),
    { numRuns: 300 },
  );
});
