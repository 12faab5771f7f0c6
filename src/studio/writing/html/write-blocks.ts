import type { Node } from '@tiptap/pm/model';
import { isList } from './list-types.ts';
import { deeper, element, type Line, writeLines } from './write-elements.ts';
import { writeLine } from './write-line.ts';
import { writePicture, writeVideo } from './write-media.ts';
import { writeTable } from './write-table.ts';
import { escapeText, writeAttributes } from './write-text.ts';

/**
 * A block as HTML.
 * @param isBare whether a paragraph, picture or video is written without an element around it.
 */
export function writeBlock(node: Node, line: Line, isBare: boolean): string {
  const { kept, level, start, type, isPlain, language, html } = node.attrs;
  switch (node.type.name) {
    case 'paragraph':
      return isBare ? writeLine(node) : element('p', kept, writeLine(node));
    case 'heading':
      return element(`h${level}`, kept, writeLine(node));
    case 'bulletList':
      return element('ul', kept, writeItems(node, line));
    case 'orderedList': {
      const first = Number.isInteger(start) && start !== 1 ? start : null;
      return `<ol${writeAttributes({ start: first, type }, kept)}>${writeItems(node, line)}</ol>`;
    }
    case 'blockquote':
      return element('blockquote', kept, writeLines(flow(node, deeper(line)), line));
    case 'horizontalRule':
      return `<hr${writeAttributes(kept)}>`;
    case 'codeBlock':
      return isPlain ? writePlainCode(node) : writeCode(node, language);
    case 'table':
      return writeTable(node, line, writeCell);
    case 'picture':
      return writePicture(node, isBare);
    case 'video':
      return writeVideo(node, isBare);
    case 'htmlBlock':
      return html.replaceAll('\0', '');
    default:
      return '';
  }
}

function writeItems(list: Node, line: Line): string {
  return writeLines(
    list.children.map((item) => element('li', item.attrs.kept, writeCell(item, deeper(line)))),
    line,
  );
}

/** What stands in an item or in a cell: a first line, and blocks in lines of their own. */
function writeCell(cell: Node, line: Line): string {
  const [first = '', ...others] = flow(cell, deeper(line), true);
  if (others.length === 0) return first;
  return first + (line === null ? others.join('') : writeLines(others, line));
}

/** The blocks that stand in another one. Of two blocks of which each would be a line, the second has an element around it. */
function flow(parent: Node, line: Line, isCell = false): string[] {
  let isInLine = false;
  return parent.children.map((node, index) => {
    const isUsual =
      isCell && index === 0 && !node.attrs.kept && parent.children.slice(1).every((other) => isList(other.type.name));
    const wantsBare = wantsNoElement(node, isUsual) && (!isEmpty(node) || (isCell && index === 0));
    const isBare = wantsBare && !isInLine;
    isInLine = isBare && !isEmpty(node);
    return writeBlock(node, line, isBare);
  });
}

/** Whether a block is written without an element around it, where it may be. */
export function wantsNoElement({ type: { name }, attrs }: Node, isUsual: boolean): boolean {
  if (name === 'paragraph') return (attrs.bare ?? isUsual) && !attrs.kept;
  return (
    (name === 'picture' && attrs.form === 'img' && !attrs.caption) || (name === 'video' && attrs.form === 'iframe')
  );
}

const isEmpty = (node: Node) => node.isTextblock && node.content.size === 0;

function writeCode(node: Node, language: string | null): string {
  const attributes = writeAttributes({ class: language ? `language-${language}` : null });
  return element('pre', node.attrs.kept, `<code${attributes}>${codeText(node)}</code>`);
}

/** HTML leaves out a line end that follows `<pre>`. */
function writePlainCode(node: Node): string {
  const text = codeText(node);
  return element('pre', node.attrs.kept, text.startsWith('\n') ? `\n${text}` : text);
}

const codeText = (node: Node) => escapeText(node.textContent.replace(/\r\n?/g, '\n'));
