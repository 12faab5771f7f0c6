import type { Mark, Node } from '@tiptap/pm/model';
import { isLink } from '../../../../engine/language/addresses.ts';
import { PASSAGES } from '../schema/passage.ts';
import { escapeText, writeAttributes } from './write-text.ts';

const TAGS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  superscript: 'sup',
  subscript: 'sub',
  link: 'a',
  passage: 'span',
};

/** The text, line breaks and marks of a block, as HTML. */
export function writeLine(block: Node): string {
  const { content } = block;
  const ends = endsOfMarks(block);
  let html = '';
  const open: Mark[] = [];
  const close = (down: number) => {
    while (open.length > down) html += `</${tagOf(open.pop() as Mark)}>`;
  };
  for (let index = 0; index < content.childCount; index++) {
    const child = content.child(index);
    const marks = ends[index] as ReadonlyMap<Mark, number>;
    let kept = 0;
    while (kept < open.length && has(marks, open[kept] as Mark)) kept++;
    const wanted = [...marks.keys()].filter((mark) => !open.slice(0, kept).some((other) => other.eq(mark)));
    // An element that stands for itself is not divided: what ends before it begins again in it.
    for (const mark of wanted.filter(isSingle)) {
      const end = marks.get(mark) ?? 0;
      while (kept > 0 && !isSingle(open[kept - 1] as Mark) && endOf(marks, open[kept - 1] as Mark) < end) kept--;
    }
    close(kept);
    const added = [...marks].filter(([mark]) => !open.some((other) => other.eq(mark)));
    // What goes on longest stands outside.
    added.sort(
      ([first, firstEnd], [second, secondEnd]) =>
        secondEnd - firstEnd || Number(isSingle(second)) - Number(isSingle(first)),
    );
    for (const [mark] of added) {
      html += startTag(mark);
      open.push(mark);
    }
    html += child.isText ? writeText(child.text ?? '') : '<br>';
  }
  close(0);
  return html;
}

/** For each piece of a line its marks, and the piece before which each of them ends. */
function endsOfMarks({ content }: Node): Map<Mark, number>[] {
  const all: Map<Mark, number>[] = new Array(content.childCount);
  for (let index = content.childCount - 1; index >= 0; index--) {
    const next = all[index + 1];
    all[index] = new Map(content.child(index).marks.map((mark) => [mark, (next && endOf(next, mark)) || index + 1]));
  }
  return all;
}

function endOf(marks: ReadonlyMap<Mark, number>, mark: Mark): number {
  for (const [other, end] of marks) if (other.eq(mark)) return end;
  return 0;
}

const has = (marks: ReadonlyMap<Mark, number>, mark: Mark) => endOf(marks, mark) > 0;

/** Whether an element must not become two: it has attributes of its own, or a meaning that the editor does not know. */
const isSingle = (mark: Mark) => mark.type.name === 'passage' || !!mark.attrs.kept;

/** Names that a mark may have instead of its usual one. */
const OTHER_TAGS = new Set(['b', 'i', 'del', 'strike']);

function tagOf({ type, attrs: { tag } }: Mark): string {
  const isKnown = type.name === 'passage' ? PASSAGES.has(tag) : OTHER_TAGS.has(tag);
  return isKnown ? tag : (TAGS[type.name] ?? 'span');
}

function startTag(mark: Mark): string {
  const { href, title, target, kept } = mark.attrs;
  const own = mark.type.name === 'link' ? { href: isLink(href) ? href : '#', title, target } : null;
  return `<${tagOf(mark)}${writeAttributes(own, kept)}>`;
}

/** A line end in a text is shown as one; other white space than spaces is not. */
const writeText = (text: string) =>
  escapeText(text)
    .replace(/\r\n|[\r\n]/g, '<br>')
    .replace(/[\t\f]/g, ' ');
