import { writeAttributes } from './write-text.ts';

/** The line end and indentation of the line that a block begins in; null where all is written in one line. */
export type Line = string | null;

/** One step of indentation. */
const STEP = '  ';
export const deeper = (line: Line): Line => (line === null ? null : line + STEP);

/** An element with the attributes that it keeps. */
export const element = (tag: string, kept: Readonly<Record<string, string>> | null, content: string): string =>
  `<${tag}${writeAttributes(kept)}>${content}</${tag}>`;

/** Parts between two tags, each in a line of its own. */
export function writeLines(parts: readonly string[], line: Line): string {
  if (line === null) return parts.join('');
  return parts.map((part) => `${line}${STEP}${part}`).join('') + line;
}
