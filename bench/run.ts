/** How every bench begins and ends. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { endAll, goOn } from './endings.ts';
import type { Findings } from './figure.ts';

/** What the command line of a bench says. */
export interface BenchArguments {
  /** The words that are no options. */
  readonly words: readonly string[];
  /** Short durations: to see that it works, not to measure. */
  readonly quick: boolean;
  /** File that takes what was found as JSON, for the report. */
  readonly figures: string | undefined;
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

export function readArguments(): BenchArguments {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, figures: { type: 'string' } },
  });
  return { words: positionals, quick: values.quick, figures: values.figures };
}

/** Hands what was found to the report, if one is written. The exit code stays 0 unless the bench broke: a missed bar is a result. */
export async function handBack(findings: Findings, { figures }: Pick<BenchArguments, 'figures'>): Promise<void> {
  if (figures) await writeFile(figures, JSON.stringify(findings));
  if (findings.figures.some(({ verdict }) => verdict === 'failed')) process.exitCode = 1;
}

/** Runs a bench and cleans up after it, however it ends. */
export async function runBench(bench: (options: BenchArguments) => Promise<Findings>): Promise<void> {
  const options = readArguments();
  try {
    await handBack(await bench(options), options);
  } catch (error) {
    // What a signal ends breaks what is under way: that is no failure to tell, and the endings are being run already.
    await goOn();
    throw error;
  } finally {
    await endAll();
  }
}
