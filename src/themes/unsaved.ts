import type { ThemeFiles } from '../../engine/index.ts';
import { Refusal } from '../errors.ts';
import { FILES_PER_THEME } from './limits.ts';
import { isPathLength, judgePath } from './path-rules.ts';

/** Changes that an author has not saved. No path is in both. */
export interface Unsaved {
  /** Text by path. */
  readonly write: ReadonlyMap<string, string>;
  readonly remove: ReadonlySet<string>;
}

export const NOTHING_UNSAVED: Unsaved = { write: new Map(), remove: new Set() };

/** @throws Refusal `trop_de_fichiers`, `chemin_invalide`, `traversee`, `hors_dossier`, `nom`, `extension` */
export function judgeUnsaved({ write }: Unsaved): void {
  if (write.size > FILES_PER_THEME) throw new Refusal('trop_de_fichiers');
  for (const path of write.keys()) {
    const refusal = isPathLength(path) ? judgePath(path) : 'chemin_invalide';
    if (refusal) throw new Refusal(refusal);
  }
}

/** The files of a theme as they would be with these changes. */
export const layUnsavedOver = (files: ThemeFiles, { write, remove }: Unsaved): ThemeFiles =>
  Object.fromEntries([...Object.entries(files).filter(([path]) => !remove.has(path)), ...write]);
