import { IDLE_CHECK_MS } from './limits.ts';
import { IN_IDLE_TIME, type Restraint, UNRESTRAINED } from './restraint.ts';

/**
 * Who works where: the render processes that there always are, and which lane each of their workers serves. Niceness says how far
 * a worker gives way to the process that holds the connections, which is at 0: each step is a fifth of what there is to share. Even at
 * 19 who wakes waits for the end of a slice of a loop; where only an idle processor does, nobody does (p99 of others beside such
 * a loop 1.9 and 1.2 times that without it). But who waits for such work waits for ever while other programs keep the processors busy:
 * only what has given cause, and who can wait and be done elsewhere after all, is done so. A worker is given so much work ahead,
 * expected milliseconds, and one task when that is 0.
 */
export const LANES = {
  /** Themes whose pages are quick. */
  fast: { aheadMs: 20, share: 1 / 2, niceness: 1, standbyEvery: 64 },
  /** Theme versions that nothing is known of: one at a time, so that none waits behind another in one worker. */
  trial: { aheadMs: 0, share: 1 / 2, niceness: 5 },
  /** Themes that are not quick. */
  heavy: { aheadMs: 0, share: 1 / 2, niceness: 10 },
  /** Theme versions that are to become programs: a visitor waits for them. */
  compile: { aheadMs: 0, share: 1 / 2, niceness: 5 },
  /** Files that somebody wants to store, and themes that their authors have looked over. */
  check: { aheadMs: 5, share: 1 / 2, niceness: 10 },
  /** Renders that have shown that they take long and nothing else, or that ended their process. */
  doubtful: { aheadMs: 0, share: 1 / 2, niceness: 19 },
  /** Files that are long, or have shown that they take long. Long ones are done elsewhere when their turn does not come soon. */
  slowCheck: { aheadMs: 0, share: 1 / 2, niceness: 19, turnMs: IDLE_CHECK_MS },
} as const satisfies Record<string, LaneSettings>;

export interface LaneSettings {
  readonly aheadMs: number;
  readonly share: number;
  readonly niceness: number;
  readonly standbyEvery?: number;
  /** How long a task waits for its turn, milliseconds, where it has another lane to go to. */
  readonly turnMs?: number;
}

export type LaneName = keyof typeof LANES;

export const LANE_NAMES = Object.keys(LANES) as LaneName[];

export const eachLane = <T>(of: (name: LaneName) => T): Record<LaneName, T> =>
  Object.fromEntries(LANE_NAMES.map((name) => [name, of(name)])) as Record<LaneName, T>;

/** Tasks that a worker may be given ahead, however quick they are. */
const TASKS_AHEAD = 64;

/** Part of a worker's room that a task takes. @param expectedMs work that it is expected to be, milliseconds */
export function sizeOf(lane: LaneName, expectedMs: number): number {
  const { aheadMs } = LANES[lane];
  return aheadMs === 0 ? 1 : Math.min(1, Math.max(1 / TASKS_AHEAD, expectedMs / aheadMs));
}

/** What one render process is there for. */
export interface Post {
  readonly name: string;
  /** The lane of each of its workers. */
  readonly lanes: readonly LaneName[];
  readonly restraint: Restraint;
}

/** More threads than cores, so that some themes that never end leave one for the next; together they get little of any core. */
const TRIAL_WORKERS = 2;
const HEAVY_WORKERS = 2;
const DOUBTFUL_WORKERS = 2;

/** Two, so that one may die while the other serves. */
const FAST_PROCESSES = 2;

/**
 * @param workers workers for themes whose pages are quick, in all
 * @returns the posts, those that a first page needs first in front
 */
export function postsFor(workers: number): Post[] {
  const each = Math.ceil(workers / FAST_PROCESSES);
  const fast = Array.from({ length: FAST_PROCESSES }, (_, index) => ({
    name: `fast-${index}`,
    lanes: Array<LaneName>(each).fill('fast'),
    restraint: UNRESTRAINED,
  }));
  return [
    {
      name: 'first',
      lanes: [...Array<LaneName>(each).fill('compile'), ...Array<LaneName>(TRIAL_WORKERS).fill('trial')],
      restraint: UNRESTRAINED,
    },
    {
      name: 'last',
      lanes: [...Array<LaneName>(HEAVY_WORKERS).fill('heavy'), 'check'],
      restraint: { onlyIdle: false, isConfined: true },
    },
    ...fast,
    {
      name: 'idle',
      lanes: [...Array<LaneName>(DOUBTFUL_WORKERS).fill('doubtful'), 'slowCheck'],
      restraint: IN_IDLE_TIME,
    },
  ];
}

/** Of a whole process: nobody may take niceness back, so the spare has as little as any of its later workers. */
export const nicenessOf = (lanes: readonly LaneName[] = LANE_NAMES): number =>
  Math.min(...lanes.map((lane) => LANES[lane].niceness));

/** One worker of a post. */
export interface Station {
  readonly post: string;
  readonly worker: number;
  readonly lane: LaneName;
}

/** The name by which a lane knows the place of this worker. */
export const placeOf = ({ name }: Post, worker: number): string => `${name}/${worker}`;

/** By the names of their places. */
export const stationsOf = (posts: readonly Post[]): ReadonlyMap<string, Station> =>
  new Map(
    posts.flatMap((post) =>
      post.lanes.map((lane, worker) => [placeOf(post, worker), { post: post.name, worker, lane }] as const),
    ),
  );
