import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from 'parse5';
import { attributeOf, classesOf, type Style } from './styles.ts';

/**
 * What Word and Outlook write: lists are paragraphs with a level and a bullet that is text, and classes say of headings and quotes what they are.
 */

type Element = DefaultTreeAdapterTypes.Element;

/** Most levels of lists; Word has nine. */
export const LEVELS = 12;

/** Where a paragraph stands in Word's lists. */
export interface WordList {
  readonly level: number;
  readonly key: string;
}

const LIST = /\bl\d+\s+level(\d{1,3})\s+(lfo\d+)/;

export function wordListOf(style: Style): WordList | undefined {
  const [, level, key] = LIST.exec(style.get('mso-list') ?? '') ?? [];
  return level && key ? { level: Math.min(Math.max(Number(level), 1), LEVELS), key } : undefined;
}

const LIST_CLASS = /^Mso(?:ListParagraph|ListBullet|ListNumber|ListContinue)/;

/** Whether a paragraph stands in a list by its class. */
export const isInWordList = (element: Element, style: Style): boolean =>
  style.get('mso-list') !== 'none' && classesOf(element).some((name) => LIST_CLASS.test(name));

/** Whether an element is the bullet or the number of an item. */
export const isMarker = (style: Style): boolean => style.get('mso-list') === 'ignore';

const NUMBER = /^[([]?(?:\d+[.\-)])*(?:(\d{1,6})|([a-z])|([ivxlcdm]{2,8}))[.)\]:°-]+$/i;
const BARE_NUMBER = /^\d{1,6}$/;

/** What a marker says of its list: whether it is numbered, and from which number. */
export function markerOf(text: string): { readonly ordered: boolean; readonly start: number } {
  const marker = text.replace(/[\s\u00a0]+/g, '');
  if (BARE_NUMBER.test(marker)) return { ordered: true, start: Number(marker) };
  const found = NUMBER.exec(marker);
  if (!found) return { ordered: false, start: 1 };
  return { ordered: true, start: found[1] === undefined ? 1 : Number(found[1]) };
}

/** A bullet as the text of a paragraph: signs of Symbol and Wingdings among them. */
const BULLET = /^(?:[·•●○◦▪■□‣⁃§o\u2013-]|\p{Co}|(?:\d{1,3}|[a-z])[.)])[\s\u00a0]+/u;

/** The bullet that a paragraph begins with as text. */
export const bulletOf = (text: string): string => BULLET.exec(text)?.[0] ?? '';

/** Sides of letters that only titles have, points. Word processors name most titles by their letters alone in what they copy. */
const TITLE_POINTS = 20;
/** Most elements around the letters of a title. */
const TITLE_DEPTH = 6;

const pointsOf = (style: Style): number => {
  const [, points] = /^(\d+(?:\.\d+)?)pt$/.exec(style.get('font-size') ?? '') ?? [];
  return Number(points ?? 0);
};

/** Pages and Notes give all of a paragraph's letters by its class. */
const ofShorthand = (style: Style): number => Number(/\b(\d+(?:\.\d+)?)px/.exec(style.get('font') ?? '')?.[1] ?? 0);

/** Whether a paragraph is in the letters of a title as a whole. */
export function isInTitleLetters(paragraph: Element, styleOf: (element: Element) => Style): boolean {
  if (ofShorthand(styleOf(paragraph)) >= TITLE_POINTS) return true;
  let element = paragraph;
  for (let depth = 0; depth < TITLE_DEPTH; depth++) {
    const written = element.childNodes.filter((child) => !isBlank(child));
    const [only] = written;
    if (written.length !== 1 || !only || !defaultTreeAdapter.isElementNode(only)) return false;
    if (pointsOf(styleOf(only)) >= TITLE_POINTS) return hasText(only);
    element = only;
  }
  return false;
}

const isBlank = (node: DefaultTreeAdapterTypes.ChildNode): boolean =>
  defaultTreeAdapter.isTextNode(node) ? node.value.trim() === '' : !defaultTreeAdapter.isElementNode(node);

/** Whether an element has letters within a few others, and not a page of them. */
const hasText = (element: Element, depth = 0): boolean =>
  depth < TITLE_DEPTH &&
  element.childNodes.some((child) =>
    defaultTreeAdapter.isElementNode(child) ? hasText(child, depth + 1) : !isBlank(child),
  );

const HEADING_CLASS = /^Mso(?:Heading|Titre)\s?(\d)/i;

/** The level of the heading that an element is by its name, its role or its style; 0 for what is none. */
export function headingLevelOf(element: Element, style: Style): number {
  const [, ofName] = /^h([1-6])$/.exec(element.tagName) ?? [];
  if (ofName) return Number(ofName);
  if (attributeOf(element, 'role') === 'heading') return levelFrom(attributeOf(element, 'aria-level'), 2);
  if (!/^(?:p|div)$/.test(element.tagName)) return 0;
  const outline = /^\d$/.exec(style.get('mso-outline-level') ?? '')?.[0];
  if (outline) return levelFrom(outline, 0);
  for (const name of classesOf(element)) {
    if (name === 'MsoTitle') return 1;
    const [, level] = HEADING_CLASS.exec(name) ?? [];
    if (level) return levelFrom(level, 0);
  }
  return 0;
}

function levelFrom(text: string, otherwise: number): number {
  const level = Number.parseInt(text, 10);
  return level >= 1 && level <= 9 ? Math.min(level, 6) : otherwise;
}

export const isWordQuote = (element: Element): boolean =>
  /^(?:p|div)$/.test(element.tagName) && classesOf(element).some((name) => /^Mso(?:Intense)?Quote/.test(name));

const BESIDE_CLASSES: ReadonlySet<string> = new Set([
  'MsoCommentReference',
  'msocomanchor',
  // Word in a browser draws bullets as text, in items that have one of their own.
  'ListMarkerWrappingSpan',
]);

/** What is not of the text: comments of reviewers and what they hang on, headers and footers of pages, deletions that are followed. */
export function isBesideText(element: Element, style: Style): boolean {
  const kind = style.get('mso-element') ?? '';
  return (
    kind === 'comment-list' ||
    kind === 'header' ||
    kind === 'footer' ||
    style.get('mso-special-character') === 'comment' ||
    classesOf(element).some((name) => BESIDE_CLASSES.has(name)) ||
    isFollowedDeletion(element)
  );
}

/** A deletion of somebody in a document that follows changes, not one that a page shows crossed out. */
const isFollowedDeletion = (element: Element): boolean =>
  element.tagName === 'del' && (attributeOf(element, 'cite').startsWith('mailto:') || holdsClass(element, 'msoDel'));

const holdsClass = (element: Element, name: string): boolean =>
  element.childNodes.some((child) => 'tagName' in child && classesOf(child).includes(name));
