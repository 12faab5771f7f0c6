import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { cleanPasted } from '../../../../../src/studio/writing/paste/clean-pasted.ts';
import { cleanPastedText } from '../../../../../src/studio/writing/paste/clean-pasted-text.ts';
import { anyText } from '../../../../support/any-text.ts';
import { HOSTILE_TEXTS, MARKER_ATTRIBUTE } from '../../../../support/hostile-texts.ts';

type Node = DefaultTreeAdapterTypes.Node;

const BLOCKS = [
  'p',
  'div',
  'h1',
  'h2',
  'h5',
  'section',
  'blockquote',
  'figure',
  'article',
  'dd',
  'dt',
  'center',
  'address',
];
const INLINE = ['b', 'i', 'span', 'a', 'u', 'sup', 'code', 'del', 'font', 'small', 'o:p', 'mark', 'custom-element'];
const STYLES = [
  '',
  ' style="font-weight:700"',
  ' style="font-weight:normal;font-style:italic"',
  ' style="white-space:pre-wrap"',
  ' style="vertical-align:super;text-decoration:underline"',
  ' style="mso-list:l0 level1 lfo1"',
  ' style="mso-list:l0 level2 lfo1"',
  ' style="font-size:24pt"',
  ' class="MsoListParagraph"',
  ' class="MsoQuote"',
  ' href="https://example.com/?a=1&amp;b=2"',
  ' width="100%" cellpadding="0"',
  ' aria-level="3"',
];

const style = fc.constantFrom(...STYLES);
let words = 0;

/** A word that no other is part of, with what may stand beside it. */
const text = fc
  .tuple(
    fc.constantFrom('', ' ', '\n', '&nbsp;', ' &nbsp;'),
    fc.constantFrom('', ' ', '\n ', '&nbsp;', '&shy;', '&#8203;', '.'),
  )
  .map(([before, after]) => {
    words = (words + 1) % 100_000;
    return `${before}m${words}t${after}`;
  });

/** Nested markup as pages have it, and as no page should. */
const { markup } = fc.letrec<{ markup: string; list: string; table: string }>((tie) => ({
  markup: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    text,
    fc.constantFrom('<br>', '<hr>', ' ', '<wbr>', '<!-- x -->', '<script>rien()</script>', '<p></p>'),
    fc.tuple(fc.constantFrom(...INLINE), style, fc.array(tie('markup'), { maxLength: 3 })).map(element),
    fc.tuple(fc.constantFrom(...BLOCKS), style, fc.array(tie('markup'), { maxLength: 4 })).map(element),
    tie('list'),
    tie('table'),
    fc.array(tie('markup'), { maxLength: 4 }).map((parts) => parts.join('')),
  ),
  list: fc
    .tuple(
      fc.constantFrom('ul', 'ol start=3'),
      fc.array(
        fc.oneof(
          fc.tuple(fc.constant('li'), style, fc.array(tie('markup'), { maxLength: 3 })).map(element),
          tie('markup'),
        ),
        {
          maxLength: 4,
        },
      ),
    )
    .map(([name, items]) => `<${name}>${items.join('')}</${name.slice(0, 2)}>`),
  table: fc
    .tuple(
      style,
      fc.array(
        fc.array(fc.tuple(fc.constantFrom('td', 'th'), style, fc.array(tie('markup'), { maxLength: 2 })).map(element), {
          maxLength: 3,
        }),
        {
          maxLength: 3,
        },
      ),
    )
    .map(([look, rows]) => `<table${look}>${rows.map((row) => `<tr>${row.join('')}</tr>`).join('')}</table>`),
}));

function element([name, attributes, parts]: [string, string, string[]]): string {
  return `<${name}${attributes}>${parts.join('')}</${name}>`;
}

const clean = (html: string): string => cleanPasted(html).html;

const IN_LINE: ReadonlySet<string> = new Set([...INLINE, 'strong', 'em', 's', 'sub', 'wbr', 'script']);

/** What a reader sees of a page, elements that are not in a line on lines of their own. */
function seen(node: Node): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value.replace(/[\u00ad\u200b]/g, '');
  if (!('childNodes' in node) || node.nodeName === 'script') return '';
  const inner = node.childNodes.map(seen).join('');
  return IN_LINE.has(node.nodeName) ? inner : `\n${inner}\n`;
}

const wordsIn = (html: string): string[] =>
  seen(parse(html))
    .split(/[\s\u00a0]+/)
    .filter((word) => word !== '');

/** The elements that a text has, each with its attributes. */
const SCHEMA: Readonly<Record<string, readonly string[]>> = {
  p: [],
  h2: [],
  h3: [],
  h4: [],
  ul: [],
  ol: ['start'],
  li: [],
  blockquote: [],
  hr: [],
  pre: [],
  code: [],
  table: [],
  tbody: [],
  tr: [],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  a: ['href'],
  strong: [],
  em: [],
  u: [],
  s: [],
  sup: [],
  sub: [],
  br: [],
  figure: [],
  img: ['src', 'alt'],
  figcaption: [],
};

function faultsIn(html: string): string[] {
  const faults: string[] = [];
  const look = (node: Node): void => {
    if (defaultTreeAdapter.isElementNode(node)) {
      const known = Object.hasOwn(SCHEMA, node.tagName) ? SCHEMA[node.tagName] : undefined;
      if (!known) faults.push(node.tagName);
      for (const { name, value } of node.attrs) {
        if (!known?.includes(name)) faults.push(`${node.tagName} ${name}`);
        if (/^(?:href|src)$/.test(name) && !/^(?:https?:\/\/|mailto:|tel:|presse-papiers\/|\/(?!\/))/i.test(value))
          faults.push(value);
      }
      if (/^(?:p|h\d|li)$/.test(node.tagName) && node.childNodes.length === 0) faults.push(`empty ${node.tagName}`);
    } else if (!defaultTreeAdapter.isTextNode(node) && node.nodeName !== '#document-fragment')
      faults.push(node.nodeName);
    if ('childNodes' in node) for (const child of node.childNodes) look(child);
  };
  look(parseFragment(html));
  return faults;
}

describe('whatever nested markup is pasted', () => {
  it('the words are those that a reader sees, in their order: none is lost, fused or parted', () => {
    fc.assert(
      fc.property(markup, (html) => {
        expect(wordsIn(clean(html))).toEqual(wordsIn(html));
      }),
      { numRuns: 1_000 },
    );
  });

  it('only elements and attributes of a text come of it, no block is empty', () => {
    fc.assert(
      fc.property(markup, (html) => {
        expect(faultsIn(clean(html))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('what is clean stays as it is', () => {
    fc.assert(
      fc.property(markup, (html) => {
        const once = clean(html);
        expect(clean(once)).toBe(once);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('whatever is hostile', () => {
  it('nothing that runs, asks for an address or ends what stands around comes of it', () => {
    for (const hostile of HOSTILE_TEXTS) {
      for (const html of [hostile, `<p>${hostile}</p>`, `<table><tr><td>${hostile}`, `<ul><li title='${hostile}'>x`]) {
        expect(faultsIn(clean(html)), html).toEqual([]);
        expect(
          parseFragment(clean(html)).childNodes.flatMap((node) => ('attrs' in node ? node.attrs : [])),
          html,
        ).not.toContainEqual(expect.objectContaining({ name: MARKER_ATTRIBUTE }));
      }
      expect(faultsIn(cleanPastedText(hostile)), hostile).toEqual([]);
    }
  });

  it('any text at all is read without an error', () => {
    const pieces = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '</',
        '<!--',
        '-->',
        '<!',
        '<p ',
        '=',
        '"',
        "'",
        '&',
        '&#',
        ';',
        '<table>',
        '<li>',
        '<b>',
      ),
      anyText(),
    );
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const once = clean(parts.join(''));
        expect(faultsIn(once)).toEqual([]);
        expect(clean(once)).toBe(once);
        expect(faultsIn(cleanPastedText(parts.join('')))).toEqual([]);
      }),
    );
  });
});
