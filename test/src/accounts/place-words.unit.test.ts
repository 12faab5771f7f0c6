import { expect, it } from 'vitest';
import { placeWords } from '../../../src/accounts/place-words.ts';

it.each([
  ['203.0.113.7', 'adresse 203.0.113.…'],
  ['127.0.0.1', 'réseau local'],
  ['10.1.2.3', 'réseau local'],
  ['172.31.0.1', 'réseau local'],
  ['172.32.0.1', 'adresse 172.32.0.…'],
  ['192.168.1.20', 'réseau local'],
  ['2001:db8:12:34::/64', 'adresse 2001:db8:12:…'],
  ['0:0:0:0::/64', 'réseau local'],
  ['fd00:1:2:3::/64', 'réseau local'],
  ['fe80:0:0:0::/64', 'réseau local'],
  ['', null],
  ['unix:', null],
  ['<b>', null],
])('%s is %s', (address, words) => {
  expect(placeWords(address)).toBe(words);
});
