import { type ChangeObject, diffArrays, diffWordsWithSpace } from 'diff';
import { blocksOf } from './html/content.ts';
import { plainWords } from './plain-words.ts';

/** Words that both texts have, or one of them. */
export interface Piece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly words: string;
}

/** A block of a text that differs from that of the other text, or how many blocks are the same. */
export type Row =
  | { readonly kind: 'same'; readonly count: number }
  | { readonly kind: 'added'; readonly words: string }
  | { readonly kind: 'removed'; readonly words: string }
  | { readonly kind: 'changed'; readonly pieces: readonly Piece[] }
  /** The same words in another form: bold, a link, a heading. */
  | { readonly kind: 'form'; readonly words: string };

/** Rows that are shown at most: nobody reads more, and a browser takes long to lay them out. */
export const ROWS_SHOWN = 200;
/** How long the comparison of blocks may take, and then that of words in all of them, milliseconds: the time grows with the square of the changes. */
const TIME_MS = 500;
/** Longer blocks are shown as a whole, UTF-16 code units. */
const WORD_BY_WORD_UNITS = 5_000;

/** Compares two texts block by block, and changed blocks word by word, as far as that is shown. @returns one row more than is shown where there are more */
export function compareBlocks(before: string, after: string): readonly Row[] {
  const [old, present] = [blocksOf(before), blocksOf(after)].map((blocks) =>
    blocks.filter((block) => block.trim() !== ''),
  );
  const runs = diffArrays(old ?? [], present ?? [], { timeout: TIME_MS }) ?? [
    { added: false, removed: true, value: old ?? [] },
    { added: true, removed: false, value: present ?? [] },
  ];
  const until = performance.now() + TIME_MS;
  const rows: Row[] = [];
  for (const row of rowsOf(runs, until)) {
    rows.push(row);
    if (rows.length > ROWS_SHOWN) break;
  }
  return rows;
}

/** The rows of runs, one after the other as they are asked for. @param until when words are compared no longer, as `performance.now` counts */
function* rowsOf(
  runs: readonly Pick<ChangeObject<string[]>, 'added' | 'removed' | 'value'>[],
  until: number,
): Generator<Row> {
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at];
    if (!run) continue;
    const next = runs[at + 1];
    if (!run.added && !run.removed) yield { kind: 'same', count: run.value.length };
    else if (run.removed && next?.added) {
      yield* replaced(run.value, next.value, until);
      at++;
    } else for (const block of run.value) yield alone(run.added ? 'added' : 'removed', block);
  }
}

const alone = (kind: 'added' | 'removed', block: string): Row =>
  ({ kind, words: plainWords(block) || '(sans mots)' }) as Row;

/** Blocks in the place of others: one for one, as far as there are as many. */
function* replaced(old: readonly string[], present: readonly string[], until: number): Generator<Row> {
  const both = Math.min(old.length, present.length);
  for (let at = 0; at < both; at++) yield changed(old[at] ?? '', present[at] ?? '', until);
  for (const block of old.slice(both)) yield alone('removed', block);
  for (const block of present.slice(both)) yield alone('added', block);
}

function changed(old: string, present: string, until: number): Row {
  const [before, after] = [plainWords(old), plainWords(present)];
  if (before === after) return { kind: 'form', words: after || '(sans mots)' };
  const whole: readonly Piece[] = [
    { kind: 'removed', words: before },
    { kind: 'added', words: after },
  ];
  const timeout = until - performance.now();
  if (timeout <= 0 || before.length + after.length > WORD_BY_WORD_UNITS) return { kind: 'changed', pieces: whole };
  const pieces = diffWordsWithSpace(before, after, { timeout })?.map(
    ({ added, removed, value }): Piece => ({ kind: added ? 'added' : removed ? 'removed' : 'same', words: value }),
  );
  return { kind: 'changed', pieces: pieces ?? whole };
}
