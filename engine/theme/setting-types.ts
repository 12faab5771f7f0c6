import { fontOf } from '../fonts/families.ts';
import type { Values } from '../json/values.ts';
import { isRecord } from '../json/values.ts';
import { videoSource } from '../language/addresses.ts';
import { channelsOf } from '../language/colour.ts';
import { SETTING_TYPES, type SettingFacts } from '../language/setting-types.ts';
import { imageOf } from '../runtime/images.ts';
import { text } from '../runtime/text.ts';
import { Menu, TextObject } from '../runtime/text-object.ts';
import type { ThemeFiles } from '../types.ts';
import { assetSize, size } from './image.ts';

/** @param read the text that a type whose values are objects reads in the stored value */
type Giving = (read: string, stored: unknown, files: ThemeFiles) => unknown;

/** What templates get; an empty text stays as it is. */
const GIVINGS: Readonly<Record<Exclude<SettingFacts['gives'], 'text' | 'value'>, Giving>> = {
  colour: (written) => new TextObject(written, { ...channelsOf(written) }),
  image(src, stored, files) {
    const { alt, width, height } = isRecord(stored) ? stored : {};
    const own = { width: size(width), height: size(height) };
    const { width: w, height: h } = own.width && own.height ? own : (assetSize(src, files) ?? {});
    return imageOf(src, { alt: typeof alt === 'string' ? alt : '', ...(w && h && { width: w, height: h }) });
  },
  menu: (key) => new Menu(key),
  video: (address) => new TextObject(address, { ...videoSource(address) }),
  font(id) {
    const { name, fallback } = fontOf(id) ?? {};
    return new TextObject(id, { nom: name, family: name, fallback });
  },
};

/**
 * What templates get for a setting: its value, else its default, where either fits its type.
 * @param value as it is stored; undefined or null where there is none
 * @param byDefault as the schema declares it
 * @returns undefined for no value
 */
export function settingValue(declaration: Values, value: unknown, byDefault: unknown, files: ThemeFiles): unknown {
  const facts = typeof declaration.type === 'string' ? SETTING_TYPES.get(declaration.type) : undefined;
  if (!facts) return value === undefined ? byDefault : value;
  for (const stored of [value, byDefault]) {
    const read = stored === null || stored === undefined ? undefined : facts.reads(stored, declaration);
    if (read === undefined) continue;
    if (facts.gives === 'text') return text(read);
    return facts.gives === 'value' || typeof read !== 'string' || read === ''
      ? read
      : GIVINGS[facts.gives](read, stored, files);
  }
  return facts.otherwise;
}
