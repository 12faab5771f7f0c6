import type { Stretch } from './json-place.ts';
import type { Completions } from './types.ts';

const WORD = /^[ \t]*(@?\w*)$/;

const PARAMETER = {
  label: '@param',
  kind: 'keyword',
  documentation: 'Déclare un paramètre de l’extrait ; un nom entre crochets est facultatif.',
  insert: `@param {\${1:string}\\} \${2:nom} - \${3:description}`,
} as const;

/** What may be written in a `{% doc %}`: a parameter, at the beginning of a line. */
export function docCompletions({ text, base }: Stretch, offset: number): Completions | null {
  const before = text.slice(0, offset - base);
  const typed = WORD.exec(before.slice(before.lastIndexOf('\n') + 1))?.[1];
  return typed === undefined ? null : { from: offset - typed.length, to: offset, items: [PARAMETER] };
}
