interface Waiter<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers many questions from one snapshot, in their order; null where nothing is found. */
export type ProbeAll<Question, Answer> = (questions: readonly Question[]) => Promise<(Answer | null)[]>;

/**
 * The shared freshness probe (docs/decisions/freshness.md): concurrent requests share one statement. A request joins the next probe that starts, never
 * one that runs already, so its answer includes every write that was committed before the request arrived.
 */
export class FreshnessProbe<Question, Answer> {
  readonly #probeAll: ProbeAll<Question, Answer>;
  readonly #keyOf: (question: Question) => string;
  readonly #atMost: number;
  #next = new Map<string, Waiter<Question, Answer>[]>();
  #busy = false;

  /**
   * @param keyOf returns the same key for questions with the same answer
   * @param atMost how many questions one statement answers; the others wait for the next one
   */
  constructor(
    probeAll: ProbeAll<Question, Answer>,
    keyOf: (question: Question) => string,
    atMost = Number.POSITIVE_INFINITY,
  ) {
    this.#probeAll = probeAll;
    this.#keyOf = keyOf;
    this.#atMost = atMost;
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
      const keyed = [...this.#next];
      this.#next = new Map(keyed.splice(this.#atMost));
      const groups = keyed.map(([, waiters]) => waiters);
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
}
