/** Contrast between colours, and which colour of a theme is written on which. Pure. */
import type { Channels } from '../../../../engine/language/colour.ts';
import { type SchemaItem, type Setting, settingsIn } from './settings.ts';

const twoDigits = (channel: number): string => Math.round(channel).toString(16).padStart(2, '0');

/** As `<input type="color">` takes it. */
export const opaqueHex = ({ red, green, blue }: Channels): string => `#${[red, green, blue].map(twoDigits).join('')}`;

/** In hexadecimal, with the transparency where there is one. */
export const hexWith = (opaque: string, alpha: number): string =>
  alpha >= 1 ? opaque : opaque + twoDigits(Math.max(0, alpha) * 255);

function luminance({ red, green, blue }: Channels): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours as WCAG 2.2 computes it, from 1 to 21. */
export function contrast(a: Channels, b: Channels): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Least contrast of text (WCAG 2.2, 1.4.3). */
export const READABLE = 4.5;

/** `12,3 : 1`, rounded down: 4.49 must not be shown as 4.5, which is enough. */
export const ratioText = (ratio: number): string =>
  `${(Math.floor(ratio * 10) / 10).toLocaleString('fr-FR', { minimumFractionDigits: 1 })} : 1`;

const INK = /text|encre|\bink|fonc|sombre|dark|nuit|noir|foreground/;
const GROUND = /fond|papier|paper|ground|clair|light|\bmur|ecran|blanc|background|sable|craie/;

/** What a colour is for: by its id, else by its label. */
function roleOf({ id, label }: Setting): 'ink' | 'ground' | null {
  for (const name of [id, label]) {
    const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('_', ' ');
    const [ink, ground] = [plain.search(INK), plain.search(GROUND)];
    // « Nuit : fond sombre et textes sur clair » : the first word counts.
    if (ink !== -1 && (ground === -1 || ink < ground)) return 'ink';
    if (ground !== -1) return 'ground';
  }
  return null;
}

/**
 * The other colour of the pair: text and ground by their names, else the first two colours of the group.
 * @returns null for a colour without a pair
 */
export function pairOf(setting: Setting, items: readonly SchemaItem[]): Setting | null {
  const colours = settingsIn(items).filter(({ type }) => type === 'color');
  const role = roleOf(setting);
  if (role) {
    const other = role === 'ink' ? 'ground' : 'ink';
    return colours.find((colour) => roleOf(colour) === other) ?? null;
  }
  if (colours.some((colour) => roleOf(colour) !== null)) return null;
  const [first, second] = colours;
  if (setting.id === first?.id) return second ?? null;
  return setting.id === second?.id ? (first ?? null) : null;
}
