import type { FilterRuns } from '../language/filters.ts';
import { budget } from '../runtime/budget.ts';
import { RenderError } from '../runtime/errors.ts';
import { addressOf, assetAddress, Image } from '../runtime/images.ts';
import { lazy } from '../runtime/lazy.ts';
import { replaceAll, text } from '../runtime/text.ts';

/** A bare V8 context has no `TextEncoder`, no `btoa`: bytes are reached through `encodeURIComponent`. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digitOf = lazy(() => new Map(Array.from(ALPHABET, (character, digit) => [character, digit])));

/** What one character may become in an address, at most. */
const ENCODED_LENGTH = 9;

function encoded(value: unknown): string {
  const source = text(value);
  budget.spend(ENCODED_LENGTH * source.length);
  return encodeURIComponent(source.toWellFormed());
}

function urlEncode(value: unknown): string {
  const escapes = replaceAll(encoded(value), '%20', '+');
  if (!/[!'()*]/.test(escapes)) return escapes;
  return escapes.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** As Ruby's `CGI.unescape`: a lone `%` stays. */
function urlDecode(value: unknown): string {
  const source = text(value);
  budget.spend(ENCODED_LENGTH * source.length);
  const escapes = source.replaceAll('+', ' ').replace(/%(?![0-9A-Fa-f]{2})/g, '%25');
  return decodeBytes(escapes, 'le texte décodé n’est pas de l’UTF-8');
}

function decodeBytes(escapes: string, refusal: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    throw new RenderError(refusal);
  }
}

function base64Encode(value: unknown): string {
  const bytes = utf8Bytes(encoded(value));
  let digits = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[index], bytes[index + 1], bytes[index + 2]];
    const word = (a << 16) | (b << 8) | c;
    const left = bytes.length - index;
    digits += ALPHABET.charAt(word >> 18) + ALPHABET.charAt((word >> 12) & 63);
    digits += (left > 1 ? ALPHABET.charAt((word >> 6) & 63) : '=') + (left > 2 ? ALPHABET.charAt(word & 63) : '=');
  }
  return digits;
}

function utf8Bytes(escapes: string): number[] {
  const bytes: number[] = [];
  for (let index = 0; index < escapes.length; index++) {
    if (escapes.charAt(index) === '%') {
      bytes.push(Number.parseInt(escapes.slice(index + 1, index + 3), 16));
      index += 2;
    } else bytes.push(escapes.charCodeAt(index));
  }
  return bytes;
}

/** Four digits at a time, the last ones filled up with `=`; bits that no byte takes are 0. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/** @throws RenderError when the text is no base64, or not of UTF-8 */
function base64Decode(source: string): string {
  budget.spend(4 * source.length);
  if (!BASE64.test(source)) throw new RenderError('le texte n’est pas en base64');
  const digits = digitOf();
  let escapes = '';
  let word = 0;
  let bits = 0;
  for (const character of source) {
    const digit = digits.get(character);
    if (digit === undefined) break;
    word = ((word << 6) | digit) & 0xff_ffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    escapes += `%${((word >> bits) & 0xff).toString(16).padStart(2, '0')}`;
  }
  return decodeBytes(escapes, 'le texte décodé n’est pas de l’UTF-8');
}

/** The form for addresses may be without the signs at its end. */
const filledUp = (source: string): string =>
  source.endsWith('=') ? source : source.padEnd(Math.ceil(source.length / 4) * 4, '=');

/**
 * The address of a file of the theme's assets by its bare name; a path stays a path and matches no route (docs/rules.md, Rule 8).
 * Of an image, its address.
 */
function assetUrl(file: unknown, themeId: string): string {
  if (file instanceof Image) return addressOf(file, themeId);
  const name = text(file);
  budget.spend(ENCODED_LENGTH * name.length);
  return assetAddress(name, themeId);
}

export const encodingFilters = {
  asset_url: assetUrl,
  base64_decode: (value: unknown) => base64Decode(text(value)),
  base64_encode: base64Encode,
  base64_url_safe_decode: (value: unknown) =>
    base64Decode(filledUp(text(value)).replaceAll('-', '+').replaceAll('_', '/')),
  base64_url_safe_encode: (value: unknown) => base64Encode(value).replaceAll('+', '-').replaceAll('/', '_'),
  url_decode: urlDecode,
  url_encode: urlEncode,
} satisfies Partial<FilterRuns>;
