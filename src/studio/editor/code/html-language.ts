import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { LanguageSupport, StreamLanguage, syntaxTree } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import { blocks, openAt } from './blocks.ts';
import { foldBrackets } from './brackets.ts';
import { htmlMode } from './html-mode.ts';
import { attributesOf, ELEMENTS, valuesOf } from './html-words.ts';
import { SCRIPT_DATA } from './script-language.ts';
import { STYLE_ATTRIBUTE, STYLE_DATA } from './style-language.ts';

const language = StreamLanguage.define(htmlMode);

/** How far before the cursor the text is examined, UTF-16 code units. */
const LOOKED_AT = 2_000;
/** A tag that is being written: its name, what it has so far, the text behind. */
const OPEN_TAG = /<([a-z][\w:-]*)((?:\s+(?:"[^"]*"|'[^']*'|[^>"'])*)?)$/i;
const NAME = /^[\w:-]*$/;

/** Elements, those that can be ended here, their attributes and the words that these take. */
function complete(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context;
  const before = state.sliceDoc(Math.max(0, pos - LOOKED_AT), pos);
  const begun = /<(\/?)([\w:-]*)$/.exec(before);
  if (begun) {
    const [, slash = '', name = ''] = begun;
    const ends = endings(context).map((label) => ({ label: `/${label}`, type: 'type', apply: `/${label}>`, boost: 1 }));
    const from = pos - name.length - slash.length;
    return { from, options: slash === '' ? [...named(ELEMENTS, 'type'), ...ends] : ends, validFor: /^\/?[\w:-]*$/ };
  }
  const value = /<([a-z][\w:-]*)(?:\s[^<>]*)?\s([\w:-]+)\s*=\s*(["']?)([^"'<>=]*)$/i.exec(before);
  if (value) {
    const [, element = '', attribute = '', , typed = ''] = value;
    const word = /\S*$/.exec(typed)?.[0] ?? '';
    const options = named(valuesOf(element.toLowerCase(), attribute.toLowerCase()), 'constant');
    return options.length === 0 ? null : { from: pos - word.length, options, validFor: /^[\w:/+-]*$/ };
  }
  const tag = OPEN_TAG.exec(before);
  if (tag) {
    const typed = /[\w:-]*$/.exec(before)?.[0] ?? '';
    if (/["']$/.test(before) || (typed === '' && !explicit)) return null;
    return {
      from: pos - typed.length,
      options: named(attributesOf((tag[1] ?? '').toLowerCase()), 'property'),
      validFor: NAME,
    };
  }
  if (!explicit || syntaxTree(state).resolveInner(pos, -1).name === 'blockComment') return null;
  const ends = endings(context).map((label) => `</${label}>`);
  return {
    from: pos,
    options: named([...ends, ...ELEMENTS.map((label) => `<${label}`)], 'type'),
    validFor: /^<\/?[\w:-]*$/,
  };
}

/** The elements that are open, from the innermost on. */
const endings = ({ state, pos }: CompletionContext): readonly string[] => [
  ...new Set(
    openAt(state, pos)
      .flatMap(({ name }) => (name.startsWith('%') ? [] : [name]))
      .reverse(),
  ),
];

const named = (words: readonly string[], type: string): Completion[] => words.map((label) => ({ label, type }));

const HTML_DATA = [{ autocomplete: complete }];

/** What is to be known of a place, by the language there: of a script, of a style, or of HTML; nothing within Liquid. */
function dataAt(state: EditorState, at: number): readonly Record<string, unknown>[] {
  const before = state.sliceDoc(Math.max(0, at - LOOKED_AT), at);
  if (/\{[{%](?:(?![%}]\}).)*$/s.test(before)) return [];
  const element = openAt(state, at).findLast(({ name }) => !name.startsWith('%'));
  if (element?.name === 'script') return SCRIPT_DATA;
  return element?.name === 'style' || STYLE_ATTRIBUTE.test(before) ? STYLE_DATA : HTML_DATA;
}

/** HTML with its scripts and styles. */
export const html = (): LanguageSupport =>
  new LanguageSupport(language, [Prec.high(EditorState.languageData.of(dataAt)), foldBrackets(language), blocks]);
