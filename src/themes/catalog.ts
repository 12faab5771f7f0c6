import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ThemeFiles } from '../../engine/index.ts';
import { parseJsonFile } from '../../engine/json/commented-json.ts';
import { SETTINGS_DATA } from '../../engine/language/paths.ts';
import { isRecord } from '../text/json.ts';
import { CATALOG_IDS, type CatalogId } from './catalog-ids.ts';
import { layEditionOver } from './edition-values.ts';
import { NAME_LENGTH, VERSION_LENGTH } from './limits.ts';
import { isTrade, type Trade } from './trades.ts';

/**
 * The folder of the built-in catalog: one folder for each theme, and `pictures`. Themes share no file, not even styles that are alike: a
 * site gets a copy of one folder, which must be complete.
 */
export const CATALOG_FOLDER = new URL('../../catalog/', import.meta.url);
const KEPT = /\.(liquid|json|css|svg)$/;

const text = z.string().catch('');
/** A list that keeps its valid entries and drops the others. */
const those = <T>(isOne: (entry: unknown) => entry is T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((entries) => entries.filter(isOne));

const Edition = z.object({
  id: z.string().min(1),
  nom: text,
  pour: text,
  metiers: those(isTrade),
  settings: z.record(z.string(), z.unknown()).catch({}),
});
export type Edition = z.infer<typeof Edition>;

const Metadata = z.object({
  nom: z.string().trim().min(1).max(NAME_LENGTH).optional().catch(undefined),
  version: z.string().min(1).max(VERSION_LENGTH).catch('1.0.0'),
  pour: text,
  traits: those((entry) => typeof entry === 'string'),
  metiers: those(isTrade),
  editions: z
    .array(z.unknown())
    .catch([])
    .transform((entries) => entries.flatMap((entry) => Edition.safeParse(entry).data ?? [])),
});

export type CatalogMetadata = z.infer<typeof Metadata> & { readonly nom: string };

export interface CatalogTheme {
  readonly id: CatalogId;
  /** `config/theme.json`; a theme whose file is unreadable has its folder id as name and version 1.0.0. */
  readonly metadata: CatalogMetadata;
  readonly files: ThemeFiles;
}

/** Reads a theme of a catalog as it is now; null for an id outside the catalog. */
export type ReadCatalog = (id: string) => Promise<CatalogTheme | null>;

/**
 * Reads a theme of the built-in catalog as it is now.
 * @returns null for an id outside the catalog
 */
export const readCatalogTheme = (id: string): Promise<CatalogTheme | null> => readThemeFrom(CATALOG_FOLDER, id);

/**
 * Reads a theme of a catalog.
 * @param folder the folder that contains the themes' folders
 * @returns null for an id outside the catalog, and for one without a file
 */
export async function readThemeFrom(folder: URL, id: string): Promise<CatalogTheme | null> {
  const known = CATALOG_IDS.find((candidate) => candidate === id);
  if (!known) return null;
  const root = fileURLToPath(new URL(known, folder));
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile() && KEPT.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll('\\', '/'))
    .sort();
  if (paths.length === 0) return null;
  const contents = await Promise.all(paths.map((path) => readFile(`${root}/${path}`, 'utf8')));
  const files = Object.fromEntries(paths.map((path, index) => [path, contents[index] ?? '']));
  return { id: known, metadata: parseMetadata(files['config/theme.json'], known), files };
}

/** The themes of a catalog as they are now, in the order of their ids. */
export async function readCatalogFrom(folder: URL): Promise<CatalogTheme[]> {
  const themes = await Promise.all(CATALOG_IDS.map((id) => readThemeFrom(folder, id)));
  return themes.filter((theme) => theme !== null);
}

function parseMetadata(source: string | undefined, id: CatalogId): CatalogMetadata {
  const metadata = Metadata.parse(parseRecord(source));
  return { ...metadata, nom: metadata.nom ?? id };
}

/** The object in a JSON file; an empty one when it cannot be parsed or is not an object. */
function parseRecord(source: string | undefined): Record<string, unknown> {
  try {
    const parsed = parseJsonFile(source ?? '');
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/**
 * The edition of a theme that is meant for a trade: the one that claims it, else the first.
 * @returns null for a theme without editions
 */
export const editionFor = ({ editions }: Pick<CatalogMetadata, 'editions'>, trade: Trade): Edition | null =>
  editions.find(({ metiers }) => metiers.includes(trade)) ?? editions[0] ?? null;

/**
 * The theme's files with the settings of one edition laid over `config/settings_data.json`: values only, never structure.
 * @param editionId an edition that the theme does not have leaves the files as they are
 */
export function applyEdition({ metadata, files }: CatalogTheme, editionId: string): ThemeFiles {
  const edition = metadata.editions.find(({ id }) => id === editionId);
  if (!edition) return files;
  const edited = layEditionOver(parseRecord(files[SETTINGS_DATA]), edition.settings);
  return { ...files, [SETTINGS_DATA]: `${JSON.stringify(edited, null, 2)}\n` };
}
