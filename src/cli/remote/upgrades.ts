/** Catalog upgrades through the public API. */
import { z } from 'zod';
import { visible, visibleLines } from '../terminal.ts';
import { isThemePath } from '../workspace/theme-folder.ts';
import type { Remote } from './remote.ts';

const change = z.enum(['modifie', 'ajoute', 'retire']).nullable();
const content = z.string().transform(visibleLines).nullable();

const Conflict = z.object({
  ligne: z.int().positive().optional(),
  cles: z.array(z.string().transform(visible)).optional(),
  original: content,
  proprietaire: content,
  catalogue: content,
  coupe: z.literal(true).optional(),
});
export type RemoteConflict = z.output<typeof Conflict>;

const Answer = z.object({
  theme: z.object({ id: z.uuid(), nom: z.string(), role: z.enum(['publie', 'brouillon']) }),
  origine: z.object({ id: z.string(), nom: z.string().transform(visible), version: z.string().transform(visible) }),
  installee: z.string().transform(visible),
  a_jour: z.boolean(),
  fichiers: z.array(
    z.object({
      chemin: z.string().refine(isThemePath),
      etat: z.enum(['catalogue', 'ajoute', 'retire', 'proprietaire', 'identique', 'fusionne', 'conflit']),
      catalogue: change,
      proprietaire: change,
      conflits: z.array(Conflict).optional(),
      autres_conflits: z.int().optional(),
    }),
  ),
  applique: z.object({ themeId: z.uuid(), numero: z.int().positive() }).optional(),
});
export type RemoteUpgrade = z.output<typeof Answer>;
export type UpgradedFile = RemoteUpgrade['fichiers'][number];

/** Whose text is taken in conflicts. */
export const CONFLICT_CHOICES = ['garder', 'catalogue'] as const;
export type ConflictChoice = (typeof CONFLICT_CHOICES)[number];

export interface UpgradeWish {
  readonly apply: boolean;
  readonly conflicts: ConflictChoice;
  /** Files in which the other choice is taken. */
  readonly except: readonly string[];
}

/**
 * Asks what a newer catalog would bring to a theme, or brings it. Asking twice changes nothing: the second time it is there already.
 * @throws RemoteRefusal `sans_origine`, `original_inconnu`, `brouillon_d_un_autre`, `modifie_entre_temps`
 */
export function upgradeThere(
  remote: Remote,
  themeId: string,
  { apply, conflicts, except }: UpgradeWish,
): Promise<RemoteUpgrade> {
  const other: ConflictChoice = conflicts === 'garder' ? 'catalogue' : 'garder';
  const resolutions = Object.fromEntries(except.map((path) => [path, other]));
  const body = { action: 'actualiser', id: themeId, appliquer: apply, conflits: conflicts, resolutions };
  return remote.ask(Answer, { method: 'POST', path: '/api/themes', body, repeatable: true });
}
