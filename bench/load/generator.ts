import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerHead } from './answer-reader.ts';
import { Connection } from './connection.ts';
import { Latencies } from './latencies.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import { inTurn, picker, requestBytes } from './target.ts';

/** A request without an answer after this time has failed, milliseconds. */
const TIMEOUT_MS = 10_000;
/** The longest time until the generator looks again which requests are due, milliseconds. */
const TICK_MS = 20;
/** Period of the search for requests that have timed out, milliseconds. */
const TIMEOUT_CHECK_MS = 100;
/** Time to open the connections before the load, milliseconds. */
const OPENING_MS = 300;

interface Request {
  readonly target: number;
  /** Milliseconds of `performance.now`. */
  readonly dueAt: number;
}

/** Sends the requests of one plan and counts the answers. */
export class Generator {
  readonly #plan: LoadPlan;
  readonly #requests: readonly Buffer[];
  readonly #pick: () => number;
  /** The number of requests of the plan, if it has one. */
  readonly #most: number;
  readonly #connections = new Set<Connection>();
  /** Used in the order in which they became free, so that the server closes none for being idle. */
  readonly #idle: Connection[] = [];
  #waiting: Request[] = [];
  /** How many at the start of `#waiting` were sent or have failed. */
  #served = 0;
  #due = 0;
  #ended = 0;
  /** Seconds from the start to the end of the request that ended last. */
  #lastEnd = 0;
  #mostWaiting = 0;
  #stale = 0;
  #startedAt = 0;
  readonly #answers = new Map<number, { count: number; inTime: number; sinceDue: Latencies; sinceSent: Latencies }>();
  readonly #broken = new Map<string, number>();

  constructor(plan: LoadPlan) {
    this.#plan = plan;
    this.#requests = plan.targets.map(requestBytes);
    this.#pick = plan.once ? inTurn() : picker(plan.targets);
    this.#most = plan.once ? plan.targets.length : Number.POSITIVE_INFINITY;
  }

  /** Sends the requests. @returns when all have ended */
  async run(): Promise<LoadResult> {
    // All connections are opened first: opening one costs the server as much as some pages.
    while (this.#connections.size < this.#plan.connections) this.#idle.push(this.#connect());
    await sleep(Math.max(OPENING_MS, (this.#plan.beginsAt ?? 0) - Date.now()));
    this.#startedAt = performance.now();
    return new Promise((resolve) => {
      const timeouts = setInterval(() => this.#failLate(), TIMEOUT_CHECK_MS);
      const tick = () => {
        this.#makeDue();
        this.#serve();
        // Sleeps as long as possible: the generator shares the processors with the server.
        if (!this.#isOver()) return setTimeout(tick, Math.min(TICK_MS, this.#untilDue()));
        clearInterval(timeouts);
        for (const connection of [...this.#connections]) connection.abort('the load has ended');
        return resolve(this.#result());
      };
      tick();
    });
  }

  get #elapsed(): number {
    return (performance.now() - this.#startedAt) / 1_000;
  }

  #isOver(): boolean {
    const nothingFollows = this.#due === this.#most || this.#elapsed >= this.#plan.seconds;
    return nothingFollows && this.#ended === this.#due;
  }

  /** Milliseconds until the next request falls due. */
  #untilDue(): number {
    const { rate } = this.#plan;
    if (rate === null) return Number.POSITIVE_INFINITY;
    return Math.max(0, ((this.#due + 1) / rate - this.#elapsed) * 1_000);
  }

  #makeDue(): void {
    const { rate, seconds, connections } = this.#plan;
    if (rate === null) {
      // A closed loop always has one request on each connection.
      const most = this.#elapsed < seconds ? Math.min(this.#ended + connections, this.#most) : 0;
      while (this.#due < most) this.#add(performance.now());
      return;
    }
    const target = Math.floor(Math.min(this.#elapsed, seconds) * rate);
    while (this.#due < target) this.#add(this.#startedAt + ((this.#due + 1) * 1_000) / rate);
  }

  #add(dueAt: number): void {
    this.#due++;
    this.#waiting.push({ target: this.#pick(), dueAt });
  }

  #serve(): void {
    for (; this.#served < this.#waiting.length; this.#served++) {
      const connection = this.#freeConnection();
      if (!connection) break;
      this.#send(connection, this.#waiting[this.#served] as Request);
    }
    const left = this.#waiting.length - this.#served;
    this.#mostWaiting = Math.max(this.#mostWaiting, left);
    // Many are removed at once: removing each from the front of the array costs more than sending it.
    if (left === 0 || this.#served > 10_000) {
      this.#waiting = this.#waiting.slice(this.#served);
      this.#served = 0;
    }
  }

  #freeConnection(): Connection | undefined {
    for (let idle = this.#idle.shift(); idle; idle = this.#idle.shift()) if (!idle.isClosed) return idle;
    if (this.#connections.size >= this.#plan.connections) return undefined;
    return this.#connect();
  }

  #connect(): Connection {
    const connection: Connection = new Connection(this.#plan.port, () => this.#connections.delete(connection));
    this.#connections.add(connection);
    return connection;
  }

  #send(connection: Connection, { target, dueAt }: Request): void {
    connection.send(this.#requests[target] as Buffer, (answer) => {
      if (typeof answer === 'string') this.#break(answer);
      else this.#count(answer, dueAt, connection.sentAt);
      if (connection.isClosed) return;
      this.#idle.push(connection);
      if (this.#plan.rate === null) this.#makeDue();
      if (this.#served < this.#waiting.length) this.#serve();
    });
  }

  #break(reason: string): void {
    this.#end();
    this.#broken.set(reason, (this.#broken.get(reason) ?? 0) + 1);
  }

  #count({ status, stale }: AnswerHead, dueAt: number, sentAt: number): void {
    this.#end();
    if (stale) this.#stale++;
    let answers = this.#answers.get(status);
    if (!answers) {
      answers = { count: 0, inTime: 0, sinceDue: new Latencies(), sinceSent: new Latencies() };
      this.#answers.set(status, answers);
    }
    const now = performance.now();
    answers.count++;
    if (this.#elapsed <= this.#plan.seconds) answers.inTime++;
    answers.sinceDue.add(now - dueAt);
    answers.sinceSent.add(now - sentAt);
  }

  #end(): void {
    this.#ended++;
    this.#lastEnd = this.#elapsed;
  }

  /** Counts requests that have waited too long, for a connection or for an answer, as failed. */
  #failLate(): void {
    const tooOld = performance.now() - TIMEOUT_MS;
    for (; (this.#waiting[this.#served]?.dueAt ?? Infinity) < tooOld; this.#served++) this.#break('no free connection');
    for (const connection of [...this.#connections]) {
      if (connection.isBusy && connection.sentAt < tooOld) connection.abort('no answer');
    }
  }

  #result(): LoadResult {
    const answers = [...this.#answers].map(
      ([status, { count, inTime, sinceDue, sinceSent }]) =>
        [status, { count, inTime, sinceDue: sinceDue.toCounts(), sinceSent: sinceSent.toCounts() }] as const,
    );
    return {
      seconds: this.#lastEnd,
      due: this.#due,
      answers: new Map(answers),
      broken: this.#broken,
      stale: this.#stale,
      mostWaiting: this.#mostWaiting,
    };
  }
}
