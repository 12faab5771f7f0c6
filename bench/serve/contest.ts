import { applyClosedLoop, type ClosedLoopResult } from '../load/autocannon.ts';
import { median } from '../median.ts';

/** A server that is measured, in its own process; it is idle while another one is measured. */
export interface Contestant {
  readonly name: string;
  readonly port: number;
}

/** The results of one contestant, by round. */
export interface Results {
  readonly name: string;
  readonly rounds: readonly ClosedLoopResult[];
}

export interface Contest {
  readonly host: string;
  readonly connections: number;
  /** Length of each contestant's load, seconds: once to warm up, and in every round. */
  readonly warmUpTurn: number;
  readonly turn: number;
  readonly rounds: number;
}

/** Loads each contestant before the rounds, so that V8 has compiled its code. */
export async function warmUp(
  { host, connections, warmUpTurn }: Contest,
  contestants: readonly Contestant[],
): Promise<void> {
  for (const { port } of contestants) await applyClosedLoop({ port, host, connections, seconds: warmUpTurn });
}

/** Loads the contestants one after the other in every round, so that a drift of the machine's speed changes the figures of all. */
export async function runRounds(
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

/** Pages a second of the one divided by those of the other: the median of the rounds' ratios. */
export const ratioOf = (ours: Results, theirs: Results): number =>
  median(
    ours.rounds.map(
      ({ pagesPerSecond }, round) => pagesPerSecond / (theirs.rounds[round]?.pagesPerSecond ?? Number.NaN),
    ),
  );
