/** Deployments from git (docs/decisions/deployments.md): a draft with a name of its own, and lots whose versions are marked. The client (`src/cli/deploy`) compares. */

import type { PoolClient } from 'pg';
import { REQUIRED_FILES } from '../../engine/language/paths.ts';
import { Refusal } from '../errors.ts';
import { lockSite } from '../storage/content.ts';
import { findDeployed, findLastDeployment, nameDeployed, readTexts } from '../storage/deployments.ts';
import { copyOriginal } from '../storage/originals.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { insertDraft } from '../storage/theme-drafts.ts';
import { countFiles, deleteFiles, fingerprintsOf, type HeldTheme, upsertFiles } from '../storage/theme-files.ts';
import { restoreFiles } from '../storage/theme-versions.ts';
import { beginVersion, insertTheme, lockTheme } from '../storage/themes.ts';
import { inTransaction } from '../storage/transaction.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { copyOf } from './copies.ts';
import { inCreation } from './creation.ts';
import type { CheckSyntax } from './judge-file.ts';
import { FILES_PER_THEME } from './limits.ts';
import { areSettings, assertSound, type Lot, presentAsExpected } from './lot.ts';
import type { ThemeWrite } from './theme-write.ts';

/** The draft that a deployment wants: its own, or else a copy of `source`, or else a new theme of `files`. */
interface DeploymentDraft {
  /** Name of the deployment, and of its draft. */
  readonly name: string;
  /** Id of the theme to copy. */
  readonly source: string | undefined;
  /** Content by path of a new theme. */
  readonly files: ReadonlyMap<string, string> | undefined;
  /** Version of a new theme. */
  readonly version: string | undefined;
  /** Address of the account, or name of the key. */
  readonly author: string | null;
}

/** The version of a theme whose files name none. */
const DEFAULT_VERSION = '1.0.0';

/**
 * Gives the one draft of a deployment's name; a missing one is made whole or not at all. Requests at the same time wait for
 * each other at the site's lock.
 * @throws Refusal `introuvable` for a source that is gone; `modifie_entre_temps` when the name belongs to a published theme that is not the
 *   source; `lot_refuse`, `trop_de_fichiers`, `fichier_requis_manquant`, `creation_impossible`, `ecriture_impossible`
 */
export async function openDeployment(
  db: RolePools,
  checkSyntax: CheckSyntax,
  siteId: string,
  wish: DeploymentDraft,
): Promise<{ id: string; reused: boolean }> {
  const present = await findDeployed(db, siteId, wish.name);
  if (present?.role === 'brouillon') return { id: present.id, reused: true };
  const { files } = wish;
  if (files) {
    await assertSound(checkSyntax, siteId, { write: files, remove: new Set() });
    if (REQUIRED_FILES.some((path) => !files.has(path))) throw new Refusal('fichier_requis_manquant');
  }
  return inCreation(db, async (client, step) => {
    await lockSite(client, siteId);
    const made = await findDeployed(client, siteId, wish.name);
    if (made?.role === 'brouillon') return { id: made.id, reused: true };
    // The draft was published: the deployment goes on in a copy of it.
    if (made && made.id !== wish.source) throw new Refusal('modifie_entre_temps');
    const id = files
      ? await insertTheme(client, {
          ...{ siteId, name: wish.name, version: wish.version ?? DEFAULT_VERSION, origin: null },
          authorship: { auteur: wish.author, moyen: 'deploiement' },
          files: Object.fromEntries(files),
        })
      : await copySource(client, siteId, wish, () => step('ecriture_impossible'));
    await nameDeployed(client, siteId, id, wish.name);
    return { id, reused: false };
  });
}

/** Copies the source, and gives the copy the source's last deployment as its version before, to compare the next deployment with. */
async function copySource(
  client: PoolClient,
  siteId: string,
  { name, source = '', author }: DeploymentDraft,
  writes: () => void,
): Promise<string> {
  const from = await lockTheme(client, siteId, source);
  if (!from) throw new Refusal('introuvable');
  const last = await findLastDeployment(client, siteId, source);
  const copy = { ...copyOf(siteId, from, '', author), name };
  const isMarked = last !== null;
  const draft = await insertDraft(
    client,
    isMarked ? { ...copy, authorship: { auteur: author, moyen: 'deploiement' } } : copy,
  );
  writes();
  if (isMarked) await restoreFiles(client, draft, last, source);
  const whole = isMarked ? await beginVersion(client, siteId, draft.id, copy.authorship) : draft;
  await restoreFiles(client, whole, from.numero, source);
  await copyOriginal(client, source, draft);
  return draft.id;
}

/** A lot after which the theme has the files of the deployed folder, except files of the site's own. */
export interface Deployment extends Lot {
  /** Files of the site's own, which stay as they are, or stay absent. */
  readonly keep: ReadonlySet<string>;
  /** Content by path of the site's own files in which the deployed change was merged. */
  readonly merged: ReadonlyMap<string, string>;
}

/**
 * Writes a deployment, all of it or nothing. The theme gets a version, marked as a deployment, with exactly what was deployed; where the site
 * has files of its own, another version follows at once with these. Nobody sees the theme between the two.
 * @returns number of the version that the theme then has
 * @throws Refusal as `writeLot` does
 */
export async function writeDeployment(
  db: RolePools,
  checkSyntax: CheckSyntax,
  { siteId, themeId, author }: ThemeWrite,
  deployment: Deployment,
): Promise<number> {
  const { write, remove, keep, merged } = deployment;
  await assertSound(checkSyntax, siteId, deployment);
  await assertSound(checkSyntax, siteId, { write: merged, remove: new Set() });
  return inTransaction(db, async (client) => {
    const theme = await lockTheme(client, siteId, themeId);
    if (!theme) throw new Refusal('introuvable');
    await presentAsExpected(client, siteId, theme, deployment);
    const touched = new Set([...write.keys(), ...remove]);
    const own = await readTexts(
      client,
      siteId,
      themeId,
      [...keep].filter((path) => touched.has(path)),
    );
    const pushed = await beginVersion(client, siteId, themeId, { auteur: author, moyen: 'deploiement' });
    await change(client, pushed, write, remove);

    const back = new Map([...own, ...merged]);
    const gone = new Set([...keep].filter((path) => write.has(path) && !own.has(path)));
    const paths = [...back.keys(), ...gone];
    if (paths.length === 0) return pushed.number;
    const moyen = areSettings(paths) ? 'reglages' : 'lot';
    const kept = await beginVersion(client, siteId, themeId, { auteur: author, moyen });
    await change(client, kept, back, gone);
    return kept.number;
  });
}

/** Brings files into a version: those that differ. @throws Refusal `trop_de_fichiers` */
async function change(
  client: PoolClient,
  version: HeldTheme,
  write: ReadonlyMap<string, string>,
  remove: ReadonlySet<string>,
): Promise<void> {
  const { siteId, id } = version;
  const present = await fingerprintsOf(client, siteId, id, write.keys());
  const changed = new Map([...write].filter(([path, content]) => present.get(path) !== fingerprintOf(content)));
  await deleteFiles(client, version, remove);
  await upsertFiles(client, version, changed);
  if ((await countFiles(client, siteId, id)) > FILES_PER_THEME) throw new Refusal('trop_de_fichiers');
}
