import { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import type { Side } from '../../merge/conflict.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { ShownConflict } from '../../themes/upgrade/conflicts.ts';
import type { UpgradedFile } from '../../themes/upgrade/files.ts';
import { applyUpgrade, previewUpgrade, type Upgrade, type UpgradeServices } from '../../themes/upgrade/upgrade.ts';
import * as answers from './answers.ts';
import type { ConflictChoice, Upgrading } from './bodies/themes.ts';

const change = z.enum(['modifie', 'ajoute', 'retire']).nullable();

/** `POST /api/themes` with `actualiser` (docs/upgrades.md). */
export const UpgradeAnswer = answers.ok.extend({
  theme: z.object({ id: answers.id, nom: z.string(), role: answers.themeRole }),
  origine: z.object({ id: z.string(), nom: z.string(), version: z.string() }),
  installee: z.string(),
  a_jour: z.boolean(),
  fichiers: z.array(
    z.object({
      chemin: z.string(),
      etat: z.enum(['catalogue', 'ajoute', 'retire', 'proprietaire', 'identique', 'fusionne', 'conflit']),
      catalogue: change,
      proprietaire: change,
      conflits: z
        .array(
          z.object({
            ligne: z.int().optional(),
            cles: z.array(z.string()).optional(),
            original: z.string().nullable(),
            proprietaire: z.string().nullable(),
            catalogue: z.string().nullable(),
            coupe: z.literal(true).optional(),
          }),
        )
        .optional(),
      autres_conflits: z.int().optional(),
    }),
  ),
  applique: z.object({ themeId: answers.id, numero: z.int() }).optional(),
});

/** What an upgrade can be refused with, besides `introuvable` and what the creation of a draft is refused with. */
export const UPGRADE_REFUSALS = [
  ...(['sans_origine', 'original_inconnu', 'brouillon_d_un_autre', 'modifie_entre_temps'] as const),
] satisfies readonly ErrorCode[];

interface UpgradeCall {
  readonly site: MemberSite;
  readonly body: z.output<typeof Upgrading>;
  /** Address of the account, or name of the key. */
  readonly author: string | null;
}

/** Tells what the catalog and the owner have changed, and merges it into the draft when that is asked. */
export async function upgrade(
  services: UpgradeServices,
  { site, body, author }: UpgradeCall,
): Promise<z.input<typeof UpgradeAnswer>> {
  const request = {
    siteId: site.id,
    themeId: body.id,
    choices: new Map([...body.resolutions].map(([path, choice]) => [path, SIDES[choice]])),
    otherwise: SIDES[body.conflits],
  };
  if (!body.appliquer) return answerOf(await previewUpgrade(services, request));
  const { upgrade: done, numero } = await applyUpgrade(services, request, author);
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
  ...(keys !== undefined && { cles: [...keys] }),
  original: base,
  proprietaire: mine,
  catalogue: theirs,
  ...(isCut && { coupe: true as const }),
});
