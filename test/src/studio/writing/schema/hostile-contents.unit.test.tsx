import { DOMSerializer } from '@tiptap/pm/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLink } from '../../../../../engine/language/addresses.ts';
import { parseContent } from '../../../../../src/studio/writing/html/content.ts';
import { serialise } from '../../../../../src/studio/writing/html/serialise.ts';
import { CONTENT_SCHEMA } from '../../../../../src/studio/writing/schema/content-schema.ts';
import { isShownInStudio } from '../../../../../src/studio/writing/schema/picture.ts';
import { HOSTILE_CONTENTS } from '../../../../support/hostile-contents.ts';
import { anyHtml } from '../html/made-html.ts';
import { RecordedDom, type RecordedElement } from './recorded-dom.ts';

/** All that the editor's DOM may have of a text: nothing of these runs, and only addresses that are checked below load or lead anywhere. */
const MAY_HAVE: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'data-src', 'alt', 'width'],
  ol: ['start', 'type'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  div: ['data-video', 'title'],
  code: ['class'],
};
const ELEMENTS = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 ul ol li blockquote hr pre code br table tbody tr td th figure figcaption img div a strong em u s sup sub ' +
    'span small mark abbr cite q kbd samp var time dfn ins data big tt'
  ).split(' '),
);

function shownIn(html: string): readonly RecordedElement[] {
  const doc = CONTENT_SCHEMA.nodeFromJSON(parseContent(html).doc);
  const dom = new RecordedDom();
  DOMSerializer.fromSchema(CONTENT_SCHEMA).serializeFragment(doc.content, { document: dom as unknown as Document });
  return dom.elements;
}

function expectHarmless({ tag, attributes }: RecordedElement): void {
  expect(ELEMENTS).toContain(tag);
  for (const [name, value] of Object.entries(attributes)) {
    expect(MAY_HAVE[tag] ?? []).toContain(name);
    if (name === 'href') expect(isLink(value)).toBe(true);
    if (name === 'src') expect(isShownInStudio(value)).toBe(true);
    if (name === 'class') expect(value).toMatch(/^language-/);
  }
}

it('the list is long enough', () => {
  expect(HOSTILE_CONTENTS.length).toBeGreaterThan(100);
});

it.each(HOSTILE_CONTENTS)('nothing runs, loads or leads away in the editor, and saving changes nothing: %s', (html) => {
  for (const element of shownIn(html)) expectHarmless(element);
  expect(serialise(CONTENT_SCHEMA.nodeFromJSON(parseContent(html).doc))).toBe(html);
});

it('nothing of any text', () => {
  fc.assert(
    fc.property(anyHtml, (html) => shownIn(html).forEach(expectHarmless)),
    { numRuns: 400 },
  );
});

it('a document that was forged has no address that runs, either', () => {
  const forged = [
    { type: 'picture', attrs: { src: 'javascript:pris=1' } },
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'javascript:pris=1' } }] }],
    },
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'a', marks: [{ type: 'passage', attrs: { tag: 'script' } }] }],
    },
  ];
  const doc = CONTENT_SCHEMA.nodeFromJSON({ type: 'doc', content: forged });
  const dom = new RecordedDom();
  DOMSerializer.fromSchema(CONTENT_SCHEMA).serializeFragment(doc.content, { document: dom as unknown as Document });
  dom.elements.forEach(expectHarmless);
  expect(serialise(doc)).not.toMatch(/javascript:|<script/);
});
