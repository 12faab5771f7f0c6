import { LSPErrorCodes, ResponseError, type TextEdit } from 'vscode-languageserver/node';
import { sentenceOf } from '../../sentence.ts';
import { rangeOf } from '../ranges.ts';
import type { Asked } from './asked.ts';

/**
 * The edit that lays a document out, in the one style of themes: what the client wants of blanks has no effect.
 * @returns nothing for a document that is laid out, or that is of another language
 * @throws ResponseError where the document has a mistake, or would show something else
 */
export async function formatted(asked: Asked): Promise<TextEdit[]> {
  // The formatter is large, and many sessions never ask for it.
  const { formatText, isFormatted, Unformattable } = await import('../../format/format-text.ts');
  const { version } = asked.text;
  if (!isFormatted(asked.path)) return [];
  try {
    const text = await formatText(asked.path, asked.text.getText());
    if (asked.text.version === version) return replacement(asked, text);
  } catch (error) {
    if (!(error instanceof Unformattable)) throw error;
    throw new ResponseError(LSPErrorCodes.RequestFailed, sentenceOf(error.message));
  }
  throw new ResponseError(LSPErrorCodes.ContentModified, 'Le texte a changé depuis la demande.');
}

/** The one edit that makes one text of another: what is the same at both ends stays. */
function replacement(asked: Asked, formatted: string): TextEdit[] {
  const before = asked.text.getText();
  if (before === formatted) return [];
  const shorter = Math.min(before.length, formatted.length);
  let start = 0;
  while (start < shorter && before[start] === formatted[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === formatted.at(-1 - end)) end++;
  // An edit that begins or ends within a pair of surrogates, or of line ends, is none that every client takes.
  while (start > 0 && isInner(before, start)) start--;
  while (end > 0 && isInner(before, before.length - end)) end--;
  const range = rangeOf(asked.text, { from: start, to: before.length - end });
  return [{ range, newText: formatted.slice(start, formatted.length - end) }];
}

/** Whether a place lies between two units that belong together. */
const isInner = (text: string, at: number): boolean =>
  /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(at - 1, at + 1));
