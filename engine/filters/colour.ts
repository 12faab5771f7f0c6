import type { Liquid } from 'liquidjs';
import { printed } from './printed.ts';

const HEX = /^#(?:([0-9a-f])([0-9a-f])([0-9a-f])|([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))$/i;

/** `teinte`: moves each channel of a hexadecimal colour by an integer, positive towards white; other values stay as they are. */
export function registerColourFilters(liquid: Liquid): void {
  liquid.registerFilter('teinte', (value: unknown, amount: unknown) => {
    const channels = HEX.exec(printed(value).trim())
      ?.slice(1)
      .filter((digits) => digits !== undefined);
    const shift = Math.trunc(Number(amount ?? 0));
    if (!channels || !Number.isFinite(shift)) return value;
    const moved = channels.map((digits) => {
      const channel = Number.parseInt(digits.length === 1 ? digits + digits : digits, 16);
      return Math.min(255, Math.max(0, channel + shift))
        .toString(16)
        .padStart(2, '0');
    });
    return `#${moved.join('')}`;
  });
}
