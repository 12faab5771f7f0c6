import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formAddresses } from '../../../../src/http/site/own-address.ts';
import { anyText } from '../../../support/any-text.ts';

const HOST = 'boulange.localhost:3000';
const OWN = `http://${HOST}`;

const FRAGMENTS = [
  '/',
  '//',
  '\\',
  '.',
  '..',
  '@',
  ':',
  '?',
  '#',
  'demande=',
  '&',
  '%2f',
  '%00',
  '\r\n',
  '\t',
  ' ',
  '"><script>',
];
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...FRAGMENTS, OWN, HOST, 'http:', 'javascript:', 'blob:', 'ailleurs.test'),
      anyText({ maxLength: 4 }),
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''));

it('whatever a form or a browser says, a visitor goes back to a path of the same host, with one answer', () => {
  fc.assert(
    fc.property(
      fc.option(text, { nil: undefined }),
      fc.oneof(
        text,
        text.map((path) => `${OWN}/${path}`),
      ),
      (wanted, referer) => {
        const { page, goBack } = formAddresses({ headers: { host: HOST, referer } }, false, wanted);
        const location = goBack('merci');
        expect(location).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        expect(location).not.toMatch(/[<>"]|^[^#]*\\/);
        const { host, searchParams } = new URL(location, `${OWN}/ici`);
        expect([host, searchParams.getAll('demande')]).toEqual([HOST, ['merci']]);
        expect(page).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        expect(new URL(page, OWN).searchParams.has('demande')).toBe(false);
      },
    ),
    { numRuns: 5_000 },
  );
});
