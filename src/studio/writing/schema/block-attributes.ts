import { type Attribute, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import type { Kept } from './kept-attributes.ts';

/**
 * The bytes that a block at the top of a stored text has: its own, and the white space that stands before it (of the first block only) and after it. The
 * three of all blocks, one after the other, are the stored text.
 */
export interface Source {
  readonly before: string;
  readonly html: string;
  readonly after: string;
}

/** An attribute of the document that no DOM ever has: neither what is shown nor what is pasted knows of it. */
export const unseen = (initial: unknown = null): Attribute => ({
  default: initial,
  rendered: false,
  // Null lets the attributes of the rule that has found the element stand.
  parseHTML: () => null,
});

const BLOCKS = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'horizontalRule',
  'codeBlock',
  'table',
];
const MARKS = ['bold', 'italic', 'underline', 'strike', 'code', 'link', 'superscript', 'subscript'];

/** Gives blocks what the stored text has of them, and divides that when a block is split. */
export const BlockAttributes = Extension.create({
  name: 'blockAttributes',
  addGlobalAttributes() {
    return [
      { types: [...BLOCKS, 'picture', 'video', 'htmlBlock'], attributes: { source: unseen() } },
      { types: [...BLOCKS, 'listItem', 'tableRow', ...MARKS], attributes: { kept: unseen() } },
      // How the element was written: `b` instead of `strong`.
      { types: ['bold', 'italic', 'strike'], attributes: { tag: unseen() } },
      // Whether a paragraph is written without its tags: true, false, or as is usual where it stands (null).
      { types: ['paragraph'], attributes: { bare: unseen() } },
      // `pre` alone, or `pre` with `code` in it.
      { types: ['codeBlock'], attributes: { isPlain: unseen(false) } },
      // `thead`, `tbody`, `tfoot`, or where the row's place is (null).
      { types: ['tableRow'], attributes: { section: unseen() } },
    ];
  },
  addProseMirrorPlugins() {
    return [new Plugin({ appendTransaction: (transactions, _, state) => dividedBlocks(transactions, state) })];
  },
});

/**
 * The change that follows a split: of two halves only one keeps the bytes and the id that both have got, the first unless it is empty. Null where no block
 * was split. Looks at what was changed only.
 */
function dividedBlocks(transactions: readonly Transaction[], state: EditorState): Transaction | null {
  const after = state.tr;
  transactions.forEach((transaction, place) => {
    transaction.steps.forEach((step, index) => {
      if (!(step instanceof ReplaceStep)) return;
      const { openStart, openEnd, size } = step.slice;
      if (openStart === 0 || openStart !== openEnd || size !== 2 * openStart) return;
      let middle = transaction.mapping.slice(index + 1).map(step.from + openStart, 1);
      for (const later of transactions.slice(place + 1)) middle = later.mapping.map(middle, 1);
      divide(after, middle);
    });
  });
  return after.docChanged ? after : null;
}

/** Takes what only one block may have from one of each two blocks that end and begin at a position. */
function divide(transaction: Transaction, middle: number): void {
  const at = transaction.doc.resolve(middle);
  let [first, second] = [at.nodeBefore, at.nodeAfter];
  let [firstAt, secondAt] = [middle - (first?.nodeSize ?? 0), middle];
  while (first && second && !first.isInline && !second.isInline) {
    const [loser, pos] = first.content.size === 0 ? [first, firstAt] : [second, secondAt];
    if (first.attrs.source && first.attrs.source === second.attrs.source)
      transaction.setNodeAttribute(pos, 'source', null);
    const id = idOf(first);
    if (id !== undefined && id === idOf(second)) transaction.setNodeAttribute(pos, 'kept', withoutId(loser.attrs.kept));
    const last: Node | null = first.lastChild;
    firstAt += 1 + first.content.size - (last?.nodeSize ?? 0);
    secondAt += 1;
    [first, second] = [last, second.firstChild];
  }
}

const idOf = (node: Node): string | undefined => (node.attrs.kept as Kept | null | undefined)?.id;

function withoutId({ id: _, ...rest }: Kept): Kept | null {
  return Object.keys(rest).length > 0 ? rest : null;
}
