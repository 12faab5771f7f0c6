import { type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { EditorView, keymap, showTooltip, type Tooltip } from '@codemirror/view';

const show = StateEffect.define<Tooltip | null>();

/** What was asked for by key; it goes when the text changes or the cursor moves. */
const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(before, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(show)) return effect.value;
    return docChanged || selection ? null : before;
  },
  provide: (field) => showTooltip.from(field),
});

/** Shows something at a place of the text, in place of what was shown so. @param said what a screen reader says */
export function showAt(view: EditorView, tooltip: Tooltip | null, said: string): void {
  view.dispatch({ effects: [show.of(tooltip), EditorView.announce.of(said)] });
}

/** Takes the tooltip away. @returns false where none is shown */
export function hideTooltip(view: EditorView): boolean {
  if (!view.state.field(shown)) return false;
  view.dispatch({ effects: show.of(null) });
  view.focus();
  return true;
}

export const cursorTooltip: Extension = [shown, Prec.high(keymap.of([{ key: 'Escape', run: hideTooltip }]))];
