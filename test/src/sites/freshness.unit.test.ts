import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FreshnessProbe } from '../../../src/sites/freshness.ts';

interface Host {
  readonly host: string;
  readonly port?: number;
}

/** A database whose probes end when the test says so. */
function manualProbe(atMost = Number.POSITIVE_INFINITY) {
  const asked: { hosts: readonly Host[]; end: (names: (string | null)[] | Error) => void }[] = [];
  const probe = new FreshnessProbe<Host, string>(
    (hosts) =>
      new Promise((resolve, reject) => {
        asked.push({ hosts, end: (names) => (names instanceof Error ? reject(names) : resolve(names)) });
      }),
    ({ host, port }) => `${host}:${port}`,
    { atMost },
  );
  return { probe, asked };
}

const at = (host: string, port?: number): Host => ({ host, ...(port && { port }) });
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('requests of one turn share one probe, in which an address stands once', async () => {
  const { probe, asked } = manualProbe();
  const answers = Promise.all([at('a'), at('b'), at('a'), at('a', 1)].map((host) => probe.lookUp(host)));
  await turn();
  expect(asked.map(({ hosts }) => hosts)).toEqual([[at('a'), at('b'), at('a', 1)]]);
  asked[0]?.end(['A', null, 'A1']);
  expect(await answers).toEqual(['A', null, 'A', 'A1']);
});

it('a request never joins a probe under way: it waits for the next', async () => {
  const { probe, asked } = manualProbe();
  const early = probe.lookUp(at('a'));
  await turn();
  const late = [probe.lookUp(at('a')), probe.lookUp(at('b'))];
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]?.end(['old']);
  expect(await early).toBe('old');
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.end(['new', 'b']);
  expect(await Promise.all(late)).toEqual(['new', 'b']);
});

it('a probe that fails fails its own requests only', async () => {
  const { probe, asked } = manualProbe();
  const failed = [probe.lookUp(at('a')), probe.lookUp(at('a'))];
  await turn();
  const next = probe.lookUp(at('a'));
  asked[0]?.end(new Error('down'));
  for (const request of failed) await expect(request).rejects.toThrow('down');
  await turn();
  asked[1]?.end(['a']);
  expect(await next).toBe('a');
});

it('no more addresses than wanted stand in one probe; the others follow in their order', async () => {
  const { probe, asked } = manualProbe(2);
  const answers = Promise.all(['a', 'b', 'c', 'a', 'd', 'e'].map((host) => probe.lookUp(at(host))));
  for (const [n, hosts] of [['a', 'b'], ['c', 'd'], ['e']].entries()) {
    await turn();
    expect(asked.map((probed) => probed.hosts.map(({ host }) => host))[n]).toEqual(hosts);
    asked[n]?.end(hosts.map((host) => host.toUpperCase()));
  }
  expect(await answers).toEqual(['A', 'B', 'C', 'A', 'D', 'E']);
});

/** What happens at a step: a visitor asks, an author saves, the database answers or fails, milliseconds pass. */
type Step =
  | { readonly kind: 'ask' | 'save'; readonly host: string }
  | { readonly kind: 'answer' | 'fail' }
  | { readonly kind: 'pass'; readonly ms: number };

const HOST = fc.constantFrom('a', 'b', 'c');
const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('ask' as const), host: HOST }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('save' as const), host: HOST }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('answer' as const, 'answer' as const, 'fail' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.double({ min: 0, max: 3, noNaN: true }) }),
  },
);

/** More than any probe rests, milliseconds. */
const LONG = 10;

interface Asked {
  readonly host: string;
  /** What was saved last when it came. */
  readonly version: number;
  outcome: 'open' | 'failed' | number;
  /** Whether a probe has it. */
  isTaken: boolean;
}

/** A world with a clock and a database of its own, in which probes have a pace. */
class World {
  now = 0;
  /** The versions of the hosts. */
  readonly saved = new Map<string, number>();
  readonly asked: Asked[] = [];
  /** The probe under way: the questions that it answers, and the versions that it saw. */
  underWay: {
    readonly questions: readonly Asked[];
    readonly versions: readonly number[];
    end: (fails: boolean) => void;
  } | null = null;
  /** Sizes of the probes that have started, and when the last one did. */
  readonly sizes: number[] = [];
  startedAt = 0;
  #sleeping: { readonly until: number; readonly wake: () => void }[] = [];
  readonly #probe: FreshnessProbe<string, number>;

  constructor() {
    this.#probe = new FreshnessProbe<string, number>(
      (hosts) => this.#answer(hosts),
      (host) => host,
      {
        timing: {
          now: () => this.now,
          sleep: (ms) =>
            new Promise((wake) => this.#sleeping.push({ until: this.now + ms, wake: () => wake(undefined) })),
        },
      },
    );
  }

  /** Questions that no probe has taken. */
  get waiting(): readonly Asked[] {
    return this.asked.filter(({ isTaken }) => !isTaken);
  }

  ask(host: string): void {
    const one: Asked = { host, version: this.saved.get(host) ?? 0, outcome: 'open', isTaken: false };
    this.asked.push(one);
    this.#probe.lookUp(host).then(
      (answer) => {
        one.outcome = answer ?? Number.NaN;
      },
      () => {
        one.outcome = 'failed';
      },
    );
  }

  async step(step: Step): Promise<void> {
    if (step.kind === 'ask') this.ask(step.host);
    else if (step.kind === 'save') this.saved.set(step.host, (this.saved.get(step.host) ?? 0) + 1);
    else if (step.kind === 'pass') this.#pass(step.ms);
    else if (this.underWay) await this.#end(step.kind === 'fail');
    await turn();
    await turn();
  }

  #pass(ms: number): void {
    this.now += ms;
    const due = this.#sleeping.filter(({ until }) => until <= this.now);
    this.#sleeping = this.#sleeping.filter(({ until }) => until > this.now);
    for (const { wake } of due) wake();
  }

  #answer(hosts: readonly string[]): Promise<number[]> {
    expect(this.underWay).toBeNull();
    const questions = this.waiting;
    expect(new Set(questions.map(({ host }) => host))).toEqual(new Set(hosts));
    expect(hosts).toHaveLength(new Set(hosts).size);
    for (const one of questions) one.isTaken = true;
    this.sizes.push(questions.length);
    this.startedAt = this.now;
    const versions = hosts.map((host) => this.saved.get(host) ?? 0);
    const { promise, resolve, reject } = Promise.withResolvers<number[]>();
    const end = (fails: boolean) => (fails ? reject(new Error('down')) : resolve([...versions]));
    this.underWay = { questions, versions, end };
    return promise;
  }

  /** Ends the probe under way, and sees that exactly its questions are answered. */
  async #end(fails: boolean): Promise<void> {
    const ended = this.underWay;
    if (!ended) return;
    const others = this.waiting;
    this.underWay = null;
    ended.end(fails);
    await turn();
    for (const one of ended.questions) {
      if (fails) expect(one.outcome).toBe('failed');
      else expect(one.outcome).toBeGreaterThanOrEqual(one.version);
    }
    for (const { outcome } of others) expect(outcome).toBe('open');
  }
}

describe('a probe with a pace, in a world of its own', () => {
  it('answers each question with all that was saved before, by one probe at a time, and keeps nobody for long', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 60 }), async (steps) => {
        const world = new World();
        for (const step of steps) {
          await world.step(step);
          // A question that no probe has taken waits for the probe under way, or for a probe that rests after several questions.
          const { underWay, waiting, sizes, now, startedAt } = world;
          if (underWay || waiting.length === 0) continue;
          expect(sizes.at(-1)).toBeGreaterThan(2);
          expect(now - startedAt).toBeLessThan(LONG);
        }
        // Whoever waits is in the next probe, as soon as time passes.
        for (const step of [{ kind: 'answer' }, { kind: 'pass', ms: LONG }, { kind: 'answer' }] as const)
          await world.step(step);
        expect(world.asked.filter(({ outcome }) => outcome === 'open')).toEqual([]);
      }),
    );
  });

  it('never lets one visitor at a time wait', async () => {
    const world = new World();
    for (let n = 1; n <= 20; n++) {
      await world.step({ kind: 'ask', host: 'a' });
      expect(world.sizes).toHaveLength(n);
      await world.step({ kind: 'pass', ms: 0.1 });
      await world.step({ kind: 'answer' });
    }
  });

  it('rests after many questions, also of one host, so that the next probe answers more', async () => {
    const world = new World();
    for (let n = 0; n < 30; n++) world.ask('a');
    await world.step({ kind: 'pass', ms: 0 });
    expect(world.sizes).toEqual([30]);
    for (let n = 0; n < 10; n++) await world.step({ kind: 'ask', host: 'a' });
    await world.step({ kind: 'answer' });
    for (let n = 0; n < 10; n++) await world.step({ kind: 'ask', host: 'b' });
    expect(world.sizes).toEqual([30]);
    await world.step({ kind: 'pass', ms: LONG });
    expect(world.sizes).toEqual([30, 20]);
  });

  it('does not rest where a probe took longer than its rest', async () => {
    const world = new World();
    for (let n = 0; n < 30; n++) world.ask('a');
    await world.step({ kind: 'pass', ms: LONG });
    await world.step({ kind: 'pass', ms: LONG });
    await world.step({ kind: 'ask', host: 'a' });
    await world.step({ kind: 'answer' });
    expect(world.sizes).toEqual([30, 1]);
  });
});
