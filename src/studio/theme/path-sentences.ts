import { isPathLength, judgePath, type PathRefusal } from '../../themes/path-rules.ts';

/** Sentences about paths, shown before the platform is asked (`docs/errors.md`). */
const SENTENCES: Readonly<Record<PathRefusal, string>> = {
  traversee: 'Le chemin ne doit ni commencer par « / » ni contenir « .. » ou « \\ ».',
  hors_dossier: 'Le chemin doit être « dossier/fichier », dans l’un des six dossiers d’un thème.',
  nom: 'Le nom du fichier commence par une lettre sans accent ou un chiffre, et ne contient que des lettres sans accent, des chiffres, des points, des tirets et « _ ».',
  extension: 'Cette extension n’est pas admise dans ce dossier.',
};

/** Why no theme has a file at a path, in a sentence; null when it may. */
export function whyNoPath(path: string): string | null {
  const refusal = judgePath(path);
  if (refusal) return SENTENCES[refusal];
  return isPathLength(path) ? null : 'Le chemin d’un fichier a de 3 à 120 caractères.';
}
