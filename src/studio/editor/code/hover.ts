import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip, type KeyBinding, type Tooltip } from '@codemirror/view';
import type { Language } from '../state/language.ts';
import { showAt } from './cursor-tooltip.ts';
import { wordsOf } from './words.ts';

/** Words of the documentation about what is written at a place. */
async function tooltipAt(path: string, language: Language, view: EditorView, at: number): Promise<Tooltip | null> {
  const { doc } = view.state;
  language.typed(path, doc.toString());
  const hover = await language.ask('hoverAt', path, at);
  if (!hover || view.state.doc !== doc) return null;
  return { pos: hover.from, end: hover.to, above: true, create: () => ({ dom: wordsOf(hover.text) }) };
}

/** Words about what the pointer rests on. */
export const hoverWords = (path: string, language: Language): Extension =>
  hoverTooltip((view, at) => tooltipAt(path, language, view, at));

/** The same words by keyboard, at the cursor; a screen reader says them. */
export const hoverKey = (path: string, language: Language): KeyBinding => ({
  key: 'Mod-k Mod-i',
  run(view) {
    void tooltipAt(path, language, view, view.state.selection.main.head).then((tooltip) => {
      const said = tooltip?.create(view).dom.textContent ?? 'Il n’y a rien à dire de ce qui est écrit ici.';
      showAt(view, tooltip, said);
    });
    return true;
  },
});
