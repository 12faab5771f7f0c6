import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { liquid } from '@codemirror/lang-liquid';
import type { LanguageSupport } from '@codemirror/language';

/** A piece of HTML may begin in one file and end in another: nothing is said of closing tags, and none is added to what is written. */
const markup = () => html({ matchClosingTags: false, autoCloseTags: false });

/** The language of a file, by its extension. */
export function languageOf(path: string): LanguageSupport {
  if (path.endsWith('.liquid')) return liquid({ base: markup() });
  if (path.endsWith('.json')) return json();
  return path.endsWith('.css') ? css() : markup();
}
