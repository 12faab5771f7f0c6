import type { JSONContent } from '@tiptap/core';
import { beyond } from './beyond.ts';
import type { Block } from './block.ts';
import { type HtmlElement, type HtmlNode, isElement, isInline, isMedia, isSpace, isText } from './fragment.ts';
import { isList } from './list-types.ts';
import { keptOf, readAttributes } from './read-attributes.ts';
import { readLine } from './read-line.ts';
import { readFigure, readFrame, readImage } from './read-media.ts';
import { readTable } from './read-table.ts';

const NS_HTML = 'http://www.w3.org/1999/xhtml';

/** Blocks of the document may stand as deep in each other. */
const DEEPEST = 24;

const LIST_TYPE = /^[1aAiI]$/;
const START = /^-?\d{1,9}$/;
const LANGUAGE = /^language-([^\s]+)$/;

/**
 * A block of the document.
 * @param depth how many blocks it stands in.
 * @throws BEYOND where something of the element would be lost.
 */
export function readBlock(element: HtmlElement, depth: number): Block {
  if (element.namespaceURI !== NS_HTML || depth > DEEPEST) beyond();
  const { tagName, childNodes } = element;
  switch (tagName) {
    case 'p':
      return readParagraph(element);
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return node('heading', { level: Number(tagName.charAt(1)), kept: keptOf(element) }, readLine(childNodes));
    case 'ul':
      return node('bulletList', { kept: keptOf(element) }, readItems(element, depth));
    case 'ol':
      return readOrderedList(element, depth);
    case 'blockquote':
      return node('blockquote', { kept: keptOf(element) }, filled(readFlow(childNodes, depth + 1)));
    case 'hr':
      return node('horizontalRule', { kept: keptOf(element) });
    case 'pre':
      return readCode(element);
    case 'table':
      return readTable(element, (cell) => readCell(cell, depth + 3));
    case 'figure':
      return readFigure(element);
    case 'img':
      return readImage(element, 'img', null);
    case 'iframe':
      return readFrame(element, 'iframe', null);
    default:
      return beyond();
  }
}

/** A node of the document; attributes that are null are left out. */
function node(type: string, attributes: Record<string, unknown>, content: readonly JSONContent[] = []): Block {
  const attrs = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
  return {
    type,
    ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
    ...(content.length > 0 ? { content: [...content] } : {}),
  };
}

function readParagraph(element: HtmlElement): Block {
  const parts = element.childNodes.filter((child) => !isBlank(child));
  const [media] = parts;
  if (media && parts.length === 1 && isMedia(media)) {
    const kept = keptOf(element);
    return media.tagName === 'img' ? readImage(media, 'p', kept) : readFrame(media, 'p', kept);
  }
  // Space at the end of one that is not closed may be the space after it.
  const isTrimmed = !element.sourceCodeLocation?.endTag;
  return node('paragraph', { kept: keptOf(element) }, readLine(element.childNodes, isTrimmed));
}

/** A line without a `p` around it. */
export function readBareLine(nodes: readonly HtmlNode[]): Block {
  return node('paragraph', { bare: true }, filled(readLine(nodes, true)));
}

const isBlank = (child: HtmlNode) => isText(child) && isSpace(child.value);

function readOrderedList(element: HtmlElement, depth: number): Block {
  const { own, kept } = readAttributes(element, 'start', 'type');
  if (own.start !== undefined && !START.test(own.start)) beyond();
  if (own.type !== undefined && !LIST_TYPE.test(own.type)) beyond();
  const start = own.start === undefined ? null : Number(own.start);
  return node('orderedList', { start, type: own.type ?? null, kept }, readItems(element, depth));
}

function readItems(list: HtmlElement, depth: number): JSONContent[] {
  return filled(
    list.childNodes
      .filter((child) => !isBlank(child))
      .map((item) => {
        if (!isElement(item) || item.tagName !== 'li') beyond();
        const content = readCell(item, depth + 2);
        // An item of the document begins with a paragraph.
        if (content[0]?.type !== 'paragraph')
          content.unshift(node('paragraph', { bare: content.every(({ type }) => isList(type)) ? null : true }));
        return node('listItem', { kept: keptOf(item) }, content);
      }),
  );
}

/** The blocks of an item or of a cell, where a first line is usually without a `p`. */
function readCell(element: HtmlElement, depth: number): Block[] {
  const blocks = readFlow(element.childNodes, depth);
  if (blocks.length === 0) return [node('paragraph', {})];
  const [first, ...others] = blocks;
  if (first?.type !== 'paragraph' || first.attrs?.kept || !others.every(({ type }) => isList(type))) return blocks;
  const { bare, ...attrs } = first.attrs ?? {};
  return [node('paragraph', { ...attrs, bare: bare ? null : false }, first.content), ...others];
}

/** Blocks, and lines between them. */
function readFlow(nodes: readonly HtmlNode[], depth: number): Block[] {
  const blocks: Block[] = [];
  let line: HtmlNode[] = [];
  const endLine = () => {
    const parts = line.filter((child) => !isBlank(child));
    if (parts.length > 0 && parts.every(isMedia))
      blocks.push(...parts.map((part) => readBlock(part as HtmlElement, depth)));
    else if (parts.length > 0) blocks.push(readBareLine(line));
    line = [];
  };
  for (const child of nodes) {
    if (isElement(child) && !isInline(child)) {
      endLine();
      blocks.push(readBlock(child, depth));
    } else line.push(child);
  }
  endLine();
  return blocks;
}

/** @throws BEYOND where an element that has to hold something is empty. */
function filled<Content>(content: Content[]): Content[] {
  return content.length > 0 ? content : beyond();
}

function readCode(element: HtmlElement): Block {
  const kept = keptOf(element);
  const [only, second] = element.childNodes;
  if (only && isElement(only)) {
    if (second || only.tagName !== 'code') beyond();
    const { own } = readAttributes(only, 'class');
    const language = own.class === undefined ? null : LANGUAGE.exec(own.class)?.[1];
    if (language === undefined || only.attrs.length > (own.class === undefined ? 0 : 1)) beyond();
    return node('codeBlock', { language, kept }, readCodeText(only));
  }
  return node('codeBlock', { isPlain: true, kept }, readCodeText(element));
}

function readCodeText({ childNodes: [text, second] }: HtmlElement): JSONContent[] {
  if (!text) return [];
  // A return by its number would be stored as a line end.
  if (second || !isText(text) || text.value.includes('\r')) beyond();
  return [{ type: 'text', text: text.value }];
}
