import type { JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseContent } from '../../../../../src/studio/writing/html/content.ts';
import { serialise } from '../../../../../src/studio/writing/html/serialise.ts';
import { CONTENT_SCHEMA } from '../../../../../src/studio/writing/schema/content-schema.ts';
import { anyHtml } from './made-html.ts';

const docOf = (content: JSONContent[]) => CONTENT_SCHEMA.nodeFromJSON({ type: 'doc', content });

/** A block without what it was written as: its bytes, and whether it has an element around it. */
function plain(node: Node): Node {
  const { bare: _, form: __, ...attrs } = node.attrs;
  return node.type.create({ ...attrs, source: null }, node.content);
}

const word = fc.constantFrom('Bonjour', 'a  b', 'x < y & z', '"été"', '\u00a0:', '&amp;', '<b>', '😀', "d'ici");
const markNames = fc.subarray(['bold', 'italic', 'underline', 'strike', 'superscript', 'link']);

const line = fc.array(fc.tuple(word, markNames), { maxLength: 5 }).map((pieces) => {
  const content: JSONContent[] = [];
  let before: string | undefined;
  for (const [text, names] of pieces) {
    // Pieces with the same marks would be one.
    if (before === names.join()) content.push({ type: 'hardBreak' });
    before = names.join();
    const marks = names.map((type) => (type === 'link' ? { type, attrs: { href: '/a?b=1&c="2"' } } : { type }));
    content.push({ type: 'text', text, marks });
  }
  return content;
});
const kept = fc.constantFrom(null, null, { class: 'a b', 'data-x': '<">&' }, { id: 'x' });
const paragraph = fc.tuple(line, kept).map(([content, own]) => ({ type: 'paragraph', attrs: { kept: own }, content }));
const cell = fc.oneof(
  line.map((content) => [{ type: 'paragraph', content }]),
  fc.array(paragraph, { minLength: 2, maxLength: 3 }),
);

const { block } = fc.letrec<{ block: JSONContent; items: JSONContent[] }>((tie) => ({
  items: fc.array(
    fc
      .tuple(line, fc.array(tie('block'), { maxLength: 2 }))
      .map(([content, blocks]) => ({ type: 'listItem', content: [{ type: 'paragraph', content }, ...blocks] })),
    { minLength: 1, maxLength: 3 },
  ),
  block: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    paragraph,
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), line)
      .map(([level, content]) => ({ type: 'heading', attrs: { level }, content })),
    fc.constant({ type: 'horizontalRule' }),
    fc
      .tuple(fc.constantFrom('', 'a\n  <b>&', '\n\nx\n'), fc.constantFrom(null, 'js'), fc.boolean())
      .map(([text, language, isPlain]) => ({
        type: 'codeBlock',
        attrs: { isPlain, language: isPlain ? null : language },
        content: text ? [{ type: 'text', text }] : [],
      })),
    fc
      .tuple(
        fc.constantFrom('/medias/1/a.jpg', 'https://ailleurs.example/a?b&c'),
        fc.constantFrom(null, '', 'Une "vue"'),
        fc.constantFrom('', 'Légende & suite'),
      )
      .map(([src, alt, caption]) => ({ type: 'picture', attrs: { src, alt, caption } })),
    fc.constant({ type: 'video', attrs: { src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', title: 'Film' } }),
    fc.tuple(cell, cell, cell, cell).map(([a, b, c, d]) => ({
      type: 'table',
      content: [
        {
          type: 'tableRow',
          attrs: { section: 'thead' },
          content: [
            { type: 'tableHeader', content: a },
            { type: 'tableHeader', content: b },
          ],
        },
        {
          type: 'tableRow',
          attrs: { section: 'tbody' },
          content: [{ type: 'tableCell', attrs: { colspan: 2 }, content: c }],
        },
        {
          type: 'tableRow',
          attrs: { section: 'tbody' },
          content: [
            { type: 'tableCell', content: d },
            { type: 'tableHeader', content: a },
          ],
        },
      ],
    })),
    { weight: 2, arbitrary: tie('items').map((content) => ({ type: 'bulletList', content })) },
    { weight: 2, arbitrary: tie('items').map((content) => ({ type: 'orderedList', attrs: { start: 3 }, content })) },
    fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((content) => ({ type: 'blockquote', content })),
  ),
}));

describe('a document that is written is read as the same document', () => {
  it('whatever was written in the editor', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (content) => {
        const doc = docOf([...content, { type: 'paragraph', content: [{ type: 'text', text: 'Fin.' }] }]);
        doc.check();
        const read = CONTENT_SCHEMA.nodeFromJSON(parseContent(serialise(doc)).doc);
        expect(read.children.map(plain).map(String)).toEqual(doc.children.map(plain).map(String));
        expect(read.children.map((node) => node.type.name)).not.toContain('htmlBlock');
        // Written once more, nothing moves.
        expect(
          serialise(
            docOf(
              read.children.map((node) => node.type.create({ ...node.attrs, source: null }, node.content).toJSON()),
            ),
          ),
        ).toBe(serialise(doc));
      }),
      { numRuns: 400 },
    );
  });

  it('blocks that were moved, copied and taken out stay apart, with their bytes', () => {
    fc.assert(
      fc.property(
        fc.array(anyHtml, { maxLength: 4 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
        (texts, places) => {
          const all = texts
            .flatMap((html) => parseContent(html).doc.content)
            .filter(({ type, attrs }) => type !== 'htmlBlock' && attrs?.source.html !== '');
          if (all.length === 0) return;
          const content = places.map((place) => all[place % all.length] as JSONContent);
          const html = serialise(docOf(content));
          const read = CONTENT_SCHEMA.nodeFromJSON(parseContent(html).doc);
          expect(read.children.map(plain)).toEqual(docOf(content).children.map(plain));
          for (const { attrs } of content)
            if (attrs?.source.html.endsWith('</p>')) expect(html).toContain(attrs.source.html);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('white space between blocks', () => {
  const added = { type: 'paragraph', content: [{ type: 'text', text: 'Neuf' }] };
  it.each([
    ['in a text in one line', '<p>a</p><p>b</p>', 1, '<p>a</p><p>Neuf</p><p>b</p>'],
    ['in a text of lines', '<p>a</p>\n<p>b</p>', 1, '<p>a</p>\n<p>Neuf</p>\n<p>b</p>'],
    ['at the end', '<p>a</p>\n\n<p>b</p>', 2, '<p>a</p>\n\n<p>b</p>\n\n<p>Neuf</p>'],
    ['at the beginning', '\r\n<p>a</p>\r\n<p>b</p>\r\n', 0, '<p>Neuf</p>\r\n\r\n<p>a</p>\r\n<p>b</p>\r\n'],
    ['in a new text', '', 0, '<p>Neuf</p>'],
  ])('a new block %s', (_, html, place, expected) => {
    const { content } = parseContent(html).doc;
    expect(serialise(docOf(content.toSpliced(place, html === '' ? 1 : 0, added)))).toBe(expected);
  });

  it('an empty paragraph at the end that was never stored is not written', () => {
    expect(serialise(docOf([...parseContent('<p>a</p>').doc.content, { type: 'paragraph' }]))).toBe('<p>a</p>');
    expect(serialise(docOf([{ type: 'paragraph' }]))).toBe('');
    expect(serialise(docOf(parseContent('<p>a</p><p></p>').doc.content))).toBe('<p>a</p><p></p>');
  });
});
