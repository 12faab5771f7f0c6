import type { Asking } from '../load/asking.ts';
import { applyClosedLoop, type ClosedLoopResult } from '../load/autocannon.ts';
import { median } from '../median.ts';
import type { VitrineTimes } from './vitrine-times.ts';

/** A server that is measured, in its own processes; it is idle while another one is measured. */
export interface Contestant {
  readonly name: string;
  readonly port: number;
  /** How it is asked. */
  readonly askings: readonly Asking[];
  /** Headers of each request besides. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Reads the processor time of its parts, of a rival as that of its web process. */
  readonly times: () => Promise<VitrineTimes>;
}

/** One load of a contestant. */
export interface Round extends ClosedLoopResult {
  /** Processor time that each part used during the load, seconds. */
  readonly times: VitrineTimes;
}

/** The loads of one contestant, asked in one way, by round. */
export interface Results {
  readonly name: string;
  readonly asking: Asking;
  readonly rounds: readonly Round[];
}

export interface Contest {
  readonly host: string;
  readonly connections: number;
  /** Length of each contestant's load, seconds: once to warm up in each way of asking, and in every round. */
  readonly warmUpTurn: number;
  readonly turn: number;
  readonly rounds: number;
}

/** Loads each contestant before the rounds, so that V8 has compiled its code. */
export async function warmUp(contest: Contest, contestants: readonly Contestant[]): Promise<void> {
  for (const contestant of contestants)
    for (const asking of contestant.askings) await load(contest, contestant, asking, contest.warmUpTurn);
}

/** Loads the contestants one after the other in every round, so that a drift of the machine's speed changes the figures of all. */
export async function runRounds(contest: Contest, contestants: readonly Contestant[]): Promise<Results[]> {
  const turns = contestants.flatMap((contestant) =>
    contestant.askings.map((asking) => ({ contestant, asking, rounds: [] as Round[] })),
  );
  for (let round = 0; round < contest.rounds; round++) {
    for (const { contestant, asking, rounds } of turns) {
      rounds.push(await load(contest, contestant, asking, contest.turn));
    }
  }
  return turns.map(({ contestant, asking, rounds }) => ({ name: contestant.name, asking, rounds }));
}

async function load(
  { host, connections }: Contest,
  { port, times, headers }: Contestant,
  asking: Asking,
  seconds: number,
): Promise<Round> {
  const before = await times();
  const result = await applyClosedLoop({
    port,
    host,
    connections,
    seconds,
    headers: { ...asking.headers, ...headers },
  });
  const { web, render, database } = await times();
  return {
    ...result,
    times: { web: web - before.web, render: render - before.render, database: database - before.database },
  };
}

/** Pages a second of the one divided by those of the other, by round. */
export const ratiosOf = (ours: Results, theirs: Results): number[] =>
  ours.rounds.map(({ pagesPerSecond }, round) => pagesPerSecond / (theirs.rounds[round]?.pagesPerSecond ?? Number.NaN));

/** A value of each round: their median. */
export const medianOf = ({ rounds }: Results, value: (round: Round) => number): number => median(rounds.map(value));

/** Requests that failed, in all rounds. */
export const failuresOf = ({ rounds }: Results): number => rounds.reduce((sum, { failures }) => sum + failures, 0);

/** The smallest share of compressed answers in a round. */
export const encodedShare = ({ rounds }: Results): number => Math.min(...rounds.map((round) => round.encodedShare));
