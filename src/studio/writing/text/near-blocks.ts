/**
 * Which blocks the browser always lays out: those around the selection. The others are laid out where somebody sees them (`text.css`), because the
 * browser's own work on a key grows with what is laid out: 10 ms for 300 kB, 2 ms so. A block that was made a moment ago is not laid out yet, and a
 * caret would not stay in it.
 */
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Marks a block and the blocks before and after. */
function nearOf(doc: Node, place: ResolvedPos): readonly Decoration[] {
  const index = place.index(0);
  const first = Math.max(0, index - 1);
  const near: Decoration[] = [];
  let position = place.posAtIndex(first, 0);
  for (let at = first; at <= Math.min(index + 1, doc.childCount - 1); at++) {
    const end = position + doc.child(at).nodeSize;
    near.push(Decoration.node(position, end, { class: 'near' }));
    position = end;
  }
  return near;
}

export const nearBlocks = (): Plugin =>
  new Plugin({
    props: {
      decorations: ({ doc, selection: { $anchor, $head } }) =>
        DecorationSet.create(doc, [
          ...nearOf(doc, $head),
          ...(Math.abs($anchor.index(0) - $head.index(0)) > 2 ? nearOf(doc, $anchor) : []),
        ]),
    },
  });
