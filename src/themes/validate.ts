import type { ThemeFiles } from '../../engine/index.ts';
import { REQUIRED_FILES } from '../../engine/language/paths.ts';
import { Refusal } from '../errors.ts';
import { FILE_UNITS, FILES_PER_THEME } from './limits.ts';
import { isPathLength, judgePath } from './path-rules.ts';

/**
 * Checks a whole theme with the rules for installed and imported files; catalog themes are checked too.
 * @throws Refusal `trop_de_fichiers`; then, file by file in path order, `chemin_invalide`, `fichier_trop_gros`; then
 *   `fichier_requis_manquant` (docs/decisions/imports.md)
 */
export function validateThemeFiles(files: ThemeFiles): void {
  const paths = Object.keys(files);
  if (paths.length > FILES_PER_THEME) throw new Refusal('trop_de_fichiers');
  for (const path of paths.sort()) {
    if (!isPathLength(path) || judgePath(path)) throw new Refusal('chemin_invalide');
    if ((files[path]?.length ?? 0) > FILE_UNITS) throw new Refusal('fichier_trop_gros');
  }
  if (REQUIRED_FILES.some((path) => !Object.hasOwn(files, path))) throw new Refusal('fichier_requis_manquant');
}
