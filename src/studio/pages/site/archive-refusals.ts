import { REQUIRED_FILES } from '../../../../engine/language/paths.ts';
import { FILE_UNITS } from '../../../themes/limits.ts';
import { whyNoPath } from '../../theme/path-sentences.ts';

/** Files that are told; the rest of a long list helps nobody. */
const TOLD = 20;

/**
 * Which files of an archive the platform refuses, and why: its answer names none.
 * @param text of an archive whose import was refused
 * @returns a sentence for each file, in the order of their paths; none where the reason is another one
 */
export function archiveRefusals(text: string): readonly string[] {
  const files = filesOf(text);
  if (!files) return [];
  const refused = Object.keys(files)
    .sort()
    .flatMap((path) => {
      const reason = whyNoPath(path) ?? whyNoContent(files[path]);
      return reason === null ? [] : [`${path} : ${reason}`];
    });
  const missing = REQUIRED_FILES.filter((path) => !Object.hasOwn(files, path)).map(
    (path) => `${path} : Ce fichier est indispensable, et l’archive ne l’a pas.`,
  );
  const all = [...refused, ...missing];
  return all.length > TOLD ? [...all.slice(0, TOLD), `… et ${all.length - TOLD} autres`] : all;
}

function whyNoContent(content: unknown): string | null {
  if (typeof content !== 'string') return 'Le contenu n’est pas un texte.';
  return content.length > FILE_UNITS ? `Le fichier dépasse ${FILE_UNITS} caractères.` : null;
}

function filesOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const { fichiers } = JSON.parse(text) as { fichiers?: unknown };
    return typeof fichiers === 'object' && fichiers !== null ? (fichiers as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
