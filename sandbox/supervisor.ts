import { setTimeout as sleep } from 'node:timers/promises';
import { RENDER_TIME_MS } from '../engine/limits.ts';
import { HeldTasks } from './held-tasks.ts';
import { Lane, type Place, type Turn } from './lane.ts';
import type { End, Launcher } from './launcher.ts';
import {
  attemptAtMostMs,
  DEADLINE_GRACE_MS,
  IDLE_GRACE_MS,
  IDLE_SILENCE_MS,
  IDLE_START_MS,
  processMemoryBytes,
  RESTART_PAUSE_AT_MOST_MS,
  RESTART_PAUSE_MS,
  SILENCE_MS,
  SPARE_PAUSE_MS,
  START_MS,
  TURN_MS,
  YOUNG_MS,
} from './limits.ts';
import { Patience } from './patience.ts';
import {
  eachLane,
  LANE_NAMES,
  LANES,
  type LaneName,
  type LaneSettings,
  nicenessOf,
  type Post,
  placeOf,
  postsFor,
  type Station,
  sizeOf,
  stationsOf,
} from './posts.ts';
import type { Bundles } from './protocol.ts';
import { type AnswerTo, type FromWorker, sharedNow, type Task, type TimedAnswer } from './protocol.ts';
import { RenderChild } from './render-child.ts';
import { IN_IDLE_TIME, type Restraint, UNRESTRAINED } from './restraint.ts';

/** How often the supervisor looks after its processes, and after the memory that they occupy, milliseconds. */
const ROUND_MS = 50;
const MEMORY_ROUND_MS = 1_000;
/** How long tasks may still take when the supervisor closes: who waits for pages has been waited for before, milliseconds. */
const CLOSE_MS = 1_000;
const CLOSE_POLL_MS = 10;

/** Processes may die under a task, by no fault of its own, as often as this. */
const DEATHS_AT_MOST = 5;

/** The process died while it worked on this task: perhaps of it. */
export class ProcessDied extends Error {
  override name = 'ProcessDied';
  /** How much that says against the task: half as much when somebody else may have ended the process. */
  readonly suspicion: number;

  constructor(suspicion: number) {
    super('a render process died while it worked on this task');
    this.suspicion = suspicion;
  }
}

/** Suspicion at which a task counts as the reason; and of an end that nobody else can have made. */
export const CONVICTION = 2;
export const OWN_DOING = 1;

/** The task's turn did not come in time, or it was withdrawn. */
export class NoTurn extends Error {
  override name = 'NoTurn';
}

/** The worker refused the task or the supervisor is closing. */
export class TaskFailed extends Error {
  override name = 'TaskFailed';
}

interface Job extends Turn {
  readonly id: number;
  readonly lane: LaneName;
  readonly task: Task;
  readonly atMostMs: number;
  readonly settle: { resolve(answer: TimedAnswer): void; reject(error: Error): void };
  /** How many processes died while they held it. */
  deaths: number;
  /** `sharedNow`: when it came, and when it was handed to a worker. */
  readonly came: number;
  handed: number;
  place: string;
}

interface Member {
  readonly child: RenderChild;
  readonly held: HeldTasks<Job>;
  readonly patience: Patience;
  /** Null for the spare and for one that leaves. */
  post: Post | null;
  /** Workers of its post that are not there yet. */
  asleep: number;
  /** On the supervisor's clock: started, or free to, or ready once it is; and when it was last heard. */
  since: number;
  heardAt: number;
  /** It only finishes what it holds. */
  isLeaving: boolean;
  /** Why it has been sent SIGKILL. */
  ended: EndReason | null;
}

/** Why a process was ended from outside. */
export type EndReason = 'deadline' | 'silence' | 'start' | 'memory' | 'restart';

export interface SupervisorOptions {
  readonly bundles: Bundles;
  /** Closed with the supervisor. */
  readonly launcher: Launcher;
  /** Workers for themes whose pages are quick, shared out among two processes. */
  readonly workers: number;
  /** Warm themes that a worker keeps. */
  readonly themeCache: number;
  /** Memory at which a process is replaced, bytes; follows from the number of themes that it keeps when left out. */
  readonly memoryBytes?: number | undefined;
  readonly log: { warn(details: object, message: string): void };
  readonly isStricken: (owner: string) => boolean;
}

/** One render process, as an operator asks about it. */
export interface ProcessReport {
  readonly pid: number;
  readonly post: string;
  readonly residentBytes: number;
  readonly isolates: number;
  readonly held: number;
}

/** Keeps a process at each post and one to spare, and knows which tasks each of their workers holds. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #posts: readonly Post[];
  readonly #stations: ReadonlyMap<string, Station>;
  readonly #lanes: Readonly<Record<LaneName, Lane<Job>>>;
  readonly #members = new Set<Member>();
  /** By the names of their posts. */
  readonly #atPost = new Map<string, Member>();
  readonly #toReplace = new Map<Member, EndReason>();
  readonly #workersEach: number;
  readonly #memoryBytes: number;
  readonly #rounds: NodeJS.Timeout[];
  /**
   * A clock that stands still while this process does: when the whole machine stalls, nobody is late. Milliseconds, as of the last
   * round.
   */
  #clock = 0;
  #lastRound = performance.now();
  #lastId = 0;
  #diedYoung = 0;
  #launchAt = 0;
  #isClosing = false;
  /** What is counted from the start on. */
  readonly counts = {
    deaths: 0,
    ended: { deadline: 0, silence: 0, start: 0, memory: 0, restart: 0 },
    coldStartsOfTheGone: 0,
  };
  /** Milliseconds that finished tasks of the render lanes spent on each stretch of their way, and how many those were. */
  readonly hops = { queue: 0, to_worker: 0, render: 0, encode: 0, from_worker: 0, pages: 0 };

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#posts = postsFor(options.workers);
    this.#stations = stationsOf(this.#posts);
    this.#workersEach = Math.min(...this.#posts.map(({ lanes }) => lanes.length));
    this.#memoryBytes = options.memoryBytes ?? processMemoryBytes(this.#workersEach, options.themeCache);
    const hand = (job: Job, place: Place<Job>) => this.#hand(job, place);
    const lane = (name: LaneName) => {
      const places = [...this.#stations].filter(([, station]) => station.lane === name).map(([place]) => place);
      return new Lane<Job>(places, { ...LANES[name], isStricken: options.isStricken, hand });
    };
    this.#lanes = eachLane(lane);
    this.#launchMissing();
    this.#rounds = [
      setInterval(() => this.#makeRound(), ROUND_MS),
      setInterval(() => this.#watchMemory(), MEMORY_ROUND_MS),
    ];
  }

  /** Process ids of the render processes that live now. */
  get pids(): number[] {
    return [...this.#members].flatMap(({ child }) => child.pid ?? []);
  }

  /** Tasks that wait for their turn, by lane. */
  get waiting(): Readonly<Record<LaneName, number>> {
    return eachLane((name) => this.#lanes[name].waiting);
  }

  get processes(): ProcessReport[] {
    return [...this.#members].map(({ child, post, held, isLeaving }) => ({
      pid: child.pid ?? 0,
      post: post?.name ?? (isLeaving ? 'leaving' : 'spare'),
      residentBytes: child.residentBytes,
      isolates: child.counts.isolates,
      held: held.size,
    }));
  }

  /** Themes that a worker had to load before it could render them. */
  get coldStarts(): number {
    let coldStarts = this.counts.coldStartsOfTheGone;
    for (const { child } of this.#members) coldStarts += child.counts.coldStarts;
    return coldStarts;
  }

  /**
   * Runs a task in its turn, and again elsewhere when a process dies that held it without working on it.
   * @param owner whose turn it takes
   * @param expectedMs work that it is expected to be, milliseconds
   * @throws ProcessDied when the process that worked on it did; NoTurn; TaskFailed
   */
  run<T extends Task>(lane: LaneName, owner: string, task: T, expectedMs = 0): Promise<TimedAnswer<AnswerTo<T>>> {
    if (this.#isClosing) return Promise.reject(new TaskFailed('the sandbox is closing'));
    return new Promise((resolve, reject) => {
      // A worker answers each kind of task with its own kind of answer.
      const settle = { resolve: (answer: TimedAnswer) => resolve(answer as TimedAnswer<AnswerTo<T>>), reject };
      const timing = { since: this.#clock, came: sharedNow(), handed: 0 };
      const turn = { id: ++this.#lastId, owner, lane, size: sizeOf(lane, expectedMs) };
      const atMostMs = atMostMsOf(task);
      this.#lanes[lane].enqueue({ ...turn, task, atMostMs, settle, deaths: 0, place: '', ...timing });
    });
  }

  /** Refuses what waits for this owner's turn in the lanes that render. */
  withdraw(owner: string): void {
    for (const lane of [this.#lanes.fast, this.#lanes.trial, this.#lanes.heavy, this.#lanes.doubtful]) {
      for (const job of lane.withdraw(owner)) job.settle.reject(new NoTurn(`the turns of ${owner} were withdrawn`));
    }
  }

  /** Puts a new process in the place of each, one after the other; every task is finished where it is. */
  async replaceAll(): Promise<void> {
    const present = [...this.#members].filter(({ isLeaving }) => !isLeaving);
    // The spare first: it is as old as the others.
    present.sort((a, b) => Number(a.post !== null) - Number(b.post !== null));
    for (const member of present) this.#toReplace.set(member, 'restart');
    while (present.some((member) => this.#members.has(member)) && !this.#isClosing) await sleep(ROUND_MS);
  }

  /** Takes no more tasks, gives the others a moment, ends the processes. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const round of this.#rounds) clearInterval(round);
    for (const deadline = Date.now() + CLOSE_MS; Date.now() < deadline; ) {
      if (!this.#isAtWork()) break;
      await sleep(CLOSE_POLL_MS);
    }
    for (const lane of Object.values(this.#lanes)) this.#refuse(lane.withdrawBefore(Number.POSITIVE_INFINITY));
    for (const { child } of this.#members) child.kill();
    while (this.#members.size > 0) await sleep(CLOSE_POLL_MS);
    this.#options.launcher.close();
  }

  /** Whether something waits that somebody can do, or is being done. */
  #isAtWork(): boolean {
    const members = [...this.#members];
    if (members.some(({ held }) => held.size > 0)) return true;
    return members.some(({ child }) => child.isReady) && Object.values(this.waiting).some((waiting) => waiting > 0);
  }

  /**
   * One process for each post that somebody waits for; once these are filled and at work, the others and one to take the place of the
   * first that goes, which start in idle time until somebody waits for one after all.
   */
  #launchMissing(): void {
    if (this.#isClosing || this.#clock < this.#launchAt) return;
    const staying = [...this.#members].filter(({ isLeaving }) => !isLeaving);
    const awaited = this.#posts.filter(({ restraint }) => !restraint.onlyIdle);
    if (awaited.every(({ name }) => this.#atPost.get(name)?.asleep === 0)) {
      for (let missing = this.#posts.length + 1 - staying.length; missing > 0; missing--) this.#launch(IN_IDLE_TIME);
      return;
    }
    const available = staying.filter(({ post }) => !post?.restraint.onlyIdle);
    for (const member of available) if (!member.post) this.#restrain(member, UNRESTRAINED);
    for (let missing = awaited.length - available.length; missing > 0; missing--) this.#launch(UNRESTRAINED);
  }

  #launch(restraint: Restraint): void {
    const { bundles, launcher, themeCache } = this.#options;
    const maxWorkers = Math.max(...this.#posts.map(({ lanes }) => lanes.length));
    // Who has time can be given any post at once afterwards.
    const start = restraint.onlyIdle
      ? { workers: maxWorkers, pauseMs: SPARE_PAUSE_MS }
      : { workers: this.#workersEach, pauseMs: 0 };
    const child = new RenderChild(
      launcher,
      { bundles, themeCache, maxWorkers, ...start },
      {
        ready: () => {
          member.since = this.#clock;
          this.#fillPosts();
        },
        awake: (worker) => this.#open(member, worker),
        finished: (finished) => this.#receive(member, finished),
        ended: (end) => this.#bury(member, end),
      },
      restraint,
    );
    const now = this.#clock;
    const states = { post: null, asleep: 0, isLeaving: false, ended: null };
    const member: Member = {
      child,
      held: new HeldTasks(),
      patience: new Patience(),
      since: now,
      heardAt: now,
      ...states,
    };
    this.#members.add(member);
  }

  get #spare(): Member | undefined {
    return [...this.#members].find(({ child, post, isLeaving }) => child.isReady && post === null && !isLeaving);
  }

  #fillPosts(): void {
    for (const post of this.#posts) {
      if (this.#atPost.has(post.name)) continue;
      const spare = this.#spare;
      if (!spare) break;
      this.#assign(spare, post);
    }
    this.#launchMissing();
  }

  #assign(member: Member, post: Post): void {
    member.post = post;
    member.asleep = post.lanes.length;
    this.#atPost.set(post.name, member);
    this.#restrain(member, post.restraint);
    member.child.giveWay(nicenessOf(post.lanes));
    member.child.post(post.lanes.map((lane) => LANES[lane].niceness));
  }

  #restrain(member: Member, restraint: Restraint): void {
    if (restraint === UNRESTRAINED && member.child.restraint === UNRESTRAINED) return;
    member.child.restrain(restraint);
    // What it was kept from so far is not held against it.
    member.heardAt = this.#clock;
    if (!member.child.isReady) member.since = this.#clock;
  }

  #open(member: Member, worker: number): void {
    const { post } = member;
    const lane = post?.lanes[worker];
    if (!post || !lane) return;
    member.asleep--;
    this.#lanes[lane].open(placeOf(post, worker));
  }

  /** Nothing more is given to this member. */
  #relieve(member: Member): void {
    const { post } = member;
    member.post = null;
    member.isLeaving = true;
    if (!post) return;
    this.#atPost.delete(post.name);
    post.lanes.forEach((lane, worker) => {
      this.#lanes[lane].close(placeOf(post, worker));
    });
  }

  #hand(job: Job, { name }: Place<Job>): void {
    const station = this.#stations.get(name);
    const member = station && this.#atPost.get(station.post);
    if (!member) throw new Error(`nobody works at ${name}`);
    job.handed = sharedNow();
    job.place = name;
    member.held.add(station.worker, job, this.#clock);
    member.child.hand(station.worker, { id: job.id, task: job.task });
  }

  #receive(member: Member, finished: FromWorker): void {
    const job = member.held.take(finished.id, this.#clock);
    if (!job) return;
    if ('failed' in finished) job.settle.reject(new TaskFailed(finished.failed));
    else {
      if (finished.answer.outcome === 'page') this.#noteHops(job, finished, sharedNow());
      job.settle.resolve(finished);
    }
    this.#lanes[job.lane].finish(job, job.place, hasKept(job, finished));
    if (member.isLeaving && member.held.size === 0) member.child.kill();
  }

  #noteHops({ came, handed }: Job, { times }: TimedAnswer, received: number): void {
    this.hops.pages++;
    this.hops.queue += handed - came;
    this.hops.to_worker += times.began - handed;
    this.hops.render += times.rendered - times.began;
    this.hops.encode += times.ready - times.rendered;
    this.hops.from_worker += received - times.ready;
  }

  #makeRound(): void {
    const now = performance.now();
    this.#clock += Math.min(now - this.#lastRound, 2 * ROUND_MS);
    this.#lastRound = now;
    for (const member of this.#members) this.#lookAfter(member);
    for (const name of LANE_NAMES) {
      const lane = this.#lanes[name];
      const { turnMs = lane.isOpen ? TURN_MS : START_MS }: LaneSettings = LANES[name];
      this.#refuse(lane.withdrawBefore(this.#clock - turnMs));
    }
    this.#replaceOne();
    this.#launchMissing();
  }

  #lookAfter(member: Member): void {
    const { child, held, patience, ended } = member;
    if (ended) return;
    const { onlyIdle } = child.restraint;
    const [graceMs, silenceMs] = onlyIdle ? [IDLE_GRACE_MS, IDLE_SILENCE_MS] : [DEADLINE_GRACE_MS, SILENCE_MS];
    if (child.wasHeard) member.heardAt = this.#clock;
    child.wasHeard = false;
    if (!child.isReady) {
      const startedFor = this.#clock - member.since;
      if (startedFor > START_MS) this.#end(member, 'start');
      else if (onlyIdle && startedFor > IDLE_START_MS) this.#restrain(member, UNRESTRAINED);
    } else if (this.#clock - member.heardAt > silenceMs) this.#end(member, 'silence');
    else if (patience.isOver(held.latest(this.#clock), graceMs, () => child.cpuMs)) this.#end(member, 'deadline');
  }

  #watchMemory(): void {
    for (const member of this.#members) {
      const { residentBytes } = member.child;
      if (!member.post || this.#toReplace.has(member) || residentBytes <= this.#memoryBytes) continue;
      this.#options.log.warn({ residentBytes, post: member.post.name }, 'a render process has grown too large');
      this.#toReplace.set(member, 'memory');
    }
  }

  /** Only when a spare can take over, so that no lane stands empty. */
  #replaceOne(): void {
    const [next] = this.#toReplace;
    if (!next) return;
    const [member, reason] = next;
    if (member.post && !this.#spare) return;
    this.#toReplace.delete(member);
    this.#relieve(member);
    this.counts.ended[reason]++;
    if (member.held.size === 0) member.child.kill();
    this.#fillPosts();
  }

  #end(member: Member, reason: EndReason): void {
    this.counts.ended[reason]++;
    this.#options.log.warn({ reason, post: member.post?.name }, 'a render process is ended');
    member.ended = reason;
    member.child.kill();
  }

  #bury(member: Member, end: End): void {
    this.#members.delete(member);
    this.#toReplace.delete(member);
    this.counts.coldStartsOfTheGone += member.child.counts.coldStarts;
    const wasExpected = member.isLeaving || this.#isClosing;
    this.#relieve(member);
    const orphans = member.held.all();
    if (!wasExpected) this.#noteDeath(member, orphans.length, end);
    for (const { task: job, isAtWork } of orphans) {
      job.deaths++;
      if (this.#isClosing) job.settle.reject(new TaskFailed('the sandbox is closing'));
      else if (isAtWork || job.deaths > DEATHS_AT_MOST) {
        job.settle.reject(new ProcessDied(suspicionOf(member, end)));
      } else this.#lanes[job.lane].enqueue(job, true);
    }
    if (!this.#isClosing) this.#fillPosts();
  }

  #noteDeath({ child, since }: Member, tasks: number, { code, signal }: End): void {
    this.counts.deaths++;
    this.#options.log.warn({ code, signal, tasks }, 'a render process died and is replaced');
    const isYoung = !child.isReady || this.#clock - since < YOUNG_MS;
    this.#diedYoung = isYoung ? this.#diedYoung + 1 : 0;
    // The first two may be chance.
    if (this.#diedYoung < 3) return;
    const pause = Math.min(RESTART_PAUSE_MS * 2 ** (this.#diedYoung - 3), RESTART_PAUSE_AT_MOST_MS);
    this.#launchAt = this.#clock + pause;
  }

  #refuse(jobs: readonly Job[]): void {
    const reason = this.#isClosing ? new TaskFailed('the sandbox is closing') : new NoTurn('no turn came in time');
    for (const job of jobs) job.settle.reject(reason);
  }
}

/** An end of its own making, or a task that was not answered in time, says more than an end that anybody may have made. */
const suspicionOf = ({ ended }: Member, { code, signal }: End) =>
  ended === 'deadline' || (ended === null && (code !== null || (signal !== null && signal !== 'SIGKILL')))
    ? OWN_DOING
    : 0.5;

/** Milliseconds. */
function atMostMsOf(task: Task): number {
  switch (task.kind) {
    case 'render':
      // A worker that has not met the theme, and is not brought it, asks for it at once.
      return attemptAtMostMs(task.timeMs, !task.theme.program);
    case 'check':
      return task.timeMs;
    default:
      return RENDER_TIME_MS;
  }
}

/** Whether the worker is still warm for the theme of a job that it has done. */
const hasKept = ({ task }: Job, finished: FromWorker): boolean =>
  task.kind === 'render' &&
  task.staysWarm &&
  'answer' in finished &&
  finished.answer.outcome !== 'missing' &&
  finished.answer.outcome !== 'limit';
