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
import { liquidCompletions, type ThemeWords } from './completions.ts';
import { languageOf } from './languages.ts';
import { codeLook } from './look.ts';
import { overtypeTagEnd } from './overtype.ts';
import { FRENCH } from './phrases.ts';

export interface FieldSetting {
  /** Nonce under which the page's policy lets style sheets in. */
  readonly nonce: string;
  readonly isDark: boolean;
  readonly isReadOnly: boolean;
  readonly words: ThemeWords;
  /** Id of the element that says how to leave the field by keyboard. */
  readonly hintId: string;
}

/** All extensions of CodeMirror for a file. */
export function extensionsOf(path: string, { nonce, isDark, isReadOnly, words, hintId }: FieldSetting): Extension {
  // The same object each time: CodeMirror tells sources apart by identity.
  const completions = [{ autocomplete: liquidCompletions(words) }];
  return [
    EditorView.cspNonce.of(nonce),
    EditorView.darkTheme.of(isDark),
    codeLook,
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
    ...(path.endsWith('.liquid') ? [overtypeTagEnd, EditorState.languageData.of(() => completions)] : []),
    keymap.of([
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
