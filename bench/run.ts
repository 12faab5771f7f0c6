/** Reads the command line of a bench, runs it, cleans up after it. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endAll, waitIfStopping } from './endings.ts';
import type { Figure, Findings } from './figure.ts';

/** The command line of a bench. */
export interface BenchArguments {
  /** The arguments that are not options. */
  readonly words: readonly string[];
  /** Short durations, which only show that the bench works. */
  readonly quick: boolean;
  /** Folder of another checkout, whose program is measured beside this one's where a bench compares the two. */
  readonly before: string | undefined;
  /** The deliberate faults are in place: each bar must be missed. */
  readonly fault: boolean;
  /** File to write the findings to as JSON, for the report. */
  readonly figures: string | undefined;
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

export function readArguments(): BenchArguments {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      fault: { type: 'boolean', default: false },
      before: { type: 'string' },
      figures: { type: 'string' },
    },
  });
  const before = values.before === undefined ? undefined : resolve(values.before);
  return { words: positionals, quick: values.quick, fault: values.fault, before, figures: values.figures };
}

/** Writes the findings for the report, if one is made. The exit code is 0 unless the bench failed: a missed bar is a valid result. */
export async function writeFindings(findings: Findings, { figures }: Pick<BenchArguments, 'figures'>): Promise<void> {
  if (figures) await writeFile(figures, JSON.stringify(findings));
  if (findings.figures.some(({ verdict }) => verdict === 'failed')) process.exitCode = 1;
}

/**
 * Runs a part of a bench and cleans up after it. A part that fails gives a failed figure; the other parts still run.
 * @param title names the part in that figure
 * @param failed takes the failed figure
 */
export async function attempt<T>(title: string, part: () => Promise<T>, failed: (figure: Figure) => T): Promise<T> {
  const began = performance.now();
  try {
    return await part();
  } catch (error) {
    await waitIfStopping();
    const measured = String((error as Error).message ?? error);
    return failed({ what: title, bar: null, measured, verdict: 'failed' });
  } finally {
    await endAll();
    say(`  ${title} took ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
  }
}

/** Runs a bench and cleans up after it, whatever ends it. */
export async function runBench(bench: (options: BenchArguments) => Promise<Findings>): Promise<void> {
  const options = readArguments();
  try {
    await writeFindings(await bench(options), options);
  } catch (error) {
    // After Ctrl-C the error comes from the clean-up, which ends what the bench uses: it is not a failure of the bench.
    await waitIfStopping();
    throw error;
  } finally {
    await endAll();
  }
}
