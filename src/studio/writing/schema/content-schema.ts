import { type Extensions, getSchema } from '@tiptap/core';
import { Subscript } from '@tiptap/extension-subscript';
import { Superscript } from '@tiptap/extension-superscript';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import type { Schema } from '@tiptap/pm/model';
import { StarterKit } from '@tiptap/starter-kit';
import { BlockAttributes, unseen } from './block-attributes.ts';
import { ContentLink } from './content-link.ts';
import { HtmlBlock } from './html-block.ts';
import { Passage } from './passage.ts';
import { Picture } from './picture.ts';
import { Video } from './video.ts';

/** A span over columns or rows, at least one. */
const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) =>
    Math.min(1000, Math.max(1, Number.parseInt(element.getAttribute(name) ?? '1', 10) || 1)),
});

/** Without the width and the alignment of TipTap's cells, which would put a style into the DOM and into the text. */
const cellAttributes = () => ({
  colspan: span('colspan'),
  rowspan: span('rowspan'),
  colwidth: unseen(),
  kept: unseen(),
});

/**
 * All nodes and marks of a text, with the habits of keyboard and Markdown that belong to them. What the DOM gets of a text is an element's name and, of links,
 * pictures and cells, the few attributes that are shown: never a style, an attribute of the text's author, or an address that runs a script.
 */
export function contentExtensions(): Extensions {
  return [
    StarterKit.configure({
      trailingNode: false,
      link: false,
    }),
    ContentLink,
    Superscript,
    Subscript,
    Table.extend({
      renderHTML: () => ['table', ['tbody', 0]],
      addNodeView: null,
    }),
    TableRow,
    TableHeader.extend({ addAttributes: cellAttributes }),
    TableCell.extend({ addAttributes: cellAttributes }),
    Picture,
    Video,
    HtmlBlock,
    Passage,
    BlockAttributes,
  ];
}

/** The schema of a text, for what reads and writes texts without an editor. It needs no DOM. */
export const CONTENT_SCHEMA: Schema = getSchema(contentExtensions());
