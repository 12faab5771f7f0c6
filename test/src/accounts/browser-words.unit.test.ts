import { expect, it } from 'vitest';
import { browserWords } from '../../../src/accounts/browser-words.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox sous Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'Chrome sous Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`, 'Microsoft Edge sous Windows'],
  [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36`, 'Chrome sous Android'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.1 Safari/605.1.15`, 'Safari sous macOS'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${WEBKIT} CriOS/142.0 Mobile Safari/604.1`,
    'Chrome sous iPhone',
  ],
  ['curl/8.5.0', 'Un navigateur'],
  ['<b>Firefox</b>\r\nBcc: x', 'Un navigateur'],
  ['', 'Un navigateur'],
  [undefined, 'Un navigateur'],
])('%j is %j', (userAgent, words) => expect(browserWords(userAgent)).toBe(words));

it('says nothing of a text but words of its own lists', () => {
  expect(browserWords(`Firefox/1 ${'Windows '.repeat(1_000)}<script>`)).toBe('Firefox sous Windows');
});
