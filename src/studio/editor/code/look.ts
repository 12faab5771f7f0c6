import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';

const COLOURS = HighlightStyle.define([
  {
    tag: [
      tags.keyword,
      tags.controlKeyword,
      tags.definitionKeyword,
      tags.moduleKeyword,
      tags.operatorKeyword,
      tags.modifier,
    ],
    color: 'var(--code-keyword)',
  },
  { tag: [tags.string, tags.attributeValue, tags.special(tags.string)], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], color: 'var(--code-number)' },
  { tag: [tags.tagName, tags.className, tags.labelName], color: 'var(--code-tag)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--code-name)' },
  { tag: [tags.function(tags.variableName), tags.standard(tags.variableName)], color: 'var(--code-function)' },
  {
    tag: [tags.comment, tags.lineComment, tags.blockComment, tags.documentMeta],
    color: 'var(--soft)',
    fontStyle: 'italic',
  },
  {
    tag: [tags.brace, tags.bracket, tags.paren, tags.angleBracket, tags.punctuation, tags.separator],
    color: 'var(--soft)',
  },
  { tag: tags.invalid, color: 'var(--bad)' },
]);

/** The colours of the code; the rest of its look is in `look.css`. */
export const codeColours: Extension = syntaxHighlighting(COLOURS);
