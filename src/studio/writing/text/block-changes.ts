import type { Node } from '@tiptap/pm/model';
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state';
import { diffArrays } from 'diff';
import { parseContent } from '../html/content.ts';
import { blockTexts } from '../html/serialise.ts';

/** Neighbouring blocks that become other ones. */
interface Run {
  readonly from: number;
  to: number;
  readonly nodes: Node[];
}

/** The text of each block; an empty paragraph that ends a text is not written, and no difference. */
function textsOf(doc: Node): readonly string[] {
  const texts = blockTexts(doc);
  return texts.length > 1 && texts.at(-1) === '' ? texts.slice(0, -1) : texts;
}

/** @param nodes the blocks of the new text */
function runsBetween(doc: Node, nodes: readonly Node[], blocks: readonly string[]): readonly Run[] {
  const runs: Run[] = [];
  let [index, place, next] = [0, 0, 0];
  let run: Run | null = null;
  for (const { added, removed, count } of diffArrays([...textsOf(doc)], [...blocks])) {
    if (!added && !removed) run = null;
    else if (!run) {
      run = { from: place, to: place, nodes: [] };
      runs.push(run);
    }
    if (added) run?.nodes.push(...nodes.slice(next, next + count));
    else for (let step = 0; step < count; step++) place += doc.child(index++).nodeSize;
    if (!removed) next += count;
    if (run) run.to = place;
  }
  return runs;
}

/**
 * The change that makes a text another one: only the blocks that differ are replaced, so that what is shown, the caret and the history of the others
 * stay. Null where nothing differs.
 */
export function blockChanges(state: EditorState, html: string): Transaction | null {
  const { doc, schema, selection, tr } = state;
  const parsed = parseContent(html);
  const nodes = schema.nodeFromJSON(parsed.doc).children;
  const runs = runsBetween(doc, nodes, parsed.blocks);
  if (runs.length === 0) return null;
  for (const run of runs.toReversed()) {
    const isAll = run.nodes.length === 0 && run.from === 0 && run.to === doc.content.size;
    tr.replaceWith(run.from, run.to, isAll ? nodes : run.nodes);
  }
  const around = runs.find(({ from, to }) => selection.head > from && selection.head < to);
  if (around) {
    // A caret whose block is another now stands as far from its beginning as before.
    const begin = tr.mapping.map(around.from, -1);
    const end = begin + around.nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    const at = Math.min(begin + selection.head - around.from, end, tr.doc.content.size);
    tr.setSelection(Selection.near(tr.doc.resolve(at), -1));
  }
  return tr;
}
