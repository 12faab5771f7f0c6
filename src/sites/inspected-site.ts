import { findDomains } from '../storage/domains.ts';
import { type KnownFailure, listFailures } from '../storage/failures.ts';
import { countOwnFiles, findShownSite, listRoles, publishedThemes } from '../storage/operator-lists.ts';
import { type KnownQuarantine, listQuarantines } from '../storage/quarantines.ts';
import { formerSlugs } from '../storage/slugs.ts';
import type { Queryable } from '../storage/statement.ts';
import { usageOf } from '../storage/usage.ts';

/** Failures that are shown, the last first. */
const SHOWN_FAILURES = 20;

/** What an operator is told of a site: its state, people, names, theme, faults and use. Nothing of what it says, and nothing that was sent to it. */
export type InspectedSite = NonNullable<Awaited<ReturnType<typeof inspectSite>>>;

/** @param named a slug that the site has or had, a host name of its own, or its id @returns null when there is no such site */
export async function inspectSite(db: Queryable, named: string) {
  const site = await findShownSite(db, named);
  if (!site) return null;
  const { id } = site;
  const theme = (await publishedThemes(db, [id])).get(id) ?? null;
  const [members, domains] = [await listRoles(db, id), await findDomains(db, id)];
  const [quarantines, failures] = [await listQuarantines(db, id), await listFailures(db, id, SHOWN_FAILURES)];
  const usage = (await usageOf(db, [id])).get(id) ?? { pages: 0, ms: 0, octets: 0 };
  // A quarantine or a failure of an older version of the published theme is over.
  const isPresent = ({ theme_id, version }: KnownQuarantine | KnownFailure) =>
    theme_id !== theme?.id || version === theme.maj_le;
  const quarantaines = quarantines.map((quarantine) => ({
    theme: quarantine.theme_id,
    version: quarantine.version,
    ...{ raison: quarantine.raison, instance: quarantine.instance },
    ...{ depuis: quarantine.depuis, jusqua: quarantine.jusqua, levee_le: quarantine.levee_le },
    en_cours: quarantine.en_cours && isPresent(quarantine),
  }));
  return {
    ...site,
    anciens_slugs: await formerSlugs(db, id),
    membres: members,
    domaines: domains.hosts,
    domaine_principal: domains.main,
    theme: theme && {
      ...{ id: theme.id, nom: theme.nom, version: theme.version, origine: theme.origine, maj_le: theme.maj_le },
      fichiers_propres: await countOwnFiles(db, id, theme.id),
    },
    quarantaine: quarantaines.some(({ en_cours, theme: of }) => en_cours && of === theme?.id),
    quarantaines,
    echecs: failures.map((failure) => ({
      ...{ theme: failure.theme_id, lieu: failure.lieu, ligne: failure.ligne, colonne: failure.colonne },
      ...{ message: failure.message, nombre: failure.nombre },
      ...{ premier_le: failure.premier_le, dernier_le: failure.dernier_le },
      /** Whether the failure is one of the version that visitors get now. */
      actuel: failure.theme_id === theme?.id && isPresent(failure),
    })),
    usage,
  };
}
