import type { Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf, type ContentDocument, parseContent } from '../../../../../src/studio/writing/html/content.ts';
import { parseNodes } from '../../../../../src/studio/writing/html/fragment.ts';
import { blockTexts, serialise } from '../../../../../src/studio/writing/html/serialise.ts';
import { CONTENT_SCHEMA } from '../../../../../src/studio/writing/schema/content-schema.ts';
import { runs } from '../../../../support/soak.ts';
import { anyHtml, wellFormedHtml } from './made-html.ts';
import { meaningOf } from './meaning.ts';
import { DEMO_TEXTS, LONGEST, largeTexts } from './stored-texts.ts';

function nodeOf({ doc: json }: ContentDocument): Node {
  const doc = CONTENT_SCHEMA.nodeFromJSON(json);
  doc.check();
  return doc;
}

const documentOf = (html: string): Node => nodeOf(parseContent(html));

/** The text in which a block has got another word; only the bytes of that block may have changed. */
function expectOthersUntouched({ blocks }: ContentDocument, doc: Node, index: number): void {
  let at = 0;
  for (let before = 0; before < index; before++) at += doc.child(before).nodeSize;
  const changed = new Transform(doc).insert(at + 1, CONTENT_SCHEMA.text('Ajout ')).doc;
  const before = blocks.slice(0, index).join('');
  const after = blocks.slice(index + 1).join('');
  const written = serialise(changed);
  expect(written.startsWith(before) && written.endsWith(after)).toBe(true);
  const own = written.slice(before.length, written.length - after.length);
  expect(own).toContain('Ajout ');
  // The white space around a block is nobody's to change.
  const { source } = doc.child(index).attrs;
  expect(own.startsWith(source.before) && own.endsWith(source.after)).toBe(true);
}

const paragraphsOf = (doc: Node): number[] =>
  doc.children.flatMap((node, index) => (node.type.name === 'paragraph' ? [index] : []));

const isOpen = (html: string) => !/>$/.test(html);

const without = (node: Node): Node => node.type.create({ ...node.attrs, source: null }, node.content, node.marks);

/** What a single block is written as, when nothing is known of its bytes. */
function rewritten(node: Node): string {
  const last = CONTENT_SCHEMA.node('paragraph', null, [CONTENT_SCHEMA.text('fin')]);
  return blockTexts(CONTENT_SCHEMA.node('doc', null, [without(node), last]))[0]?.trimEnd() ?? '';
}

describe('a text that is opened and saved is the same, byte for byte', () => {
  it('texts of the demo sites, of which all is shown and nothing is code', () => {
    expect(DEMO_TEXTS.length).toBeGreaterThan(50);
    for (const html of DEMO_TEXTS) {
      const parsed = parseContent(html);
      const doc = nodeOf(parsed);
      expect(serialise(doc)).toBe(html);
      expect(doc.children.filter((node) => node.type.name === 'htmlBlock')).toEqual([]);
      for (const index of paragraphsOf(doc)) expectOthersUntouched(parsed, doc, index);
    }
  });

  it('two hundred generated texts and more, right and broken', () => {
    let isShown = 0;
    fc.assert(
      fc.property(fc.oneof(anyHtml, wellFormedHtml), (html) => {
        const parsed = parseContent(html);
        const { doc: json, blocks } = parsed;
        expect(blocks.join('')).toBe(html);
        expect(blocksOf(html).join('')).toBe(html);
        const doc = nodeOf(parsed);
        expect(doc.childCount).toBe(blocks.length);
        expect(blockTexts(doc)).toEqual(blocks);
        expect(serialise(doc)).toBe(html);
        // Undo and the browser's drafts bring nodes that are others and equal.
        expect(serialise(CONTENT_SCHEMA.nodeFromJSON(json))).toBe(html);
        for (const index of paragraphsOf(doc)) {
          if (isOpen(doc.child(index).attrs.source.html)) continue;
          isShown++;
          expectOthersUntouched(parsed, doc, index);
        }
      }),
      { numRuns: runs(250, 6_000) },
    );
    expect(isShown).toBeGreaterThan(500);
  });

  it('texts of 300 kB of each kind, also with one paragraph changed', () => {
    for (const html of largeTexts(runs(3, 40))) {
      const parsed = parseContent(html);
      const doc = nodeOf(parsed);
      expect(serialise(doc)).toBe(html);
      const paragraphs = paragraphsOf(doc).filter((index) => !isOpen(doc.child(index).attrs.source.html));
      const middle = paragraphs[paragraphs.length >> 1];
      if (middle !== undefined) expectOthersUntouched(parsed, doc, middle);
    }
  });

  it('odd texts', () => {
    const odd = [
      '',
      ' ',
      '\r\n\t',
      '\ufeff<p>a</p>',
      '<p>a\rb</p>\r<p>c\r\nd</p>\r\n',
      'bonjour',
      '<plaintext><p>a</p>',
      '<!-- sans fin <p>a</p>',
      '<p>a</p></div></section><p>b</p>',
      '<template><p>a</p></template><p>b</p>',
      '<svg><path d="M0 0"/></svg><math><mi>x</mi></math>',
      '<?xml version="1.0"?><p>a</p><![CDATA[b]]>',
      '<!--[if mso]><p>a</p><![endif]--><p>b</p>',
      '\ud800<p>\udfff</p>',
      '<p>&copy &nosuch; &#x1F600; &amp;amp;</p>',
      '<table>hors<tr><td>a</table>',
      '<b><p>a</b>b</p>c',
      '<a href="/a"><p>x</p><a href="/b">y</a>',
      '<p>a\0b</p>',
    ];
    for (const html of odd) {
      expect(blocksOf(html).join('')).toBe(html);
      expect(serialise(documentOf(html))).toBe(html);
    }
  });

  it.each([
    ['one paragraph', `<p>${'a'.repeat(LONGEST - 7)}</p>`],
    ['one text without an element', 'mot '.repeat(LONGEST / 4)],
    ['a paragraph that is never closed', `<p>${'mot '.repeat(LONGEST / 4 - 1)}`.slice(0, LONGEST)],
    ['100,000 paragraphs', '<p>a\n'.repeat(100_000)],
    ['one list', `<ul>${'<li>a</li>'.repeat(52_000)}</ul>`],
    ['one line of marks', `<p>${'<b>a</b>c'.repeat(58_000)}</p>`],
    ['line ends only', '\n'.repeat(LONGEST)],
  ])('the longest texts: %s', (_, html) => {
    expect(html.length).toBeLessThanOrEqual(LONGEST);
    const doc = documentOf(html);
    expect(serialise(doc)).toBe(html);
    expect(doc.children.filter((node) => node.type.name === 'htmlBlock')).toEqual([]);
  });
});

describe('a text takes the parser no more than its length allows', () => {
  const most = LONGEST / 3 + 1100;
  const mostAround = 601_000;
  it.each([
    ['elements in each other', '<div>'.repeat(LONGEST / 5)],
    ['lists in each other', '<ul><li>'.repeat(LONGEST / 8)],
    ['marks in each other', '<b>'.repeat(LONGEST / 3)],
    [
      'marks that are never closed',
      `${Array.from({ length: 200 }, (_, n) => `<font color=${n}>`).join('')}${'<p>x'.repeat(120_000)}`,
    ],
    [
      'marks that a paragraph leaves open to all that follow',
      `<p>${Array.from({ length: 240 }, (_, n) => `<b id=${n}>`).join('')}</p>${'<p>x'.repeat(700)}${'x'.repeat(500_000)}`,
    ],
    ['links that are never closed', '<a href=x>'.repeat(LONGEST / 10)],
    ['tables in each other', '<table><tr><td>'.repeat(LONGEST / 15)],
    ['one tag of 100,000 attributes', `<p ${Array.from({ length: 80_000 }, (_, n) => `a${n}`).join(' ')}>`],
    ['comments', '<!--'.repeat(LONGEST / 4)],
    ['ends of elements that never began', '</b>'.repeat(LONGEST / 4)],
  ])('%s', (_, html) => {
    const cost = { elements: 0, around: 0 };
    parseNodes(html, cost);
    expect(cost.elements).toBeLessThanOrEqual(most);
    expect(cost.around).toBeLessThanOrEqual(mostAround);
    expect(serialise(documentOf(html))).toBe(html);
  });

  it('what stands deeper than the document goes is code, and the text beside stays text', () => {
    const deep = `<p>a</p>${'<blockquote>'.repeat(60)}<p>b</p>${'</blockquote>'.repeat(60)}<p>c</p>`;
    expect(documentOf(deep).children.map((node) => node.type.name)).toEqual(['paragraph', 'htmlBlock', 'paragraph']);
  });
});

describe('a block that is written anew says the same', () => {
  it('whatever the editor shows of generated texts', () => {
    fc.assert(
      fc.property(fc.oneof(anyHtml, wellFormedHtml), (html) => {
        for (const node of documentOf(html).children) {
          if (node.type.name === 'htmlBlock' || node.attrs.source.html === '') continue;
          expect(meaningOf(rewritten(node))).toEqual(meaningOf(node.attrs.source.html));
          expect(documentOf(rewritten(node)).children.map(without)).toEqual([without(node)]);
        }
      }),
      { numRuns: runs(250, 6_000) },
    );
  });

  it.each([
    [
      '<p>Un <b class="x">mot</b> <a href="/a" target="_blank" rel="nofollow">lien</a></p>',
      '<p>Un <b class="x">mot</b> <a href="/a" target="_blank" rel="nofollow">lien</a></p>',
    ],
    ['<p>un\n   deux</p>', '<p>un deux</p>'],
    ['<ul><li>a<li>b</ul>', '<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>'],
    ['<ol start=3 type=a><li><p>a</p></li></ol>', '<ol start="3" type="a">\n  <li><p>a</p></li>\n</ol>'],
    ['<p>a<span class=x>b <b>c</b> d</span></p>', '<p>a<span class="x">b <b>c</b> d</span></p>'],
    ['<pre>\n\nx</pre>', '<pre>\n\nx</pre>'],
    ['<img src=/medias/1/a.jpg alt="">', '<img src="/medias/1/a.jpg" alt="">'],
    [
      '<p class=v><iframe src="https://player.vimeo.com/video/7" allowfullscreen></iframe></p>',
      '<p class="v"><iframe src="https://player.vimeo.com/video/7" allowfullscreen=""></iframe></p>',
    ],
  ])('%s', (html, expected) => {
    expect(rewritten(documentOf(html).child(0))).toBe(expected);
  });

  it.each([
    ['an attribute that does something', '<p onclick="a()">a</p>'],
    ['an element that the editor has no form for', '<p>a <button>b</button></p>'],
    ['a comment', '<p>a<!-- b --></p>'],
    ['an empty element', '<p>a<i class="icone"></i></p>'],
    ['two badges that would become one', '<p><span class="b">a</span><span class="b">b</span></p>'],
    ['white space that is shown', '<p style="white-space: pre">a\n b</p>'],
    ['a table with a hole', '<table><tr><td>a<td>b<tr><td>c</table>'],
    ['a heading of a table', '<table><caption>a</caption><tr><td>b</table>'],
    ['a picture in a line of text', '<p>a <img src="/medias/1/a.jpg"> b</p>'],
    ['a frame of an unknown host', '<iframe src="https://ailleurs.example/"></iframe>'],
  ])('what would be lost is shown as HTML: %s', (_, html) => {
    expect(documentOf(html).children.map((node) => [node.type.name, node.attrs.html])).toEqual([['htmlBlock', html]]);
  });
});
