import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementsOf } from '../../../src/health/page-elements.ts';
import { anyText } from '../../support/any-text.ts';

const NAMES = new Set(['link', 'style', 'script']);
const read = async (html: string) =>
  (await elementsOf(html, NAMES)).map(({ name, attributes, hasText }) => [
    name,
    Object.fromEntries(attributes),
    hasText,
  ]);

describe('the elements of a page', () => {
  it.each<[string, unknown]>([
    ['<LINK HREF=a nonce>', [['link', { href: 'a', nonce: '' }, false]]],
    ['<link href="a&amp;b" href="c" rel="x">', [['link', { href: 'a&b', rel: 'x' }, false]]],
    ["<style nonce='n'>\n a</style>b", [['style', { nonce: 'n' }, true]]],
    ['<style> \n</style>b', [['style', {}, false]]],
    ['<script>"<link>"</script>', [['script', {}, true]]],
    ['<title><link></title><textarea><style>a</style></textarea><!-- <link> -->', []],
    ['<p><style>', [['style', {}, false]]],
  ])('%s', async (html, elements) => {
    expect(await read(html)).toEqual(elements);
  });

  it('of any markup: never an error, and of markup that is repeated the same again', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '=',
      '/',
      '!',
      '-',
      '&',
      '&amp;',
      ' ',
      'link',
      'style',
      'nonce',
      'a',
    );
    return fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(piece, anyText())), async (pieces) => {
        const first = await read(pieces.join(''));
        const after = await read(`<link href=z>${pieces.join('')}`);
        expect(after).toHaveLength(first.length + 1);
        expect(after[0]?.slice(0, 2)).toEqual(['link', { href: 'z' }]);
      }),
    );
  });

  it('are the same wherever a slice ends', async () => {
    const elements = '<link href="a&amp;b"><style nonce=n>a</style>';
    for (let before = 32 * 1024 - elements.length; before <= 32 * 1024; before++) {
      expect(await read(' '.repeat(before) + elements)).toEqual(await read(elements));
    }
  });

  it('are a thousand at most', async () => {
    expect(await read('<link>'.repeat(2_000))).toHaveLength(1_000);
  });
});
