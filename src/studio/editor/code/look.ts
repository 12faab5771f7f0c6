import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const BOX = { border: '1px solid var(--line)', borderRadius: '.375rem' };
// Underlines mark problems: the pictures of the library have colours of their own.
const wavy = (colour: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${colour} 1px`,
  textUnderlineOffset: '.2em',
});

/** The look of the text field, in the colours of the page (CSS variables, light and dark). */
const FRAME = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)', fontSize: '.875rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '.5rem 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection':
    {
      backgroundColor: 'var(--code-selection)',
    },
  '.cm-activeLine': { backgroundColor: 'var(--code-line)' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--soft)', border: 'none', paddingRight: '.25rem' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--code-line)', color: 'var(--ink)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--code-selection)', outline: '1px solid var(--control)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--raised)', borderColor: 'var(--line)', color: 'var(--soft)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    padding: '.5rem .75rem',
    display: 'flex',
    flexWrap: 'wrap',
    gap: '.25rem',
    alignItems: 'center',
  },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search .cm-textfield': { width: '14rem', minHeight: '2rem', margin: '0', fontSize: '.875rem' },
  '.cm-button': {
    ...BOX,
    backgroundImage: 'none',
    backgroundColor: 'var(--paper)',
    fontSize: '.8125rem',
  },
  '.cm-panel.cm-search label': { fontSize: '.8125rem', display: 'inline-flex', gap: '.25rem', alignItems: 'center' },
  '.cm-panel.cm-search [name=close]': {
    position: 'static',
    marginLeft: 'auto',
    minHeight: '1.75rem',
    padding: '0 .5rem',
    fontSize: '1.125rem',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-ground)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--code-selection)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--code-line)' },
  '.cm-tooltip': {
    ...BOX,
    backgroundColor: 'var(--paper)',
    color: 'var(--ink)',
    boxShadow: '0 .25rem 1rem rgb(0 0 0 / .2)',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '16rem' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '.125rem .5rem' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--rust)', color: 'var(--on-rust)' },
  '.cm-completionDetail': { color: 'var(--soft)' },
  '[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-tooltip.cm-completionInfo, .cm-words': { maxWidth: '30rem', padding: '.375rem .75rem' },
  '.cm-completionInfo .cm-words': { padding: '0' },
  '.cm-words p, .cm-words pre': { margin: '.25rem 0' },
  '.cm-words code, .cm-words pre': { fontFamily: 'var(--mono)', fontSize: '.8125rem', whiteSpace: 'pre-wrap' },
  '.cm-corrections': { listStyle: 'none', margin: '0', padding: '.25rem' },
  '.cm-corrections button': {
    width: '100%',
    justifyContent: 'start',
    border: '0',
    minHeight: '1.75rem',
    fontSize: '.875rem',
  },
  '.cm-panel.cm-panel-lint ul:focus [aria-selected]': { backgroundColor: 'var(--paper)', color: 'var(--ink)' },
  '.cm-diagnosticAction': {
    ...BOX,
    gap: '0',
    margin: '0 0 0 .5rem',
    backgroundColor: 'var(--paper)',
    color: 'var(--ink)',
  },
  '.cm-diagnostic': { padding: '.375rem .75rem', fontFamily: 'inherit', maxWidth: '34rem' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--warn)' },
  '.cm-lintRange-error': wavy('var(--bad)'),
  '.cm-lintRange-warning': wavy('var(--warn)'),
  '.cm-specialChar': { color: 'var(--bad)' },
});

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

/** How the text looks. */
export const codeLook: Extension = [FRAME, syntaxHighlighting(COLOURS)];
