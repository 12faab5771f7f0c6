import { REQUIRED_FILES } from '../../../../engine/language/paths.ts';
import { whyNoPath } from '../../theme/path-sentences.ts';

/** Why a new file cannot have a path, in a sentence; null when it can. @param present paths that are taken */
export const refusalOfPath = (path: string, present: readonly string[]): string | null =>
  whyNoPath(path) ?? (present.includes(path) ? 'Un fichier existe déjà à ce chemin.' : null);

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
