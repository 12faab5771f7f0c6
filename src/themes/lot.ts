import type { ClientBase } from 'pg';
import { REQUIRED_FILES, SETTINGS_DATA } from '../../engine/language/paths.ts';
import { type FileRefusal, Refusal } from '../errors.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { countFiles, deleteFiles, fingerprintsOf, upsertFiles } from '../storage/theme-files.ts';
import { beginVersion, type LockedTheme, lockTheme, type ThemeRole } from '../storage/themes.ts';
import { inTransaction } from '../storage/transaction.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { type CheckSyntax, judgeFile, refusalOf } from './judge-file.ts';
import { FILE_UNITS, FILES_PER_THEME } from './limits.ts';
import { isPathLength } from './path-rules.ts';
import type { ThemeWrite } from './theme-write.ts';

/** Files of one lot that are analysed at a time, so that other requests of the site get their turns too. */
const JUDGED_AT_A_TIME = 4;

/** Files to be written and removed together, or not at all. No path is in both. */
export interface Lot {
  /** Content by path. */
  readonly write: ReadonlyMap<string, string>;
  readonly remove: ReadonlySet<string>;
  /** What files must be now, whether the lot writes them or not: their fingerprint, or null for no file. */
  readonly ifFingerprint: ReadonlyMap<string, string | null>;
  /** The role that the theme must have now: a lot for a draft must not reach visitors. */
  readonly ifRole?: ThemeRole | undefined;
  /** The version that the theme must have now: nobody has written to it since then. */
  readonly ifNumber?: number | undefined;
}

interface LotWrite extends ThemeWrite {
  /** Whether the author works in the studio. */
  readonly isInStudio: boolean;
}

/**
 * Writes a lot: every file is judged, then all is stored in one transaction under the theme row's lock, with one time for
 * the theme and its written files. A file that has its content already is left alone.
 * @returns `unchanged` when there was nothing to do
 * @throws Refusal `trop_de_fichiers`, `lot_refuse` with the refusal of each refused file in the order of their paths,
 *   `introuvable`, `modifie_entre_temps`
 */
export async function writeLot(
  db: RolePools,
  checkSyntax: CheckSyntax,
  { siteId, themeId, author, isInStudio }: LotWrite,
  lot: Lot,
): Promise<'written' | 'unchanged'> {
  await assertSound(checkSyntax, siteId, lot);
  const fingerprints = new Map([...lot.write].map(([path, content]) => [path, fingerprintOf(content)]));

  return inTransaction(db, async (client) => {
    const theme = await lockTheme(client, siteId, themeId);
    if (!theme) throw new Refusal('introuvable');
    const present = await presentAsExpected(client, siteId, theme, lot);
    const changed = new Map([...lot.write].filter(([path]) => present.get(path) !== fingerprints.get(path)));
    const removed = [...lot.remove].filter((path) => present.has(path));
    if (changed.size + removed.length === 0) return 'unchanged';

    // A lot of the studio that writes only settings and templates comes from "Personnaliser".
    const moyen = isInStudio && areSettings([...changed.keys(), ...removed]) ? 'reglages' : 'lot';
    const version = await beginVersion(client, siteId, themeId, { auteur: author, moyen });
    await deleteFiles(client, version, removed);
    await upsertFiles(client, version, changed);
    // Only new files count: an overwritten file is there already.
    const creates = [...changed.keys()].some((path) => !present.has(path));
    if (creates && (await countFiles(client, siteId, themeId)) > FILES_PER_THEME) throw new Refusal('trop_de_fichiers');
    return 'written';
  });
}

/**
 * Checks that a theme is what a lot expects; under its lock.
 * @returns fingerprints of the files that the lot is about, by path
 * @throws Refusal `modifie_entre_temps`
 */
export async function presentAsExpected(
  client: ClientBase,
  siteId: string,
  theme: LockedTheme,
  { write, remove, ifFingerprint, ifRole, ifNumber }: Lot,
): Promise<ReadonlyMap<string, string>> {
  if (ifRole !== undefined && ifRole !== theme.role) throw new Refusal('modifie_entre_temps');
  if (ifNumber !== undefined && ifNumber !== theme.numero) throw new Refusal('modifie_entre_temps');
  const concerned = new Set([...write.keys(), ...remove, ...ifFingerprint.keys()]);
  const present = await fingerprintsOf(client, siteId, theme.id, concerned);
  for (const [path, expected] of ifFingerprint) {
    if ((present.get(path) ?? null) !== expected) throw new Refusal('modifie_entre_temps');
  }
  return present;
}

/** Whether all of these files hold settings: those of the theme, and those of its pages. */
export const areSettings = (paths: readonly string[]): boolean =>
  paths.every((path) => path === SETTINGS_DATA || path.startsWith('templates/'));

/**
 * Judges files that are to be written or removed together.
 * @throws Refusal `trop_de_fichiers`, `lot_refuse` with the refusal of each refused file in the order of their paths
 */
export async function assertSound(
  checkSyntax: CheckSyntax,
  siteId: string,
  lot: Pick<Lot, 'write' | 'remove'>,
): Promise<void> {
  if (lot.write.size > FILES_PER_THEME) throw new Refusal('trop_de_fichiers');
  const refusals = await judgeLot(checkSyntax, siteId, lot);
  if (refusals.length > 0) throw new Refusal('lot_refuse', { refus: refusals });
}

async function judgeLot(
  checkSyntax: CheckSyntax,
  siteId: string,
  { write, remove }: Pick<Lot, 'write' | 'remove'>,
): Promise<FileRefusal[]> {
  const refusals = REQUIRED_FILES.filter((path) => remove.has(path)).map((path) => refusalOf(path, 'fichier_requis'));
  const files = oneByOne(write);
  const judge = async () => {
    for (const [path, content] of files) {
      const refusal = judgeSize(path, content) ?? (await judgeFile(checkSyntax, siteId, path, content));
      if (refusal) refusals.push(refusal);
    }
  };
  await Promise.all(Array.from({ length: JUDGED_AT_A_TIME }, judge));
  return refusals.sort((a, b) => (a.chemin < b.chemin ? -1 : 1));
}

/** Shared by several loops; an error in one ends it for all. */
function* oneByOne<T>(items: Iterable<T>): Generator<T> {
  yield* items;
}

/** A lot names its unstorable files; a write of a single one is refused as `invalid_input`. */
function judgeSize(path: string, content: string): FileRefusal | null {
  if (!isPathLength(path)) return refusalOf(path, 'chemin_invalide');
  return content.length > FILE_UNITS ? refusalOf(path, 'fichier_trop_gros') : null;
}
