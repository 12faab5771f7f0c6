import { describe, expect, it } from 'vitest';
import { returnAddress } from '../../../../src/http/studio/return-address.ts';

describe('where one goes on after signing in', () => {
  it.each([
    ['/studio', '/studio'],
    ['/studio/', '/studio/'],
    ['/studio?a=b', '/studio?a=b'],
    ['/studio/site/themes/1/personnaliser', '/studio/site/themes/1/personnaliser'],
    ['/studio/été', '/studio/%C3%A9t%C3%A9'],
    ['/studio/a/../b', '/studio/b'],
    ['/studio?suite=//ailleurs', '/studio?suite=//ailleurs'],
    ['/invitation?jeton=abc', '/invitation?jeton=abc'],
  ])('%j is an address of the studio, or of an invitation', (said, expected) =>
    expect(returnAddress(said)).toBe(expected));

  it.each([
    ...['', '/', '/connexion', '/studios', '/studio-x', '/studio#x', 'studio', ' /studio', '/Studio'],
    ...['//evil.example', '//evil.example/studio', '///studio', 'https://evil.example/studio', 'javascript:alert(1)'],
    ...['/\\evil.example', '\\\\evil.example', '/studio\\evil', '/studio/\\evil', '\\/studio'],
    ...['/invitation/a', '/invitations', '/invitation/..//evil.example'],
    ...['/studio/../..//evil.example', '/studio/..', '/studio/%2e%2e//evil.example', '/studio/.%2E/'],
    ...['/\t/evil.example', '/studio\n', '/studio/\r\nSet-Cookie: a=b', '/studio/\u0000', '/studio/\u0085'],
    `/studio/${'a'.repeat(2_000)}`,
    ...[undefined, null, 1, ['/studio', '/studio'], { toString: () => '/studio' }],
  ])('%j is none', (said) => expect(returnAddress(said)).toBeNull());
});
