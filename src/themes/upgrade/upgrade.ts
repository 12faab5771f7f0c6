import type { Renderer } from '../../../sandbox/index.ts';
import { unitKey } from '../../../sandbox/index.ts';
import type { Actor } from '../../accounts/members.ts';
import { Refusal } from '../../errors.ts';
import type { Side } from '../../merge/conflict.ts';
import { findLine } from '../../storage/descent.ts';
import { findOriginalFile, findThemeState, listOriginalTexts, listThemeTexts } from '../../storage/originals.ts';
import type { RolePools } from '../../storage/role-pools.ts';
import { findWorkingDraft } from '../../storage/theme-drafts.ts';
import { findFile } from '../../storage/theme-files.ts';
import { findTheme, type Theme } from '../../storage/themes.ts';
import type { CatalogTheme, ReadCatalog } from '../catalog.ts';
import { catalogTreeOf } from '../catalog-tree.ts';
import { openWorkingDraft } from '../copies.ts';
import { checkedFor, judgeFile } from '../judge-file.ts';
import { validateThemeFiles } from '../validate.ts';
import { boundTogether } from './conflicts.ts';
import { type FileSources, settleFile, type UpgradedFile } from './files.ts';
import type { UpgradeMerger } from './merger.ts';
import { planUpgrade } from './plan.ts';
import { type UpgradeToWrite, writeUpgrade } from './writing.ts';

/** What upgrades work with. */
export interface UpgradeServices {
  readonly db: RolePools;
  readonly merger: UpgradeMerger;
  readonly renderer: Pick<Renderer, 'check'>;
  readonly readCatalog: ReadCatalog;
}

interface UpgradeRequest extends Actor {
  /** A draft; or the published theme, which stands for the working draft. */
  readonly themeId: string;
  /** Whose text is taken in conflicts, by path; `otherwise` for every other path. */
  readonly choices: ReadonlyMap<string, Side>;
  readonly otherwise: Side;
}

export interface Upgrade {
  /** The theme that is merged: the draft, or the published theme while it has no working draft. */
  readonly theme: Theme;
  readonly origin: Pick<CatalogTheme, 'id' | 'metadata'>;
  /** Whether the theme comes from the present tree of the catalog. */
  readonly isUpToDate: boolean;
  readonly files: readonly UpgradedFile[];
}

/** How often the merge is repeated because somebody has written the theme meanwhile. */
const ATTEMPTS = 3;

/**
 * Merges what the catalog has changed since a theme was installed into the theme, and writes nothing.
 * @throws Refusal `introuvable`, `sans_origine`, `original_inconnu`, `modifie_entre_temps`; MomentaryRefusal
 */
export function previewUpgrade(services: UpgradeServices, request: UpgradeRequest): Promise<Upgrade> {
  return retried(() => readUpgrade(services, request, { isLook: true }));
}

/**
 * Merges the upgrade and writes it into the draft, all of it or nothing, and never into a published theme. When the catalog has nothing
 * newer, nothing is written and no draft is made.
 * @param author address of the account, or name of the key
 * @returns with the new version of the draft; null where the theme was up to date
 * @throws Refusal as `previewUpgrade`; `brouillon_d_un_autre`, `trop_de_fichiers`, `creation_impossible`, `ecriture_impossible`
 */
export async function applyUpgrade(
  services: UpgradeServices,
  request: UpgradeRequest,
  author: string | null,
): Promise<{ readonly upgrade: Upgrade; readonly numero: number | null }> {
  const first = await retried(() => readUpgrade(services, request, {}));
  if (first.isUpToDate) return { upgrade: first, numero: null };
  const { id: themeId, role } = first.theme;
  const draftId = role === 'publie' ? (await openWorkingDraft(services.db, request.siteId, author)).id : themeId;
  let merged: (Upgrade & UpgradeToWrite) | null = draftId === themeId ? first : null;
  return retried(async () => {
    const upgrade = merged ?? (await readUpgrade(services, { ...request, themeId: draftId }, { publishedId: themeId }));
    merged = null;
    // Somebody has published it meanwhile.
    if (upgrade.theme.role === 'publie') throw new Refusal('modifie_entre_temps');
    if (upgrade.isUpToDate) return { upgrade, numero: null };
    return { upgrade, numero: await writeUpgrade(services.db, request.siteId, upgrade, author) };
  });
}

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      const isMoved = error instanceof Refusal && error.code === 'modifie_entre_temps';
      if (!isMoved || attempts === ATTEMPTS) throw error;
    }
  }
}

interface Meant {
  /** Set when a published theme was asked for: the draft must have its line of descent. */
  readonly publishedId?: string;
  /** Whether nothing is written. Then the published theme itself is compared where the working draft has another line of descent. */
  readonly isLook?: boolean;
}

async function readUpgrade(
  services: UpgradeServices,
  request: UpgradeRequest,
  meant: Meant,
): Promise<Upgrade & UpgradeToWrite> {
  const { db, merger } = services;
  const { siteId, accountId, choices, otherwise } = request;
  const theme = await themeToMerge(db, request, meant);
  const catalog = theme.origine === null ? null : await services.readCatalog(theme.origine);
  if (!catalog) throw new Refusal('sans_origine');
  validateThemeFiles(catalog.files);
  const tree = catalogTreeOf(catalog.files);
  const state = await findThemeState(db, siteId, theme.id);
  if (!state) throw new Refusal('introuvable');
  const { numero, original } = state;
  if (original === null) throw new Refusal('original_inconnu');
  const [ofOriginal, ofTheme] = await Promise.all([
    listOriginalTexts(db, original),
    listThemeTexts(db, siteId, theme.id),
  ]);
  const checkSyntax = checkedFor(services.renderer, accountId);
  const files = await merger.inTurn(request, async (merge) => {
    const sources: FileSources = {
      ...{ catalog: tree, merge },
      ofOriginal: (path) => findOriginalFile(db, original, path),
      ofTheme: (path) => readSeen(db, { siteId, themeId: theme.id }, path, ofTheme.get(path)),
      isSound: async (path, text) => (await judgeFile(checkSyntax, siteId, path, text)) === null,
    };
    const settled: UpgradedFile[] = [];
    // One after the other, so that memory holds the texts of one file only.
    for (const file of planUpgrade(ofOriginal, ofTheme, tree.texts)) {
      settled.push(await settleFile(file, choices.get(file.path) ?? otherwise, sources));
    }
    const shown = boundTogether(settled.map(({ conflicts }) => conflicts));
    return settled.map((file, index) => ({ ...file, conflicts: shown[index] ?? null }));
  });
  const { id, metadata } = catalog;
  return {
    theme,
    origin: { id, metadata },
    isUpToDate: original === tree.key,
    files,
    tree,
    seen: { numero, original },
  };
}

/** @throws Refusal `brouillon_d_un_autre` for a published theme that is to be changed, and whose site has a working draft of another line of descent */
async function themeToMerge(
  db: RolePools,
  { siteId, themeId }: UpgradeRequest,
  { publishedId, isLook = false }: Meant,
): Promise<Theme> {
  const asked = await findTheme(db, siteId, themeId);
  if (!asked) throw new Refusal('introuvable');
  const draftId = asked.role === 'publie' && publishedId === undefined ? await findWorkingDraft(db, siteId) : null;
  const theme = draftId === null ? asked : ((await findTheme(db, siteId, draftId)) ?? asked);
  const lineFrom = publishedId ?? asked.id;
  if (theme.id === lineFrom) return theme;
  const [line, expected] = [await findLine(db, siteId, theme.id), await findLine(db, siteId, lineFrom)];
  if (line === expected) return theme;
  if (isLook) return asked;
  throw new Refusal('brouillon_d_un_autre');
}

/** The theme's file, if it is still the one that was compared. */
async function readSeen(
  db: RolePools,
  { siteId, themeId }: Pick<UpgradeRequest, 'siteId' | 'themeId'>,
  path: string,
  key: string | undefined,
): Promise<string | null> {
  if (key === undefined) return null;
  const file = await findFile(db, siteId, themeId, path);
  if (!file || unitKey(path, file.contenu) !== key) throw new Refusal('modifie_entre_temps');
  return file.contenu;
}
