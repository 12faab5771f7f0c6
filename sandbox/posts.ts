/** Who works where: the render processes that there always are, and which lane each of their workers serves. */
export const LANES = {
  /** Themes whose pages are quick. */
  fast: { depth: 8, share: 1 / 2 },
  /** Themes that nothing is known of, or that are not quick: one at a time, so that none waits behind another in one worker. */
  slow: { depth: 1, share: 1 / 2 },
  /** Theme versions that are to become programs. */
  compile: { depth: 1, share: 1 / 2 },
  /** Files that somebody wants to store. */
  check: { depth: 1, share: 1 / 2 },
} as const;

export type LaneName = keyof typeof LANES;

/** What one render process is there for. */
export interface Post {
  readonly name: string;
  /** The lane of each of its workers. */
  readonly lanes: readonly LaneName[];
  /** How far it gives way to the process that holds the connections; 19 is the furthest. */
  readonly niceness: number;
}

/** More threads than cores, so that some themes that never end leave one for the next; together they get little of any core. */
const SLOW_WORKERS = 4;

/** Less than the process that holds the connections; the spare's too, since nobody may take niceness back. */
export const FAST_NICENESS = 1;

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
    niceness: FAST_NICENESS,
  }));
  return [
    { name: 'analysis', lanes: [...Array<LaneName>(each).fill('compile'), 'check'], niceness: 3 },
    { name: 'slow', lanes: Array<LaneName>(SLOW_WORKERS).fill('slow'), niceness: 5 },
    ...fast,
  ];
}

/** One worker of a post. */
export interface Station {
  readonly post: string;
  readonly worker: number;
  readonly lane: LaneName;
}

/** By the names of the places at which lanes know them. */
export const stationsOf = (posts: readonly Post[]): ReadonlyMap<string, Station> =>
  new Map(
    posts.flatMap(({ name, lanes }) =>
      lanes.map((lane, worker) => [`${name}/${worker}`, { post: name, worker, lane }] as const),
    ),
  );
