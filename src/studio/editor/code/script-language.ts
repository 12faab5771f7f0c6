import {
  type CompletionSource,
  completeAnyWord,
  completeFromList,
  ifNotIn,
  snippetCompletion,
} from '@codemirror/autocomplete';
import { KEYWORDS, scriptMode } from './script-mode.ts';

/** What is offered where something is written: `#{…}` is filled in. */
const SHAPES = [
  ['function', 'function #{name}(#{params}) {\n\t#{}\n}'],
  ['for', 'for (const #{item} of #{items}) {\n\t#{}\n}'],
  ['if', 'if (#{}) {\n\t#{}\n}'],
  ['try', 'try {\n\t#{}\n} catch (#{error}) {\n\t#{}\n}'],
  ['class', 'class #{name} {\n\tconstructor(#{params}) {\n\t\t#{}\n\t}\n}'],
  ['import', 'import { #{names} } from "#{module}"'],
] as const;

/** Words of the language, usual shapes, and the names that the file has. */
const COMPLETIONS: readonly CompletionSource[] = [
  completeFromList([
    ...KEYWORDS.map((label) => ({ label, type: 'keyword' })),
    ...SHAPES.map(([label, shape]) => snippetCompletion(shape, { label, detail: '…', type: 'keyword' })),
  ]),
  completeAnyWord,
].map((source) => ifNotIn(['string', 'blockComment', 'lineComment', 'regexp'], source));

/** What is to be known of a place in a script. */
export const SCRIPT_DATA: readonly Record<string, unknown>[] = [
  { ...scriptMode.languageData },
  ...COMPLETIONS.map((autocomplete) => ({ autocomplete })),
];
