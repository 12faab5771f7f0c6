import { applyClosedLoop, type ClosedLoopResult } from '../load/autocannon.ts';

/** A server that is measured, in a process of its own; idle while another is. */
export interface Contestant {
  readonly name: string;
  readonly port: number;
}

/** What one contestant did in each round. */
export interface Results {
  readonly name: string;
  readonly rounds: readonly ClosedLoopResult[];
}

export interface Contest {
  readonly host: string;
  readonly connections: number;
  /** Seconds of each contestant's turn, once to warm up and then in every round. */
  readonly warmUpTurn: number;
  readonly turn: number;
  readonly rounds: number;
}

/** Lets each contestant compile what it will run. */
export async function warmUp(
  { host, connections, warmUpTurn }: Contest,
  contestants: readonly Contestant[],
): Promise<void> {
  for (const { port } of contestants) await applyClosedLoop({ port, host, connections, seconds: warmUpTurn });
}

/** Loads the contestants in turns, so that the machine's drifting speed falls on all of them. */
export async function hold(
  { host, connections, turn, rounds }: Contest,
  contestants: readonly Contestant[],
): Promise<Results[]> {
  const results = contestants.map(({ name }) => ({ name, rounds: [] as ClosedLoopResult[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, { port }] of contestants.entries()) {
      results[index]?.rounds.push(await applyClosedLoop({ port, host, connections, seconds: turn }));
    }
  }
  return results;
}

/** The middle one of some figures of the rounds. */
export const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** How many times the pages of the other: the middle of the rounds' ratios. */
export const ratioOf = (ours: Results, theirs: Results): number =>
  middle(
    ours.rounds.map(
      ({ pagesPerSecond }, round) => pagesPerSecond / (theirs.rounds[round]?.pagesPerSecond ?? Number.NaN),
    ),
  );
