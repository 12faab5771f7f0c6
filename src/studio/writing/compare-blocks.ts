import { diffArrays, diffWordsWithSpace } from 'diff';
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

/** How long a comparison may take, milliseconds: the time grows with the square of the changes. */
const TIME_MS = 500;
/** Longer blocks are shown as a whole, UTF-16 code units. */
const WORD_BY_WORD_UNITS = 5_000;

/** Compares two texts block by block, and changed blocks word by word. */
export function compareBlocks(before: string, after: string): readonly Row[] {
  const [old, present] = [blocksOf(before), blocksOf(after)].map((blocks) =>
    blocks.filter((block) => block.trim() !== ''),
  );
  const runs = diffArrays(old ?? [], present ?? [], { timeout: TIME_MS }) ?? [
    { added: false, removed: true, value: old ?? [] },
    { added: true, removed: false, value: present ?? [] },
  ];
  const rows: Row[] = [];
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at];
    if (!run) continue;
    const next = runs[at + 1];
    if (!run.added && !run.removed) rows.push({ kind: 'same', count: run.value.length });
    else if (run.removed && next?.added) {
      rows.push(...replaced(run.value, next.value));
      at++;
    } else rows.push(...run.value.map((block) => alone(run.added ? 'added' : 'removed', block)));
  }
  return rows;
}

const alone = (kind: 'added' | 'removed', block: string): Row =>
  ({ kind, words: plainWords(block) || '(sans mots)' }) as Row;

/** Blocks in the place of others: one for one, as far as there are as many. */
function replaced(old: readonly string[], present: readonly string[]): readonly Row[] {
  const both = Math.min(old.length, present.length);
  return [
    ...old.slice(0, both).map((block, at) => changed(block, present[at] ?? '')),
    ...old.slice(both).map((block) => alone('removed', block)),
    ...present.slice(both).map((block) => alone('added', block)),
  ];
}

function changed(old: string, present: string): Row {
  const [before, after] = [plainWords(old), plainWords(present)];
  if (before === after) return { kind: 'form', words: after || '(sans mots)' };
  const whole: readonly Piece[] = [
    { kind: 'removed', words: before },
    { kind: 'added', words: after },
  ];
  if (before.length + after.length > WORD_BY_WORD_UNITS) return { kind: 'changed', pieces: whole };
  const pieces = diffWordsWithSpace(before, after, { timeout: TIME_MS })?.map(
    ({ added, removed, value }): Piece => ({ kind: added ? 'added' : removed ? 'removed' : 'same', words: value }),
  );
  return { kind: 'changed', pieces: pieces ?? whole };
}
