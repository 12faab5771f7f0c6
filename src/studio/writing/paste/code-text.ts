import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from 'parse5';
import { BLOCKS, SKIPPED } from './elements.ts';
import { attributeOf, type Style } from './styles.ts';

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const MONOSPACED = /mono|courier|consolas|menlo|monaco|fixed|fira code|source code|cascadia|inconsolata/;

/** Where white space stays as it was written. */
export const keepsLines = (style: Style): boolean | undefined => {
  const value = style.get('white-space') ?? style.get('white-space-collapse');
  if (value === undefined) return undefined;
  return /^(?:pre|break-spaces|preserve)/.test(value);
};

/** Lines of code by their look: what editors of code put on the clipboard. */
const looksLikeCode = (style: Style): boolean =>
  keepsLines(style) === true && MONOSPACED.test(style.get('font-family') ?? '');

/** Mail programs show what was written without marks in `pre`: that is text. */
const isMail = (element: Element): boolean =>
  /\bmoz-|\bPlainText\b/.test(attributeOf(element, 'class')) || element.attrs.some(({ name }) => name === 'wrap');

/** Whether an element has lines of code: undefined for what is read as text. */
export function codeOf(element: Element, style: Style): string | undefined {
  const { tagName } = element;
  if (tagName === 'pre' || tagName === 'listing' || tagName === 'xmp')
    return isMail(element) ? undefined : linesOf(codeIn(element));
  if (!BLOCKS.has(tagName) || !looksLikeCode(style)) return undefined;
  const lines = linesOf(element);
  // One line is a word or an address out of a file.
  return lines.includes('\n') ? lines : undefined;
}

/** The one `code` of a `pre`: what stands beside it is a button, or names the language. */
function codeIn(pre: Element): Element {
  const found: Element[] = [];
  const look = (parent: ParentNode): void => {
    for (const child of parent.childNodes) {
      if (!defaultTreeAdapter.isElementNode(child)) continue;
      if (child.tagName === 'code') found.push(child);
      else look(child);
    }
  };
  look(pre);
  const [code] = found;
  return code && found.length === 1 && code.parentNode !== pre ? code : pre;
}

function linesOf(element: Element): string {
  const lines = new Lines();
  lines.read(element);
  return lines.text
    .replace(/[\u00a0]/g, ' ')
    .replace(/[\u200b\ufeff\r]/g, '')
    .replace(/^(?:[ \t]*\n)+|\s+$/g, '');
}

class Lines {
  text = '';
  /** Whether the last block has ended its line, and nothing was written since. */
  #isNew = true;

  read(parent: ParentNode): void {
    for (const child of parent.childNodes) {
      if (defaultTreeAdapter.isTextNode(child)) this.#write(child.value);
      else if (defaultTreeAdapter.isElementNode(child)) this.#element(child);
    }
  }

  #write(text: string): void {
    if (text === '') return;
    this.text += text;
    this.#isNew = text.endsWith('\n');
  }

  #element(element: Element): void {
    if (SKIPPED.has(element.tagName)) return;
    if (element.tagName === 'br') {
      this.text += '\n';
      this.#isNew = true;
      return;
    }
    const isBlock = BLOCKS.has(element.tagName);
    if (isBlock && !this.#isNew) this.#write('\n');
    this.read(element);
    if (isBlock && !this.#isNew) this.#write('\n');
  }
}
