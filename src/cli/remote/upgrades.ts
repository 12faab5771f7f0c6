/** Catalog upgrades through the public API. */
import { type ConflictChoice, Upgrade } from '../../contract/upgrade.ts';
import type { Remote } from './remote.ts';

export interface UpgradeWish {
  readonly apply: boolean;
  readonly conflicts: ConflictChoice;
  /** Files for which the other choice is taken. */
  readonly except: readonly string[];
}

/**
 * Asks for the changes that a newer catalog would bring to a theme, or makes them. A second request changes nothing more.
 * @throws RemoteRefusal `sans_origine`, `original_inconnu`, `brouillon_d_un_autre`, `modifie_entre_temps`
 */
export function upgradeThere(
  remote: Remote,
  themeId: string,
  { apply, conflicts, except }: UpgradeWish,
): Promise<Upgrade> {
  const other: ConflictChoice = conflicts === 'garder' ? 'catalogue' : 'garder';
  return remote.act(Upgrade, {
    ...{ action: 'actualiser', id: themeId, appliquer: apply, conflits: conflicts },
    resolutions: Object.fromEntries(except.map((path) => [path, other])),
  });
}
