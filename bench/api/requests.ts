import type { ThemeFiles } from '../../engine/index.ts';
import type { Target } from '../load/target.ts';
import type { Tenant } from '../vitrine/tenants.ts';

/** A kind of API request that is measured, sent for every tenant. */
export interface Kind {
  readonly name: string;
  /** Status of a successful answer. */
  readonly status: number;
  readonly connections: number;
  /** Required share of the other server's requests. */
  readonly bar: number;
  targets(tenant: Tenant): Target[];
}

const PATH = 'sections/header.liquid';
/** Number of contents of the file, so that each write differs from the one before. */
const VERSIONS = 50;
const ARCHIVE_FILES = 60;

const as = ({ key }: Tenant, path: string) => ({
  host: 'localhost',
  path,
  weight: 1,
  headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
});

/** @param theme its files are read, written and imported */
export function kindsOf(theme: ThemeFiles): Kind[] {
  const section = theme[PATH] ?? '';
  const archive = {
    format: 'service-theme',
    format_version: 1,
    nom: 'Import',
    version: '1.0.0',
    fichiers: filled(theme),
  };
  const body = JSON.stringify(archive);
  return [
    {
      name: 'reading one file',
      status: 200,
      connections: 20,
      bar: 0.4,
      targets: (tenant) => [as(tenant, `/api/themes/${tenant.themeId}/fichiers?chemin=${encodeURIComponent(PATH)}`)],
    },
    {
      name: `writing one file (${(section.length / 1024).toFixed(1)} KB of Liquid)`,
      status: 200,
      connections: 20,
      bar: 0.35,
      targets: (tenant) =>
        Array.from({ length: VERSIONS }, (_, version) => ({
          ...as(tenant, `/api/themes/${tenant.themeId}/fichiers`),
          method: 'PUT',
          body: JSON.stringify({ chemin: PATH, contenu: `${section}<!-- ${version} -->` }),
        })),
    },
    {
      name: `importing an archive of ${ARCHIVE_FILES} files (${(body.length / 1024).toFixed(0)} KB)`,
      status: 201,
      // A site imports one archive at a time; other imports of it are refused.
      connections: 1,
      bar: 0.6,
      targets: (tenant) => [{ ...as(tenant, '/api/themes/importer'), method: 'POST', body }],
    },
  ];
}

/** The theme with copies of its sections, up to the number of files. */
function filled(theme: ThemeFiles): ThemeFiles {
  const files = { ...theme };
  for (let n = 0; Object.keys(files).length < ARCHIVE_FILES; n++)
    files[`sections/copie-${n}.liquid`] = theme[PATH] ?? '';
  return files;
}
