import { LanguageSupport, StreamLanguage } from '@codemirror/language';
import { foldBrackets } from './brackets.ts';
import { html } from './html-language.ts';
import { jsonMode } from './json-mode.ts';
import { liquid } from './liquid-language.ts';
import { css } from './style-language.ts';

/** The language of a file, by its extension. */
export function languageOf(path: string): LanguageSupport {
  if (path.endsWith('.liquid')) return liquid(html());
  if (path.endsWith('.json')) return json();
  return path.endsWith('.css') ? css() : html();
}

function json(): LanguageSupport {
  const language = StreamLanguage.define(jsonMode);
  return new LanguageSupport(language, foldBrackets(language));
}
