import { nameFault } from '../../text/names.ts';

/** How long a text is as the platform counts it: code points; the browser's `maxlength` counts UTF-16 code units. */
const lengthOf = (text: string): number => [...text].length;

/** Why a name cannot be given, in a sentence; null when it can. */
export function whyNoName(name: string, longest: number): string | null {
  const length = lengthOf(name);
  return length > longest
    ? `Un nom compte au plus ${longest} caractères ; celui-ci en a ${length}.`
    : name === ''
      ? null
      : nameFault(name);
}
