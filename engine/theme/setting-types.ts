import { fontOf } from '../filters/font.ts';
import { text as textOf } from '../runtime/text.ts';
import { Menu, TextObject } from '../runtime/text-object.ts';
import type { ThemeFiles } from '../types.ts';
import { channelsOf, isColour } from './colour.ts';
import { assetSize, size } from './image.ts';
import { isRecord } from './json.ts';
import { isImageAddress, isLink } from './link.ts';
import { videoSource } from './video.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * What templates get for a value of one type of setting.
 * @returns undefined for a value that does not fit; null for an empty one
 */
type Reader = (value: unknown, declaration: Values, files: ThemeFiles) => unknown;

const text: Reader = (value) => (typeof value === 'string' || isNumber(value) ? textOf(value) : undefined);

/** A longer row of digits would not come back as it was written. */
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

const number: Reader = (value) => {
  if (isNumber(value)) return value;
  if (typeof value !== 'string') return undefined;
  const digits = value.trim();
  return digits === '' ? null : DECIMAL.test(digits) ? Number(digits) : undefined;
};

const range: Reader = (value, declaration, files) => {
  const read = number(value, declaration, files);
  if (typeof read !== 'number') return read;
  const { min, max } = declaration;
  return (isNumber(min) && read < min) || (isNumber(max) && read > max) ? undefined : read;
};

const checkbox: Reader = (value) => {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
};

/** Options that cannot be read rule nothing out. */
const choice: Reader = (value, { options }) => {
  if (!isScalar(value)) return undefined;
  const values = (Array.isArray(options) ? options : []).map((option) => (isRecord(option) ? option.value : undefined));
  if (values.length === 0 || !values.every(isScalar)) return value;
  return values.find((option) => option === value) ?? values.find((option) => String(option) === String(value));
};

/** A type whose values are texts; an empty one stays as it is. */
const ofText =
  (read: (text: string, files: ThemeFiles) => unknown): Reader =>
  (value, _declaration, files) => {
    if (typeof value !== 'string') return undefined;
    const trimmed = value.trim();
    return trimmed === '' ? '' : read(trimmed, files);
  };

const color = ofText((written) => {
  const channels = channelsOf(written);
  return channels || isColour(written) ? new TextObject(written, { ...channels }) : undefined;
});

const image: Reader = (value, declaration, files) => {
  const { src, alt, width, height } = isRecord(value) ? value : { src: value };
  const read = imageAddress(src, declaration, files);
  if (typeof read !== 'string' || read === '') return read;
  const own = { width: size(width), height: size(height) };
  const { width: w, height: h } = own.width && own.height ? own : (assetSize(read, files) ?? {});
  return new TextObject(read, {
    src: read,
    alt: typeof alt === 'string' ? alt : '',
    ...(w && h && { width: w, height: h }),
  });
};

const imageAddress = ofText((address) => (isImageAddress(address) ? address : undefined));

const url = ofText((address) => (isLink(address) ? address : undefined));

const video = ofText((address) => (isLink(address) ? new TextObject(address, { ...videoSource(address) }) : undefined));

const font = ofText((id) => {
  const found = fontOf(id);
  return found && new TextObject(id, { nom: found.name, family: found.name, fallback: found.fallback });
});

/** The fourteen types of settings (rule 11; decisions, Public pages). */
export const SETTING_TYPES: ReadonlyMap<string, Reader> = new Map([
  ['text', text],
  ['textarea', text],
  ['richtext', text],
  ['number', number],
  ['range', range],
  ['checkbox', checkbox],
  ['select', choice],
  ['radio', choice],
  ['color', color],
  ['image_picker', image],
  ['url', url],
  ['menu_picker', ofText((key) => new Menu(key))],
  ['video_url', video],
  ['font_picker', font],
]);

/**
 * What templates get for a setting: its value, else its default, where either fits its type; `false` for a checkbox without both.
 * @param value as it is stored; undefined or null where there is none
 * @param byDefault as the schema declares it
 * @returns undefined for no value
 */
export function settingValue(declaration: Values, value: unknown, byDefault: unknown, files: ThemeFiles): unknown {
  const { type } = declaration;
  const read = typeof type === 'string' ? SETTING_TYPES.get(type) : undefined;
  if (!read) return value === undefined ? byDefault : value;
  for (const candidate of [value, byDefault]) {
    const found = candidate === null || candidate === undefined ? undefined : read(candidate, declaration, files);
    if (found !== undefined) return found;
  }
  return type === 'checkbox' ? false : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || isNumber(value);
