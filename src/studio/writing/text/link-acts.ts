/** Links of the text: which one is at the caret, and how one is set, changed and taken away. */
import { type Editor, getMarkRange } from '@tiptap/core';
import type { Mark } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { LinkWords } from './link-dialog.tsx';

const NEW_TAB = '_blank';

interface LinkAtCaret {
  readonly from: number;
  readonly to: number;
  /** Undefined where no link is. */
  readonly mark: Mark | undefined;
}

/** The link around the caret or at the beginning of the selection; else what is selected. */
function linkAtCaret({ state }: Editor): LinkAtCaret {
  const { selection, schema } = state;
  const type = schema.marks.link;
  const range = type && getMarkRange(selection.$from, type);
  const mark = range && state.doc.resolve(range.from).nodeAfter?.marks.find((one) => one.type === type);
  return range && mark ? { ...range, mark } : { from: selection.from, to: selection.to, mark: undefined };
}

export function linkWords(editor: Editor): { readonly link: LinkWords; readonly isThere: boolean } {
  const { from, to, mark } = linkAtCaret(editor);
  const isText = from === to;
  return {
    link: {
      address: String(mark?.attrs.href ?? ''),
      text: isText ? '' : null,
      isNewTab: mark?.attrs.target === NEW_TAB,
    },
    isThere: mark !== undefined,
  };
}

/** Sets a link on what is selected, on the link at the caret, or on a new text. */
export function applyLink(editor: Editor, { address, text, isNewTab }: LinkWords): void {
  const { from, to, mark } = linkAtCaret(editor);
  const type = editor.schema.marks.link;
  if (!type) return;
  const made = type.create({ ...mark?.attrs, href: address, target: isNewTab ? NEW_TAB : null });
  const { tr } = editor.state;
  if (from === to) {
    const marks = editor.state.storedMarks ?? editor.state.selection.$from.marks();
    tr.replaceWith(from, to, editor.schema.text(text?.trim() || address, made.addToSet(marks)));
  } else {
    tr.removeMark(from, to, type).addMark(from, to, made);
    tr.setSelection(TextSelection.create(tr.doc, to));
  }
  editor.view.dispatch(tr.removeStoredMark(type).scrollIntoView());
  editor.view.focus();
}

export function removeLink(editor: Editor): void {
  const { from, to } = linkAtCaret(editor);
  const type = editor.schema.marks.link;
  if (type) editor.view.dispatch(editor.state.tr.removeMark(from, to, type));
  editor.view.focus();
}
