import { SaxesParser, type SaxesTagNS } from 'saxes';
import { Refused } from '../refused.ts';
import { ARIA, ATTRIBUTES, ELEMENTS, GROUPS, MOVING, PICTURES, REFERENCE, TEXTS } from './allowed.ts';
import { cleanDeclarations, cleanSheet, isInner } from './css.ts';

/** An element of a drawing with what may stay of it. */
export interface Element {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: (Element | string)[];
}

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';
const MOST_ELEMENTS = 50_000;
const DEEPEST = 200;
/** Elements with text only. */
const PLAIN = new Set(['title', 'desc', 'style']);
const INNER = /^#[\w.:-]{1,200}$/;
const DATA = /^data:image\/(?:png|jpeg|jpg|webp|gif);base64,[A-Za-z0-9+/\s]+={0,2}$/;

/**
 * Reads a drawing; what is not allowed is not in what is given back.
 * @throws Refused for what is no SVG, has too much in it, or is broken; the parser's error
 */
export function readDrawing(text: string): Element {
  const parser = new SaxesParser({ xmlns: true });
  let root: Element | null = null;
  let elements = 0;
  let depth = 0;
  /** Elements that are open; null for one that is left out, with all that it has. */
  const open: (Element | null)[] = [];
  const addText = (piece: string) => {
    const parent = open.at(-1);
    if (parent && TEXTS.has(parent.name)) parent.children.push(piece);
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    if (++depth > DEEPEST || ++elements > MOST_ELEMENTS) throw new Refused('media_illisible');
    const parent = open.at(-1);
    const element = parent === null || PLAIN.has(parent?.name ?? '') ? null : cleaned(tag);
    open.push(element);
    if (element === null) return;
    if (parent) parent.children.push(element);
    else root = element;
  });
  parser.on('closetag', () => {
    depth--;
    const element = open.pop();
    if (element?.name === 'style') element.children.splice(0, Infinity, cleanSheet(element.children.join('')));
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  const found = root as Element | null;
  if (found?.name !== 'svg') throw new Refused('type_refuse');
  return found;
}

/** An element without what it may not have; null where it may not be. */
function cleaned({ local, uri, attributes }: SaxesTagNS): Element | null {
  if (uri !== SVG && uri !== '') return null;
  const name = GROUPS.has(local) ? 'g' : local;
  if (!ELEMENTS.has(name)) return null;
  const kept = new Map<string, string>();
  for (const { local: attribute, uri: space, prefix, value } of Object.values(attributes)) {
    if (space === XML && (attribute === 'space' || attribute === 'lang')) kept.set(`xml:${attribute}`, value);
    if (prefix !== '' && space !== XLINK) continue;
    const clean = cleanValue(name, attribute, value);
    if (clean !== null && (space !== XLINK || attribute === REFERENCE)) kept.set(attribute, clean);
  }
  const moves = kept.get('attributeName');
  return moves !== undefined && !MOVING.has(moves) ? null : { name, attributes: kept, children: [] };
}

/** What may stay of an attribute; null where nothing may. */
function cleanValue(element: string, attribute: string, value: string): string | null {
  if (attribute === REFERENCE) {
    const address = value.trim();
    return INNER.test(address) || (PICTURES.has(element) && DATA.test(address)) ? address : null;
  }
  if (attribute === 'style') return cleanDeclarations(value) || null;
  if (!ATTRIBUTES.has(attribute) && !ARIA.test(attribute)) return null;
  if (ARIA.test(attribute)) return value;
  // Only functions of CSS lead elsewhere, and escapes, which write them in another way.
  return /[\\(]/.test(value) && !isInner(value) ? null : value;
}
