import type { z } from 'zod';
import type { Told } from '../../contract/shared.ts';
import type { ConflictChoice, Upgrade as UpgradeAnswer, Upgrading } from '../../contract/upgrade.ts';
import type { ErrorCode } from '../../errors.ts';
import type { Side } from '../../merge/conflict.ts';
import type { ShownConflict } from '../../themes/upgrade/conflicts.ts';
import type { UpgradedFile } from '../../themes/upgrade/files.ts';
import { applyUpgrade, previewUpgrade, type Upgrade, type UpgradeServices } from '../../themes/upgrade/upgrade.ts';
import { actorOf, type SiteCall } from './api.ts';

/** Codes of a refused upgrade, besides `introuvable` and those of the creation of a draft. */
export const UPGRADE_REFUSALS = [
  ...(['sans_origine', 'original_inconnu', 'brouillon_d_un_autre', 'modifie_entre_temps'] as const),
] satisfies readonly ErrorCode[];

interface UpgradeCall extends Pick<SiteCall<unknown, unknown>, 'caller' | 'site'> {
  readonly body: z.output<typeof Upgrading>;
}

/** Lists the changes of the catalog and of the owner, and merges them into the draft with `appliquer`. */
export async function upgrade(
  services: UpgradeServices,
  { caller, site, body }: UpgradeCall,
): Promise<Told<typeof UpgradeAnswer>> {
  const request = {
    ...actorOf({ caller, site }),
    themeId: body.id,
    choices: new Map([...body.resolutions].map(([path, choice]) => [path, SIDES[choice]])),
    otherwise: SIDES[body.conflits],
  };
  if (!body.appliquer) return answerOf(await previewUpgrade(services, request));
  const { upgrade: done, numero } = await applyUpgrade(services, request, caller.name);
  return { ...answerOf(done), ...(numero !== null && { applique: { themeId: done.theme.id, numero } }) };
}

const SIDES: Readonly<Record<ConflictChoice, Side>> = { garder: 'mine', catalogue: 'theirs' };

const answerOf = ({ theme: { id, nom, role, version }, origin, isUpToDate, files }: Upgrade) => ({
  ok: true as const,
  theme: { id, nom, role },
  origine: { id: origin.id, nom: origin.metadata.nom, version: origin.metadata.version },
  installee: version,
  a_jour: isUpToDate,
  fichiers: files.map(fileOf),
});

const fileOf = ({ path, state, byCatalog, byOwner, conflicts }: UpgradedFile) => ({
  chemin: path,
  etat: state,
  catalogue: byCatalog,
  proprietaire: byOwner,
  ...(conflicts && { conflits: conflicts.shown.map(conflictOf) }),
  ...(conflicts && conflicts.more > 0 && { autres_conflits: conflicts.more }),
});

const conflictOf = ({ line, keys, base, mine, theirs, isCut }: ShownConflict) => ({
  ...(line !== undefined && { ligne: line }),
  ...(keys !== undefined && { cles: keys }),
  original: base,
  proprietaire: mine,
  catalogue: theirs,
  ...(isCut && { coupe: true as const }),
});
