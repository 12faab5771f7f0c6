import { expect, it } from 'vitest';
import { printDifferences } from '../../../../src/cli/deploy/conflicts.ts';
import { emptyRecord, recordingTerminal } from '../../../support/recording-terminal.ts';

/** What is said of files that differ in so many lines. */
function said(files: number, lines = 1): readonly string[] {
  const record = emptyRecord();
  const text = (word: string) => Array.from({ length: lines }, (_, n) => `${word} ${n}\n`).join('');
  const texts = { service: text('là'), folder: text('ici') };
  const conflicts = Array.from({ length: files }, (_, n) => ({
    path: `assets/${n}.css`,
    service: null,
    git: null,
    texts,
  }));
  printDifferences(recordingTerminal(record), conflicts);
  return record.lines;
}

const shown = (lines: readonly string[]) => lines.filter((line) => line.startsWith('--- service/')).length;

it.each([
  [10, null],
  [11, '… (un autre fichier diffère)'],
  [30, '… (20 autres fichiers diffèrent)'],
])('the differences of %i files: ten of them, and how many more there are', (files, rest) => {
  const lines = said(files);
  expect([lines.length, shown(lines), rest && lines.at(-1)]).toEqual([rest ? 11 : 10, 10, rest]);
});

it('of a difference, thirty lines', () => {
  const [difference = '', rest] = said(1, 100);
  expect([difference.split('\n').length, rest]).toEqual([30, '… (173 autres lignes)']);
});
