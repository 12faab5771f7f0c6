/** What is known of the place of the caret, read from the nodes around the selection only: a long text costs no more than a short one. */
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import type { MarkType, ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, type Selection } from '@tiptap/pm/state';

export interface Place {
  /** Name of the textblock, or of the selected node. */
  readonly block: string;
  /** Level of a heading; 0 elsewhere. */
  readonly level: number;
  /** Names of the marks that typed text would have. */
  readonly marks: ReadonlySet<string>;
  /** Names of the nodes around the block. */
  readonly around: ReadonlySet<string>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Marks of the text at a place. Of a selection these are the marks of its beginning that its end has too. */
function marksAt(
  { storedMarks }: EditorState,
  { empty, $from, $to }: Selection,
): readonly { readonly type: MarkType }[] {
  return (empty ? (storedMarks ?? $from.marks()) : $from.marksAcross($to)) ?? [];
}

function namesAround($from: ResolvedPos): ReadonlySet<string> {
  const names = new Set<string>();
  for (let depth = 1; depth <= $from.depth; depth++) names.add($from.node(depth).type.name);
  return names;
}

export function placeOf(state: EditorState): Place {
  const { selection } = state;
  const node = selection instanceof NodeSelection ? selection.node : selection.$from.parent;
  return {
    block: node.type.name,
    level: node.type.name === 'heading' ? Number(node.attrs.level) : 0,
    marks: new Set(marksAt(state, selection).map(({ type }) => type.name)),
    around: namesAround(selection.$from),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  };
}

const sameNames = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((name) => other.has(name));

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.block === other.block &&
  one.level === other.level &&
  one.canUndo === other.canUndo &&
  one.canRedo === other.canRedo &&
  sameNames(one.marks, other.marks) &&
  sameNames(one.around, other.around);
