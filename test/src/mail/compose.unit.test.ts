import fc from 'fast-check';
import { expect, it } from 'vitest';
import { composeMail, senderOf } from '../../../src/mail/compose.ts';
import * as letters from '../../../src/mail/letters.ts';
import { addressOfVisitor } from '../../../src/mail/reply.ts';
import { readMessage } from '../../support/mail-message.ts';

const PLATFORM = { address: 'http://plateforme.test', sitesDomain: 'sites.test' };
const FROM = senderOf('vitrine <bonjour@vitrine.test>');
const LINK = 'http://plateforme.test/invitation?jeton=x';

/** Texts of people: whatever one can type, and what begins headers and lines of the envelope. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        '\u2028',
        '\u0000',
        'Bcc: x@exemple.fr',
        'Subject: autre',
        '\r\n.\r\n',
        'RCPT TO:<x@exemple.fr>',
        '=?utf-8?q?=0d=0aBcc:_x?=',
        '<',
        '>',
        '"',
        ',',
        ';',
        'é',
        '\u202e',
        ' ',
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join('')),
);

const HEADERS = [
  ...['from', 'to', 'subject', 'message-id', 'auto-submitted', 'x-auto-response-suppress', 'date', 'mime-version'],
  'content-type',
].toSorted();

it('nothing that people typed adds a header, a receiver or a line', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, async (site, from, value) => {
      const fields = [[from, value]] as const;
      const at = '2026-01-01T10:00:00.000000Z';
      const requests = [{ at, fields }];
      const replyTo = addressOfVisitor({ champs: new Map(fields) });
      for (const letter of [
        letters.invitationLetter(PLATFORM, { link: LINK, site, from, role: 'comme éditeur' }),
        letters.changedAddressLetter(PLATFORM, { link: LINK, next: value, at }),
        letters.browserLetter(PLATFORM, { browser: value, at, link: LINK }),
        letters.securityLetter(PLATFORM, { act: 'passkey_ajoutee', name: value, at, link: LINK }),
        letters.leavingLetter(PLATFORM, { goneAt: at, link: LINK }),
        letters.deletedSiteLetter(PLATFORM, { site, slug: site, by: from, goneAt: at }),
        letters.requestsLetter(PLATFORM, { site, slug: 'lea', requests, more: 0, replyTo }),
      ]) {
        const raw = await composeMail(letter, { id: 'a', from: FROM, to: ['lea@exemple.fr'] });
        const message = readMessage(raw);
        const names = message.headers.map(([name]) => name).filter((name) => name !== 'reply-to' || replyTo === null);
        expect(names.toSorted()).toEqual(HEADERS);
        expect(message.header('to')).toBe('lea@exemple.fr');
        expect(message.header('from')).toBe('vitrine <bonjour@vitrine.test>');
        expect(message.header('message-id')).toBe('<a@vitrine.test>');
        expect(message.header('subject')).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
        expect(message.html).not.toMatch(/<(?:script|img|iframe|link)/i);
        expect(raw.toString('latin1')).not.toMatch(/[^\r]\n|\r[^\n]/);
      }
    }),
  );
});

it.each([
  ['vitrine <bonjour@vitrine.test>', { name: 'vitrine', address: 'bonjour@vitrine.test' }],
  ['bonjour@vitrine.test', { name: '', address: 'bonjour@vitrine.test' }],
  ['<bonjour@vitrine.test>', { name: '', address: 'bonjour@vitrine.test' }],
])('reads the sender %s', (from, sender) => {
  expect(senderOf(from)).toEqual(sender);
});

it.each([
  [{ nom: 'Léa', courriel: ' Lea@Exemple.fr ' }, 'lea@exemple.fr'],
  [{ courriel: 'lea@exemple.fr\r\nBcc: x@exemple.fr' }, null],
  [{ courriel: 'lea@exemple.fr, x@exemple.fr' }, null],
  [{ choix: ['non', 'x@exemple.fr'] }, 'x@exemple.fr'],
])('an answer goes to the first value that is an address: %j', (champs, address) => {
  expect(addressOfVisitor({ champs: new Map(Object.entries(champs)) })).toBe(address);
});
