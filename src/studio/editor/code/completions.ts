import {
  type Completion,
  type CompletionSource,
  insertCompletionText,
  pickedCompletion,
  snippet,
} from '@codemirror/autocomplete';
import type { CompletionItem, CompletionKind } from '../../../../engine/assist/types.ts';
import type { Language } from '../state/language.ts';
import { wordsOf } from './words.ts';

/** The library's picture of a completion by what it is. */
const PICTURES: Readonly<Record<CompletionKind, string>> = {
  tag: 'keyword',
  filter: 'function',
  object: 'variable',
  property: 'property',
  setting: 'property',
  file: 'text',
  keyword: 'keyword',
  variable: 'variable',
  key: 'property',
  value: 'constant',
};

/** What narrows a list without another question. A dot begins another list, but in the name of a file. */
const NAME = /^[\p{L}\p{N}_-]*$/u;
const FILE_NAME = /^[\w.-]*$/;
/** Behind these a list is offered before the first letter. */
const OPENING = /[.'"]/;

/** Completions of a file of the theme, which the thread of the language knows. */
export function themeCompletions(path: string, language: Language): CompletionSource {
  return async (context) => {
    const { state, pos, explicit } = context;
    if (!explicit && !/[\w.'"-]/.test(state.sliceDoc(pos - 1, pos))) return null;
    language.typed(path, state.doc.toString());
    const found = await language.ask('completionsAt', path, pos);
    if (!found || context.aborted || found.items.length === 0) return null;
    const { from, to, items } = found;
    if (!explicit && from === pos && !OPENING.test(state.sliceDoc(pos - 1, pos))) return null;
    const validFor = items.some(({ kind }) => kind === 'file' || kind === 'value') ? FILE_NAME : NAME;
    return { from, options: items.map((item, place) => optionOf(item, place, Math.max(0, to - pos))), validFor };
  };
}

/** @param behind how much behind the cursor the completion takes the place of */
function optionOf(
  { label, kind, detail, documentation, insert }: CompletionItem,
  place: number,
  behind: number,
): Completion {
  return {
    label,
    type: PICTURES[kind],
    // Among names that fit as well, the better first.
    sortText: String(place).padStart(5, '0'),
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { info: () => wordsOf(documentation) }),
    apply(view, chosen, from, to) {
      const end = Math.min(to + behind, view.state.doc.length);
      if (insert?.includes('${')) snippet(templateOf(insert))(view, chosen, from, end);
      else {
        const text = insert === undefined ? label : plainOf(insert);
        const annotations = pickedCompletion.of(chosen);
        view.dispatch({ ...insertCompletionText(view.state, text, from, end), annotations });
      }
    },
  };
}

const plainOf = (insert: string): string => insert.replace(/\\([$}\\])/g, '$1');

/** A text with fields to fill in, as the library writes it: there a brace that is meant as such has a backslash before it. */
const templateOf = (insert: string): string =>
  insert.replace(/\$\{(\d+)(?::((?:\\.|[^}\\])*))?\}|\\([$}\\])|[{}]/g, (whole, field, name, escaped) => {
    if (field !== undefined) return `#{${field}${name === undefined ? '' : `:${plainOf(name).replace(/[{}]/g, '')}`}}`;
    const sign = escaped ?? whole;
    return sign === '{' || sign === '}' ? `\\${sign}` : sign;
  });
