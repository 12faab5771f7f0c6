import { describe, expect, it } from 'vitest';
import { compareBlocks, ROWS_SHOWN } from '../../../../src/studio/writing/compare-blocks.ts';
import { firstWords, plainWords } from '../../../../src/studio/writing/plain-words.ts';

/** A browser makes an element for each mark in each paragraph, and takes minutes. */
const ENDLESS = `<p>${Array.from({ length: 800 }, (_, n) => `<b id=${n}>`).join('')}</p>${'<p>mot'.repeat(800)}`;

describe('the words of stored HTML', () => {
  it.each([
    ['<h2>Un</h2><p>deux<br>trois &amp; <b>qua</b>tre</p>', 'Un deux trois & quatre'],
    ['<table><tr><td>un<td>deux<tr><th>trois</table>', 'un deux trois'],
    ['<p>a</p><img src=x alt="Le port"><img src=x><iframe src=x>b</iframe>', 'a [image : Le port] [image] [vidéo]'],
    ['<p>a</p><script>b()</script><style>c</style><template>d</template><!-- e -->', 'a'],
    ['', ''],
  ])('%s', (html, words) => {
    expect(plainWords(html)).toBe(words);
  });

  it('of a text that is broken on purpose, without reading it as browsers do', () => {
    expect(plainWords(ENDLESS)).toBe('mot '.repeat(800).trim());
    expect(firstWords(ENDLESS, 100)).toMatch(/^mot( mot)+ ?m?/);
    expect(plainWords('<div>'.repeat(100_000))).toBe('');
    expect(plainWords(`${'<div>'.repeat(300)}${'<'.repeat(500_000)}`)).toMatch(/^<+$/);
    expect(firstWords('<img '.repeat(100_000), 100)).toBe('');
  });
});

describe('two versions of a text', () => {
  it('are compared block by block and word by word', () => {
    expect(
      compareBlocks('<p>un</p><p>deux trois</p><p>x</p>', '<p>un</p><p>deux quatre</p><p><b>x</b></p><p>y</p>'),
    ).toEqual([
      { kind: 'same', count: 1 },
      {
        kind: 'changed',
        pieces: [
          { kind: 'same', words: 'deux ' },
          { kind: 'removed', words: 'trois' },
          { kind: 'added', words: 'quatre' },
        ],
      },
      { kind: 'form', words: 'x' },
      { kind: 'added', words: 'y' },
    ]);
  });

  it('that have nothing in common are compared as far as that is shown', () => {
    const words = (from: number) => Array.from({ length: 300 }, (_, n) => (n * 7 + from).toString(36)).join(' ');
    const text = (from: number) => Array.from({ length: 450 }, (_, n) => `<p>${words(from + n)}</p>`).join('');
    const rows = compareBlocks(text(0), text(5_000));
    expect(rows).toHaveLength(ROWS_SHOWN + 1);
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['changed']));
  });

  it('are told apart though a browser could not read one', () => {
    expect(compareBlocks('<p>a</p>', ENDLESS)).toMatchObject([{ kind: 'changed' }]);
  });
});
