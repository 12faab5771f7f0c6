import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ThemeFiles } from '../../engine/index.ts';

/** The ids that the specification closes the catalog to; a theme is in it once its folder exists. */
export const CATALOG_IDS = ['aplomb', 'cadence', 'epure', 'forge', 'origo', 'piazza', 'scene', 'vela'] as const;
export type CatalogId = (typeof CATALOG_IDS)[number];

const CATALOG = fileURLToPath(new URL('../../catalog/', import.meta.url));
const KEPT = /\.(liquid|json|css|svg)$/;

const text = z.string().catch('');

const Metadata = z.object({
  nom: z.string().min(1).max(80),
  version: z.string().min(1).max(20).catch('1.0.0'),
  pour: text,
  traits: z.array(z.string()).catch([]),
  metiers: z.array(z.string()).catch([]),
  editions: z
    .array(
      z.object({
        id: z.string(),
        nom: text,
        pour: text,
        metiers: z.array(z.string()).catch([]),
        settings: z.record(z.string(), z.unknown()).catch({}),
      }),
    )
    .catch([]),
});

export type CatalogMetadata = z.infer<typeof Metadata>;

export interface CatalogTheme {
  readonly id: CatalogId;
  /** `config/theme.json`; a theme whose file is unreadable has its folder id as name and version 1.0.0. */
  readonly metadata: CatalogMetadata;
  readonly files: ThemeFiles;
}

/**
 * Reads a theme of the built-in catalog as it is now.
 * @returns null for an id outside the catalog
 */
export async function readCatalogTheme(id: string): Promise<CatalogTheme | null> {
  const known = CATALOG_IDS.find((candidate) => candidate === id);
  if (!known) return null;
  const root = `${CATALOG}${known}`;
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

function parseMetadata(source: string | undefined, id: CatalogId): CatalogMetadata {
  const unreadable = { nom: id, version: '1.0.0', pour: '', traits: [], metiers: [], editions: [] };
  try {
    const parsed = JSON.parse(source ?? '');
    return Metadata.parse({ ...parsed, nom: parsed.nom || id });
  } catch {
    return unreadable;
  }
}

/**
 * The theme's files with the settings of one edition laid over `config/settings_data.json`: values only, never structure.
 * @param editionId an edition that the theme does not have leaves the files as they are
 */
export function applyEdition({ metadata, files }: CatalogTheme, editionId: string): ThemeFiles {
  const edition = metadata.editions.find(({ id }) => id === editionId);
  if (!edition) return files;
  const path = 'config/settings_data.json';
  const data = deepMerge(JSON.parse(files[path] ?? '{}'), edition.settings);
  return { ...files, [path]: `${JSON.stringify(data, null, 2)}\n` };
}

function deepMerge(base: unknown, over: unknown): unknown {
  if (!isRecord(base) || !isRecord(over)) return over;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) merged[key] = key in base ? deepMerge(base[key], value) : value;
  return merged;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
