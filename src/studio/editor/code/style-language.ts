import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { LanguageSupport, StreamLanguage, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { colourNames } from '../../../../engine/language/colour-names.ts';
import { openAt } from './blocks.ts';
import { foldBrackets } from './brackets.ts';
import { ELEMENTS } from './html-words.ts';
import { styleMode } from './style-mode.ts';

// Tests that know no browser read this module, too.
declare const CSS: { supports(property: string, value: string): boolean };
declare const document: { readonly body: { readonly style: object } };

const language = StreamLanguage.define(styleMode(false));

const WORDS = {
  pseudo:
    'active after any-link autofill backdrop before checked default disabled empty enabled file-selector-button first-child first-letter first-line first-of-type focus focus-visible focus-within fullscreen has hover indeterminate invalid is lang last-child last-of-type link marker modal not nth-child nth-last-child nth-last-of-type nth-of-type only-child only-of-type open optional placeholder placeholder-shown popover-open read-only required root scope selection target user-invalid valid visited where',
  at: '@charset @container @counter-style @font-face @font-feature-values @import @keyframes @layer @media @page @property @scope @starting-style @supports @view-transition',
  value:
    'absolute all all-scroll alternate alternate-reverse always anywhere auto auto-fill auto-fit avoid balance backwards baseline block bold bolder border-box both bottom break-word capitalize center circle clip clone col-resize collapse color column column-reverse contain content content-box contents copy cover currentcolor dashed dark darken decimal default dense difference disc dotted double ease ease-in ease-in-out ease-out ellipsis end ew-resize exclusion fill fit-content fixed flex flex-end flex-start forwards from-image full-width grab grabbing grayscale grid groove hard-light help hidden hue hyphenate infinite inherit initial inline inline-block inline-flex inline-grid inline-size inset inside intersect isolate italic justify keep-all large larger layout left light lighten lighter line-through linear list-item local lower-alpha lower-roman lowercase luminosity mandatory manual max-content medium middle min-content mixed monospace move multiply nearest no-drop no-repeat none normal not-allowed nowrap ns-resize oblique open-quote optional outset outside overlay overline padding-box paint pan-x pan-y paused pointer pre pre-line pre-wrap preserve-3d pretty progress proximity relative repeat repeat-x repeat-y reverse revert ridge right rotate round row row-resize row-reverse running safe sans-serif saturation scale-down screen scroll self-end self-start separate serif small small-caps smaller smooth soft-light solid space space-around space-between space-evenly stable start static step-end step-start sticky stretch strict style sub subgrid super system-ui tabular-nums text text-bottom text-top thick thin to top touch transparent ultra-condensed underline unset upper-alpha upper-roman uppercase vertical-lr vertical-rl visible wait wavy wrap wrap-reverse x-large x-small xx-large xx-small zoom-in zoom-out',
  function:
    'attr blur brightness calc clamp color-mix conic-gradient contrast counter cubic-bezier drop-shadow env fit-content grayscale hsl hue-rotate image-set inset invert light-dark linear-gradient matrix max min minmax oklch opacity perspective polygon radial-gradient repeat repeating-linear-gradient rgb rotate saturate scale sepia skew steps translate translateX translateY url var',
} as const;

const named = (words: string, type: string): Completion[] => words.split(' ').map((label) => ({ label, type }));

/** All properties that this browser has. */
let properties: readonly Completion[] | undefined;
function propertyNames(): readonly Completion[] {
  const names = new Set<string>();
  if (!properties)
    for (const name in document.body.style) names.add(name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`));
  properties ??= [...names].filter(isProperty).map((label) => ({ label, type: 'property', apply: `${label}: ` }));
  return properties;
}

const isProperty = (name: string): boolean => CSS.supports(name, 'inherit');

const NAME = /^[\w-]*$/;
/** How far before the cursor the text is examined, UTF-16 code units. */
const LOOKED_AT = 2_000;

/** Properties, their words, selectors, at-rules, and the variables that the file declares. */
function complete(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context;
  const from = context.matchBefore(/@?[\w-]+/)?.from ?? pos;
  const typed = state.sliceDoc(from, pos);
  if (typed === '' && !explicit && state.sliceDoc(pos - 1, pos) !== ':') return null;
  if (/comment|string/i.test(syntaxTree(state).resolveInner(pos, -1).name)) return null;
  const { before, isList } = beforeIn(state, from);
  const isInBlock = isList || before.lastIndexOf('{') > before.lastIndexOf('}');
  const options = optionsAt(before, typed, isInBlock, state.doc.toString());
  return options.length === 0 ? null : { from, options, validFor: typed.startsWith('@') ? /^@[\w-]*$/ : NAME };
}

/** What of the style stands before a place, and whether it is that of an attribute. */
function beforeIn(state: EditorState, at: number): { before: string; isList: boolean } {
  const text = state.sliceDoc(Math.max(0, at - LOOKED_AT), at);
  const list = STYLE_ATTRIBUTE.exec(text);
  const element = openAt(state, at).findLast(({ name }) => name === 'style');
  const before = list ? (list[1] ?? '') : element ? text.slice(Math.max(0, text.length - (at - element.to))) : text;
  return { before: before.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, ' '), isList: list !== null };
}

/** An attribute `style` that is being written. */
export const STYLE_ATTRIBUTE = /\sstyle\s*=\s*["']([^"'<>]*)$/;

function optionsAt(before: string, typed: string, isInBlock: boolean, text: string): readonly Completion[] {
  if (typed.startsWith('@')) return named(WORDS.at, 'keyword');
  const statement = /[^;{}]*$/.exec(before)?.[0] ?? '';
  if (typed.startsWith('--') || /var\(\s*$/.test(statement)) return variablesIn(text);
  const property = isInBlock ? /^\s*([\w-]+)\s*:/.exec(statement)?.[1] : undefined;
  if (property !== undefined && (isProperty(property) || property.startsWith('--'))) return valuesOf(property);
  if (/:$/.test(statement)) return named(WORDS.pseudo, 'class');
  if (/^\s*@/.test(statement)) return [];
  const tags = ELEMENTS.map((label) => ({ label, type: 'type' }));
  return isInBlock && statement.trim() === '' ? [...propertyNames(), ...tags] : tags;
}

/** The words that a property takes, by what the browser says of them. */
function valuesOf(property: string): readonly Completion[] {
  const words = `${WORDS.value} ${colourNames().join(' ')}`;
  return [
    ...named(words, 'keyword').filter(({ label }) => CSS.supports(property, label)),
    ...named(WORDS.function, 'function'),
  ];
}

const variablesIn = (text: string): readonly Completion[] =>
  [...new Set(Array.from(text.matchAll(/(--[\w-]+)\s*:/g), ([, name = '']) => name))].map((label) => ({
    label,
    type: 'variable',
  }));

/** What is to be known of a place in a style. */
export const STYLE_DATA: readonly Record<string, unknown>[] = [
  { ...styleMode(false).languageData, autocomplete: complete },
];

/** A text field's support for CSS. */
export const css = (): LanguageSupport =>
  new LanguageSupport(language, [language.data.of({ autocomplete: complete }), foldBrackets(language)]);
