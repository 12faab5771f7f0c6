import { isPathLength, judgePath, type PathRefusal, REQUIRED_FILES } from '../../../themes/path-rules.ts';

/** The sentences of the platform (`docs/errors.md`), before it is asked. */
const SENTENCES: Readonly<Record<PathRefusal, string>> = {
  traversee: 'Le chemin ne doit ni commencer par « / » ni contenir « .. » ou « \\ ».',
  hors_dossier: 'Le chemin doit être « dossier/fichier », dans l’un des six dossiers d’un thème.',
  nom: 'Le nom du fichier commence par une lettre ou un chiffre et ne contient que lettres, chiffres, points, tirets.',
  extension: 'Cette extension n’est pas admise dans ce dossier.',
};

/** Why a file cannot have a path, in a sentence; null when it can. @param present paths that are taken */
export function refusalOfPath(path: string, present: readonly string[]): string | null {
  const refusal = judgePath(path);
  if (refusal) return SENTENCES[refusal];
  if (!isPathLength(path)) return 'Le chemin d’un fichier a de 3 à 120 caractères.';
  return present.includes(path) ? 'Un fichier existe déjà à ce chemin.' : null;
}

/** Whether a theme cannot be without a file: it can neither be removed nor have another name. */
export const isRequired = (path: string): boolean => REQUIRED_FILES.includes(path);

/** What a new file begins with. */
export function firstText(path: string): string {
  const [folder, file = ''] = path.split('/');
  const name = file.replace(/\.[a-z]+$/, '');
  switch (folder) {
    case 'sections':
      return `<section id="{{ section.id | escape }}">\n  <h2>{{ section.settings.titre | escape }}</h2>\n</section>\n{% schema %}\n${JSON.stringify(
        { name, settings: [{ type: 'text', id: 'titre', label: 'Titre', default: 'Titre' }] },
        null,
        2,
      )}\n{% endschema %}\n`;
    case 'templates':
      return `${JSON.stringify({ sections: {}, order: [] }, null, 2)}\n`;
    case 'config':
      return '{}\n';
    case 'assets':
      return file.endsWith('.svg') ? '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"></svg>\n' : '';
    default:
      return '';
  }
}

/** Where a file that is brought in belongs, by its name; a person may choose another place. */
export function folderFor(name: string): string {
  if (/\.(css|svg)$/.test(name)) return 'assets';
  return name.endsWith('.json') ? 'templates' : 'sections';
}
