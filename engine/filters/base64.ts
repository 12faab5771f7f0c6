import type { Context, Liquid } from 'liquidjs';
import { printed } from './printed.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const URL_SAFE: Readonly<Record<string, string>> = { '+': '-', '/': '_', '-': '+', _: '/' };

/** The base64 filters; liquidjs's own need `TextEncoder` and `btoa`, which a bare V8 context does not have. */
export function registerBase64Filters(liquid: Liquid): void {
  const register = (name: string, convert: (text: string) => string) =>
    liquid.registerFilter(name, function (this: { context: Context }, value: unknown) {
      const text = printed(value);
      this.context.memoryLimit.use(2 * text.length);
      return convert(text);
    });
  register('base64_encode', encode);
  register('base64_decode', decode);
  register('base64_url_safe_encode', (text) => encode(text).replace(/[+/]/g, (character) => URL_SAFE[character] ?? ''));
  register('base64_url_safe_decode', (text) => decode(text.replace(/[-_]/g, (character) => URL_SAFE[character] ?? '')));
}

function encode(text: string): string {
  const bytes = utf8Bytes(text);
  let encoded = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(index, index + 3);
    const word = (a << 16) | (b << 8) | c;
    const digits = [18, 12, 6, 0].map((shift) => ALPHABET[(word >> shift) & 63]);
    const used = Math.min(4, bytes.length - index + 1);
    encoded += digits.slice(0, used).join('').padEnd(4, '=');
  }
  return encoded;
}

/** @throws Error when the text is no base64, or not of UTF-8 */
function decode(text: string): string {
  const digits = text.replace(/=+$/, '');
  let escaped = '';
  let word = 0;
  let bits = 0;
  for (const character of digits) {
    const digit = ALPHABET.indexOf(character);
    if (digit === -1) throw new Error('invalid base64');
    word = ((word << 6) | digit) & 0xff_ffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    escaped += `%${((word >> bits) & 0xff).toString(16).padStart(2, '0')}`;
  }
  return decodeURIComponent(escaped);
}

function utf8Bytes(text: string): number[] {
  const escaped = encodeURIComponent(text.toWellFormed());
  return [...escaped.matchAll(/%([0-9A-F]{2})|./g)].map(([character, hex]) =>
    hex === undefined ? character.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}
