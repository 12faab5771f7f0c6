import { html, type Tokenizer, TokenizerMode } from 'parse5';
import { RAW_TEXT } from '../../engine/text/html-elements.ts';

const STATES: ReadonlyMap<string, Tokenizer['state']> = new Map([
  ['textarea', TokenizerMode.RCDATA],
  ['title', TokenizerMode.RCDATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
]);

/**
 * HTML elements whose content is text, each with the tokenizer state that parse5 needs behind the start tag when no tree is built: to a browser
 * that runs scripts `noscript` is one, and what follows `plaintext` has no end.
 */
export const TEXT_ELEMENTS: ReadonlyMap<html.TAG_ID, Tokenizer['state']> = new Map(
  [...RAW_TEXT, 'plaintext', 'noscript'].map((name) => [
    html.getTagID(name),
    STATES.get(name) ?? TokenizerMode.RAWTEXT,
  ]),
);
