import { html, type Tokenizer, TokenizerMode } from 'parse5';

const { TAG_ID } = html;

/** HTML elements whose content is text, each with the tokenizer state that parse5 needs behind the start tag when no tree is built. */
export const TEXT_ELEMENTS: ReadonlyMap<html.TAG_ID, Tokenizer['state']> = new Map([
  [TAG_ID.TEXTAREA, TokenizerMode.RCDATA],
  [TAG_ID.TITLE, TokenizerMode.RCDATA],
  [TAG_ID.PLAINTEXT, TokenizerMode.PLAINTEXT],
  [TAG_ID.SCRIPT, TokenizerMode.SCRIPT_DATA],
  ...[TAG_ID.STYLE, TAG_ID.IFRAME, TAG_ID.XMP, TAG_ID.NOEMBED, TAG_ID.NOFRAMES, TAG_ID.NOSCRIPT].map(
    (tag) => [tag, TokenizerMode.RAWTEXT] as const,
  ),
]);
