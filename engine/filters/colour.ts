import type { FilterRuns } from '../language/filters.ts';
import { toInteger } from '../runtime/numbers.ts';
import { text } from '../runtime/text.ts';

const HEX = /^#(?:([0-9a-f])([0-9a-f])([0-9a-f])|([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))$/i;

/** `teinte`: moves each channel of a hexadecimal colour by an integer, positive towards white; other values stay as they are. */
function teinte(value: unknown, amount: unknown): unknown {
  const channels = HEX.exec(text(value).trim())
    ?.slice(1)
    .filter((digits) => digits !== undefined);
  if (!channels) return value;
  const shift = shiftOf(amount);
  if (shift === undefined) return value;
  const moved = channels.map((digits) => {
    const channel = Number.parseInt(digits.length === 1 ? digits + digits : digits, 16);
    return Math.min(255, Math.max(0, channel + shift))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${moved.join('')}`;
}

function shiftOf(amount: unknown): number | undefined {
  try {
    return toInteger(amount);
  } catch {
    return undefined;
  }
}

export const colourFilters = { teinte } satisfies Partial<FilterRuns>;
