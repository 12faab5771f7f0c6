import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Language } from '../state/language.ts';
import { themeCompletions } from './completions.ts';
import type { Corrections } from './corrections.ts';
import { cursorTooltip } from './cursor-tooltip.ts';
import { hoverKey, hoverWords } from './hover.ts';
import { languageOf } from './languages.ts';
import { codeColours } from './look.ts';
import { type NameAsks, nameClicks, nameKeys } from './naming.ts';
import { overtypeTagEnd } from './overtype.ts';
import { FRENCH } from './phrases.ts';

export interface FieldSetting {
  /** Nonce under which the page's policy lets style sheets in. */
  readonly nonce: string;
  readonly isDark: boolean;
  readonly isReadOnly: boolean;
  readonly language: Language;
  readonly names: NameAsks;
  /** Id of the element that says how to leave the field by keyboard. */
  readonly hintId: string;
}

/** All extensions of CodeMirror for a file. */
export function extensionsOf(path: string, setting: FieldSetting, corrections: Corrections): Extension {
  const { nonce, isDark, isReadOnly, language, names, hintId } = setting;
  // The same object each time: CodeMirror tells sources apart by identity.
  const completions = [{ autocomplete: themeCompletions(path, language) }];
  return [
    EditorView.cspNonce.of(nonce),
    EditorView.darkTheme.of(isDark),
    codeColours,
    EditorState.phrases.of(FRENCH),
    EditorView.contentAttributes.of({
      'aria-label': path,
      'aria-describedby': hintId,
      tabindex: '0',
      spellcheck: 'false',
    }),
    ...(isReadOnly ? [EditorState.readOnly.of(true)] : []),
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    indentUnit.of('  '),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    search({ top: true }),
    languageOf(path),
    EditorState.languageData.of(() => completions),
    hoverWords(path, language),
    nameClicks(path, names),
    cursorTooltip,
    ...(path.endsWith('.liquid') ? [overtypeTagEnd] : []),
    keymap.of([
      ...nameKeys(path, names),
      hoverKey(path, language),
      ...(isReadOnly ? [] : [corrections.key]),
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ];
}
