/** Properties draw from the seed of the run, and say how a failure is seen again. */
import { relative } from 'node:path';
import fc, { type RunDetails } from 'fast-check';
import { expect } from 'vitest';
import { SEED } from './seed.ts';
import { IS_SOAK } from './soak.ts';

/** A story of a hundred steps would hide the error under what was drawn, characters. */
const LONGEST_EXAMPLE = 2_000;

function report(details: RunDetails<unknown>): void {
  if (!details.failed) return;
  const { errorInstance } = details;
  const example = fc.defaultReportMessage(details) ?? '';
  const shown = example.length > LONGEST_EXAMPLE ? `${example.slice(0, LONGEST_EXAMPLE)} …` : example;
  throw new Error(`${shown}\n\nTo see it again: ${commandFor(details.seed)}`, { cause: errorInstance });
}

/** The command that runs the test of this moment alone. */
function commandFor(seed: number): string {
  const { testPath = '', currentTestName = '' } = expect.getState();
  // What `-t` takes is a pattern.
  const name = currentTestName.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const variables = `${IS_SOAK ? 'SOAK=1 ' : ''}SEED=${seed}`;
  return `${variables} npx vitest run ${relative('.', testPath)} -t ${shellWord(name)}`;
}

const shellWord = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

fc.configureGlobal({ seed: SEED, reporter: report });
