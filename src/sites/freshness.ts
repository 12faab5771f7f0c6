interface Waiter<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers many questions from one snapshot, in their order; null where nothing is found. */
export type ProbeAll<Question, Answer> = (questions: readonly Question[]) => Promise<(Answer | null)[]>;

/** The clock of a probe's pace. */
interface ProbeTiming {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** @param ms milliseconds */
  sleep(ms: number): Promise<unknown>;
}

interface ProbeOptions {
  /** How many questions one statement answers; the others wait for the next one. */
  readonly atMost?: number;
  /** Gives the probes a pace. Without it a probe follows the one before at once. */
  readonly timing?: ProbeTiming | undefined;
}

/**
 * How far apart the starts of two probes are, milliseconds: so much for each question of the first beyond two, and no more than `REST_MS`. A statement
 * costs PostgreSQL and this process 100 µs and more each, and 5 µs a question: under load few large ones are cheaper.
 */
const REST_MS_EACH = 0.5;
const REST_MS = 2;

/** Visitors who come one by one, or two at a time, never wait. @param asked questions of the probe before, equal ones counted too */
const restAfter = (asked: number): number => Math.min(REST_MS, REST_MS_EACH * Math.max(0, asked - 2));

/**
 * The shared freshness probe (docs/decisions/freshness.md): concurrent requests share one statement. A request joins the next probe that starts, never
 * one that runs already, so its answer includes every write that was committed before the request arrived.
 */
export class FreshnessProbe<Question, Answer> {
  readonly #probeAll: ProbeAll<Question, Answer>;
  readonly #keyOf: (question: Question) => string;
  readonly #atMost: number;
  readonly #timing: ProbeTiming | undefined;
  /** When the next probe may start, milliseconds of `ProbeTiming.now`. */
  #mayStartAt = 0;
  #next = new Map<string, Waiter<Question, Answer>[]>();
  #busy = false;

  /** @param keyOf returns the same key for questions with the same answer */
  constructor(
    probeAll: ProbeAll<Question, Answer>,
    keyOf: (question: Question) => string,
    { atMost = Number.POSITIVE_INFINITY, timing }: ProbeOptions = {},
  ) {
    this.#probeAll = probeAll;
    this.#keyOf = keyOf;
    this.#atMost = atMost;
    this.#timing = timing;
  }

  /** The current answer; null when nothing is found. */
  lookUp(question: Question): Promise<Answer | null> {
    return new Promise((resolve, reject) => {
      const key = this.#keyOf(question);
      const waiters = this.#next.get(key);
      if (waiters) waiters.push({ question, resolve, reject });
      else this.#next.set(key, [{ question, resolve, reject }]);
      if (this.#busy) return;
      this.#busy = true;
      // Requests that the same turn of the event loop reads from their sockets join this probe.
      setImmediate(() => this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#next.size > 0) {
      await this.#rest();
      const keyed = [...this.#next];
      this.#next = new Map(keyed.splice(this.#atMost));
      const groups = keyed.map(([, waiters]) => waiters);
      this.#noteStart(groups);
      try {
        const answers = await this.#probeAll(groups.map(([first]) => (first as Waiter<Question, Answer>).question));
        groups.forEach((waiters, index) => {
          for (const { resolve } of waiters) resolve(answers[index] ?? null);
        });
      } catch (error) {
        for (const { reject } of groups.flat()) reject(error);
      }
    }
    this.#busy = false;
  }

  /** Waits until the next probe may start; who asks meanwhile is answered by it. */
  async #rest(): Promise<void> {
    if (!this.#timing) return;
    // Timers count whole milliseconds: less is not waited for.
    const ms = Math.floor(this.#mayStartAt - this.#timing.now());
    if (ms > 0) await this.#timing.sleep(ms);
  }

  #noteStart(groups: readonly (readonly unknown[])[]): void {
    if (!this.#timing) return;
    const asked = groups.reduce((sum, { length }) => sum + length, 0);
    this.#mayStartAt = this.#timing.now() + restAfter(asked);
  }
}
