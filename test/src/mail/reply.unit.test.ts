import { expect, it } from 'vitest';
import { addressOfVisitor, replyLink } from '../../../src/mail/reply.ts';
import { HOSTILE_REQUESTS } from '../../support/hostile-requests.ts';

const answer = (fields: readonly (readonly [string, string])[], site = 'Café Léa') =>
  replyLink({ champs: new Map(fields), site, when: '27 novembre 2026 à 14 h' });

/** What a program for mail makes of a link (RFC 6068). */
function opened(link: string) {
  const [, to = '', query = ''] = /^mailto:([^?]*)\?(.*)$/s.exec(link) ?? [];
  const headers = query.split('&').map((header) => header.split('=').map(decodeURIComponent));
  return { to: to.split(',').map(decodeURIComponent), headers };
}

it('an answer has the address, a subject with the site, and what was written as a quotation', () => {
  const link = answer([
    ['nom', 'Zoé'],
    ['email', ' Zoe@Exemple.fr '],
    ['message', 'Une table ?\r\nPour 2 & demi.'],
  ]);
  expect(opened(String(link))).toEqual({
    to: ['zoe@exemple.fr'],
    headers: [
      ['subject', 'Votre demande à Café Léa'],
      [
        'body',
        '\r\n\r\nLe 27 novembre 2026 à 14 h, vous avez écrit :\r\n> nom : Zoé\r\n> email :  Zoe@Exemple.fr \r\n> message : Une table ?\r\n> Pour 2 & demi.',
      ],
    ],
  });
});

it('without an address there is no answer', () => {
  expect(answer([['message', 'Bonjour']])).toBeNull();
});

it.each(
  HOSTILE_REQUESTS.map((fields) => [fields] as const),
)('%j: one receiver, a subject, a text, and no other header', (fields) => {
  for (const site of ['Café', 'a&bcc=x@vole.example\r\nBcc: y@vole.example', '\u202e'.repeat(80), 'é'.repeat(80)]) {
    const link = answer(fields, site);
    const address = addressOfVisitor({ champs: new Map(fields) });
    expect(link === null).toBe(address === null);
    if (link === null) continue;
    expect(link.length).toBeLessThanOrEqual(1_800);
    expect(link).toMatch(/^mailto:[\w!'()*.~%-]+@[\w.-]+\?subject=[\w!'()*.~%-]*&body=[\w!'()*.~%-]*$/);
    const { to, headers } = opened(link);
    expect(to).toEqual([address]);
    expect(headers.map(([name]) => name)).toEqual(['subject', 'body']);
    expect(headers[0]?.[1]).not.toMatch(/[\p{Cc}\u202e]/u);
    // Whatever was written stands behind a sign of quotation.
    const lines = String(headers[1]?.[1]).split('\r\n').slice(3);
    for (const line of lines) expect(line).toMatch(/^> [^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u);
  }
});
