import type { FileEntry } from '../../../contract/files.ts';

/** A file that two trees have differently. */
export interface Change {
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
}

/** What has to change in `before` to become `after`, by path. Pure. */
export function changesBetween(before: readonly FileEntry[], after: readonly FileEntry[]): readonly Change[] {
  const old = new Map(before.map(({ chemin, empreinte }) => [chemin, empreinte]));
  const present = new Map(after.map(({ chemin, empreinte }) => [chemin, empreinte]));
  const paths = [...new Set([...old.keys(), ...present.keys()])].sort();
  return paths.flatMap((path): Change[] => {
    const [was, is] = [old.get(path), present.get(path)];
    if (was === is) return [];
    return [{ path, kind: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed' }];
  });
}

export const CHANGE_WORDS = { added: 'ajouté', removed: 'supprimé', changed: 'modifié' } as const;
