import type { ThemeFiles } from '../types.ts';

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** How far into a file the root element of an SVG is looked for, UTF-16 code units. */
const HEAD_UNITS = 4_096;

/** Larger numbers are no size of a picture. */
const SIZE_AT_MOST = 100_000;

/** The size of an SVG among the theme's assets, by its bare name; undefined when the file gives none. */
export function assetSize(name: string, files: ThemeFiles): ImageSize | undefined {
  const path = `assets/${name}`;
  if (!name.endsWith('.svg') || !Object.hasOwn(files, path)) return undefined;
  const root = sizeElement(files[path] ?? '');
  const [, , boxWidth, boxHeight] =
    attribute(root, 'viewBox')
      ?.trim()
      .split(/[\s,]+/) ?? [];
  const width = pixels(attribute(root, 'width') ?? boxWidth);
  const height = pixels(attribute(root, 'height') ?? boxHeight);
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** The root element of an SVG, which gives its size; empty when there is none. Pages need no more of a picture. */
export function sizeElement(svg: string): string {
  const head = svg.slice(0, HEAD_UNITS);
  const start = head.indexOf('<svg');
  return start === -1 ? '' : head.slice(start, head.indexOf('>', start) + 1);
}

const attribute = (element: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(element)?.[1];

function pixels(text: string | undefined): number | undefined {
  const digits = /^(\d+(?:\.\d+)?)(?:px)?$/.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : size(Number(digits));
}

/** A number of pixels; undefined for what cannot be one. */
export const size = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0.5 && value <= SIZE_AT_MOST ? Math.round(value) : undefined;
