import type { Correction } from './codes.ts';

interface Correctable {
  readonly correction?: Correction;
}

/**
 * A file with the corrections of its diagnostics, all at once. Of corrections that touch the same place the first is made: the others may be
 * no right answer any more. Of two that would write each other's text neither is made: one of them is right, and nobody knows which.
 * @param diagnostics of this file
 * @returns the text, and the diagnostics whose corrections were made, by place
 */
export function corrected<T extends Correctable>(
  source: string,
  diagnostics: readonly T[],
): { readonly text: string; readonly done: readonly T[] } {
  const fitting = diagnostics.filter(
    (one): one is T & Required<Correctable> => one.correction !== undefined && fits(one.correction, source),
  );
  const renamings = new Set(fitting.map(({ correction }) => renaming(correction, source).join('\n')));
  const made = fitting
    .filter(({ correction }) => !renamings.has(renaming(correction, source).reverse().join('\n')))
    .sort((a, b) => a.correction.debut - b.correction.debut || a.correction.fin - b.correction.fin);
  const done: T[] = [];
  let text = '';
  let at = 0;
  for (const one of made) {
    const { debut, fin, texte } = one.correction;
    if (debut < at || (done.length > 0 && debut === at)) continue;
    text += source.slice(at, debut) + texte;
    at = fin;
    done.push(one);
  }
  return { text: text + source.slice(at), done };
}

const renaming = ({ debut, fin, texte }: Correction, source: string) => [source.slice(debut, fin), texte];

const fits = ({ debut, fin, texte }: Correction, source: string): boolean =>
  debut >= 0 && debut <= fin && fin <= source.length && source.slice(debut, fin) !== texte;
