/** The point of interest of a picture: moved by keys, and what crops show around it. */
import type { LibraryFile } from './props.ts';

type Focal = LibraryFile['focal'];

/** How far an arrow moves it, as a share of the picture. */
const STEP = 0.02;
/** With Shift. */
const STRIDE = 0.1;

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 1_000;

/** A point within a picture, in thousandths as the platform keeps it. */
export const pointAt = (x: number, y: number): Focal => ({ x: within(x), y: within(y) });

/** The point that a key leads to; null for a key that moves nothing. */
export function movedFocal({ x, y }: Focal, key: string, isFar: boolean): Focal | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const step = isFar ? STRIDE : STEP;
  return pointAt(x + direction[0] * step, y + direction[1] * step);
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** « 30 % depuis la gauche, 62 % depuis le haut ». */
export const focalWords = ({ x, y }: Focal): string => `${percent(x)} depuis la gauche, ${percent(y)} depuis le haut`;

/**
 * `object-position` of a picture that fills a box of another ratio, so that the box shows what a crop around the point has.
 * @param quotient width by height of the box
 */
export function cropPosition(
  size: Pick<LibraryFile, 'largeur' | 'hauteur'>,
  quotient: number,
  { x, y }: Focal,
): string {
  const own = size.largeur / size.hauteur;
  /** @param seen share of the side that the box shows */
  const along = (at: number, seen: number): string => {
    if (!(seen < 1)) return '50%';
    const begins = Math.min(Math.max(at - seen / 2, 0), 1 - seen);
    return `${Math.round((begins / (1 - seen)) * 1_000) / 10}%`;
  };
  return own > quotient ? `${along(x, quotient / own)} 50%` : `50% ${along(y, own / quotient)}`;
}
