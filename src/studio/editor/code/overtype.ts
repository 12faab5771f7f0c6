import { type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * A `%` between braces becomes two, with the cursor between them, and `%}` that was put in with `{%` is typed over. The library does so for single brackets only, and who types both characters would have
 * them twice.
 */
export const overtypeTagEnd: Extension = Prec.high(
  EditorView.inputHandler.of((view, from, to, text) => {
    if (from !== to || view.state.selection.ranges.length > 1) return false;
    if (text === '%' && view.state.sliceDoc(from - 1, from + 1) === '{}') {
      view.dispatch({ changes: { from, insert: '%%' }, selection: { anchor: from + 1 }, userEvent: 'input.type' });
      return true;
    }
    const around = view.state.sliceDoc(Math.max(0, from - 1), from + 2);
    const isOver = (text === '%' && around.slice(-2) === '%}') || (text === '}' && around.startsWith('%}'));
    if (!isOver) return false;
    view.dispatch({ selection: { anchor: from + 1 }, userEvent: 'input.type' });
    return true;
  }),
);
