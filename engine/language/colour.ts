import { namedColours } from './colour-values.ts';

/** Channels as Shopify's colour object names them: 0 to 255, alpha 0 to 1, hue in degrees, the last two in percent. */
export interface Channels {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
  readonly hue: number;
  readonly saturation: number;
  readonly lightness: number;
}

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const FUNCTION = /^(rgb|hsl)a?\(([^()]*)\)$/i;
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))(%|deg)?$/;

/** Texts that CSS may read as a colour and that cannot end the declaration: `var(--accent)`, `color-mix(in srgb, red 20%, #fff)`. */
const CSS_VALUE = /^[a-z-][-\w%.,/+#()\s]*$/i;
const FETCHES = /(?:url|image|image-set|src)\s*\(/i;

/** Whether a text is safe where CSS expects a colour. */
export const isColour = (text: string): boolean =>
  channelsOf(text) !== undefined || (CSS_VALUE.test(text) && !FETCHES.test(text) && isBalanced(text));

function isBalanced(text: string): boolean {
  let open = 0;
  for (const character of text) {
    if (character === '(') open++;
    else if (character === ')' && --open < 0) return false;
  }
  return open === 0;
}

/** The channels of a colour that is written in hexadecimal, by name, with `rgb()` or `hsl()`; undefined for any other text. */
export function channelsOf(text: string): Channels | undefined {
  if (HEX.test(text)) return ofHex(text.slice(1));
  const named = text.toLowerCase() === 'transparent' ? '00000000' : namedColours().get(text.toLowerCase());
  if (named !== undefined) return ofHex(named);
  const [, form, inner = ''] = FUNCTION.exec(text) ?? [];
  if (form === undefined) return undefined;
  const parts = inner.split(/[\s,/]+/).filter((part) => part !== '');
  if (parts.length !== 3 && parts.length !== 4) return undefined;
  return form.toLowerCase() === 'rgb' ? ofRgbParts(parts) : ofHslParts(parts);
}

function ofHex(digits: string): Channels {
  const pairs = digits.length <= 4 ? Array.from(digits, (digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0, alpha = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
  return ofRgb(red, green, blue, Math.round((alpha / 255) * 100) / 100);
}

/** A number within bounds; in percent of the upper one where it says so. */
function numberIn(part: string, most: number): number | undefined {
  const [, digits, unit] = NUMBER.exec(part) ?? [];
  if (digits === undefined || unit === 'deg') return undefined;
  const value = unit === '%' ? (Number(digits) / 100) * most : Number(digits);
  return Math.min(most, Math.max(0, value));
}

function ofRgbParts(parts: readonly string[]): Channels | undefined {
  const [red, green, blue, alpha = 1] = parts.map((part, at) => numberIn(part, at === 3 ? 1 : 255));
  if (red === undefined || green === undefined || blue === undefined || (parts[3] && alpha === undefined))
    return undefined;
  return ofRgb(Math.round(red), Math.round(green), Math.round(blue), alpha);
}

function ofHslParts([hue = '', saturation = '', lightness = '', alpha = '1']: readonly string[]): Channels | undefined {
  const [, degrees, unit] = NUMBER.exec(hue) ?? [];
  if (degrees === undefined || unit === '%') return undefined;
  const [s, l, a] = [numberIn(percent(saturation), 1), numberIn(percent(lightness), 1), numberIn(alpha, 1)];
  if (s === undefined || l === undefined || a === undefined) return undefined;
  const h = ((Number(degrees) % 360) + 360) % 360;
  const channel = (n: number) => {
    const k = (n + h / 30) % 12;
    return Math.round(255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return {
    ...ofRgb(channel(0), channel(8), channel(4), a),
    hue: Math.round(h),
    ...{ saturation: Math.round(s * 100), lightness: Math.round(l * 100) },
  };
}

const percent = (part: string): string => (part.endsWith('%') ? part : `${part}%`);

function ofRgb(red: number, green: number, blue: number, alpha: number): Channels {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const spread = most - least;
  const lightness = (most + least) / 510;
  const saturation = spread === 0 ? 0 : spread / 255 / (1 - Math.abs(2 * lightness - 1));
  return {
    red,
    green,
    blue,
    alpha,
    hue: spread === 0 ? 0 : Math.round(hueOf([red, green, blue], most, spread)) % 360,
    saturation: Math.round(saturation * 100),
    lightness: Math.round(lightness * 100),
  };
}

function hueOf([red, green, blue]: readonly [number, number, number], most: number, spread: number): number {
  if (most === red) return (60 * ((green - blue) / spread) + 360) % 360;
  return most === green ? 60 * ((blue - red) / spread) + 120 : 60 * ((red - green) / spread) + 240;
}
