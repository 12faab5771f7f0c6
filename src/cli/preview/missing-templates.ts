import { askedAt } from '../../http/site/page-address.ts';
import { absentTemplates } from '../../sites/draft-page.ts';
import type { ViewContent } from '../../sites/views.ts';
import type { FolderDiagnostic } from '../workspace/diagnose-folder.ts';
import type { ThemeFolder } from '../workspace/theme-folder.ts';
import type { SampleSite } from './sample/sample-site.ts';

/**
 * Paths of the templates that a page asks for and the theme does not have, up to the one that it takes.
 * @param shown null for the page that an address without a page gets
 */
export const absentOf = ({ files }: ThemeFolder, shown: ViewContent | null): string[] =>
  shown === null ? [] : absentTemplates((path) => files.has(path), shown.templates);

/** What is to be said of the template that a page does not have; null where it has its own. */
export function missingTemplate(
  folder: ThemeFolder,
  address: string,
  shown: ViewContent | null,
): FolderDiagnostic | null {
  const [chemin] = absentOf(folder, shown);
  if (shown === null || chemin === undefined) return null;
  const standIn = shown.templates.find((name) => folder.files.has(`templates/${name}.json`));
  const instead =
    shown.blog || shown.article
      ? 'la plateforme la montre elle-même'
      : standIn === undefined
        ? 'elle répond 404'
        : `templates/${standIn}.json le remplace`;
  const message = `L’adresse ${address} demande ce gabarit, que le thème n’a pas : ${instead}.`;
  return { chemin, code: 'gabarit_manquant', gravite: 'avertissement', message };
}

/** The templates that the addresses of the shown content ask for and the theme does not have, each with the first of these addresses. */
export function missingTemplates(folder: ThemeFolder, site: SampleSite): FolderDiagnostic[] {
  const found = new Map<string, FolderDiagnostic>();
  for (const address of site.addresses) {
    const one = missingTemplate(folder, address, site.view(askedAt(address).view));
    if (one && !found.has(one.chemin)) found.set(one.chemin, one);
  }
  return [...found.values()];
}
