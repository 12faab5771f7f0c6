import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wayBack } from '../../../../src/http/site/way-back.ts';
import { anyText } from '../../../support/any-text.ts';

describe('the way back', () => {
  it.each([
    ['/', '/'],
    ['/a-propos?x=1&y=%C3%A9', '/a-propos?x=1&y=%C3%A9'],
    ['/é', '/%C3%A9'],
    ['/a//b', '/a//b'],
    ['/blog/../x', '/x'],
  ])('%s leads to %s', (said, led) => expect(wayBack(said)).toBe(led));

  it.each([
    '//ailleurs.test',
    '///ailleurs.test',
    '/\\ailleurs.test',
    '/\t/ailleurs.test',
    '/\n/ailleurs.test',
    '/.//ailleurs.test',
    '/x/..//ailleurs.test',
    '/%2e//ailleurs.test',
    'https://ailleurs.test/',
    'javascript:alert(1)',
    'ailleurs',
    '',
    ' /',
    `/${'a'.repeat(3_000)}`,
    undefined,
    null,
    ['/a'],
    { toString: () => '/a' },
  ])('%j leads home', (said) => expect(wayBack(said)).toBe('/'));

  it('never leads to another host, whatever is said', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '@',
      ':',
      '?',
      '#',
      '\t',
      '\n',
      'a.test',
      'é',
    );
    const path = fc.array(fc.oneof({ weight: 9, arbitrary: piece }, anyText({ maxLength: 2 })), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(path, (pieces) => {
        const led = wayBack(`/${pieces.join('')}`);
        expect(led).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        expect(new URL(led, 'https://site.test').host).toBe('site.test');
      }),
      { numRuns: 500 },
    );
  });
});
