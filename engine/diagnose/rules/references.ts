import type { ThemeDocuments } from '../../document/theme-documents.ts';
import { nameOf } from '../../language/paths.ts';
import type { Literal } from '../../syntax/expression.ts';
import { adviceOn } from '../advice.ts';
import { factsOf, type NamedFile } from '../liquid-facts.ts';
import type { Report, Rule } from '../rule.ts';

const LIQUID = /^(layout|sections|snippets)\/.*\.liquid$/;

/** Sections and snippets that a tag names with a constant. */
export const namedFiles: Rule = {
  judges: LIQUID,
  judge(file, theme, report) {
    for (const { folder, name, place } of file.known(factsOf).named) {
      if (folder === 'snippets' && theme.has(`snippets/${name}`)) continue;
      judgeNamed({ folder, name, place }, theme, report);
    }
  },
};

/** Tells a section or a snippet that the theme does not have. @param named its place with its quotes */
export function judgeNamed({ folder, name, place }: NamedFile, theme: ThemeDocuments, report: Report): void {
  if (theme.has(`${folder}/${name}.liquid`)) return;
  const within = { offset: place.offset + 1, end: place.end - 1 };
  const advice = (otherwise: string) => adviceOn(name, within, namesIn(theme, folder), otherwise);
  if (folder === 'sections') {
    const { conseil, correction } = advice(` : il manque sections/${name}.liquid.`);
    report('section_inconnue', place, { type: name, conseil }, correction);
  } else {
    const { conseil, correction } = advice(' : ce qui l’appelle échoue à l’affichage.');
    report('extrait_manquant', place, { nom: name, conseil }, correction);
  }
}

/** What the files of a folder are called by. */
const namesIn = ({ files }: ThemeDocuments, folder: string): string[] =>
  [...files.keys()].flatMap((path) => (path.startsWith(`${folder}/`) ? [nameOf(path)] : []));

/** `asset_url` takes the bare name of a file that is there (docs/rules.md, Rule 8). */
export const assets: Rule = {
  judges: LIQUID,
  judge(file, theme, report) {
    for (const { value, filters } of file.known(factsOf).filtered) {
      if (filters[0]?.name !== 'asset_url' || value.kind !== 'literal' || typeof value.value !== 'string') continue;
      const name = value.value;
      if (name === '' || theme.has(`assets/${name}`)) continue;
      const { place } = value;
      if (name.includes('/') || !place) reportFolder(value, theme, report);
      else {
        const assets = [...theme.files.keys()].flatMap((path) => (path.startsWith('assets/') ? [path.slice(7)] : []));
        const within = { offset: place.offset + 1, end: place.end - 1 };
        const { conseil, correction } = adviceOn(name, within, assets, ' : cette adresse ne mène nulle part.');
        report('ressource_manquante', place, { nom: name, conseil }, correction);
      }
    }
  },
};

/** A path where a bare name is wanted: the name, where there is such a file. */
function reportFolder({ value, place }: Literal, theme: ThemeDocuments, report: Report): void {
  const name = String(value);
  const bare = name.slice(name.lastIndexOf('/') + 1);
  const isThere = place && bare !== '' && theme.has(`assets/${bare}`);
  const correction = isThere ? { debut: place.offset + 1, fin: place.end - 1, texte: bare } : undefined;
  report('ressource_avec_dossier', place ?? null, { nom: name }, correction);
}
