import type { ThemeFiles } from '../../engine/index.ts';
import type { Target } from '../load/target.ts';
import type { Tenant } from '../vitrine/tenants.ts';

/** What an author's client asks for, from every tenant in turn. */
export interface Kind {
  readonly name: string;
  /** Status when all goes well. */
  readonly status: number;
  readonly connections: number;
  /** Part of a bare route's requests a second that is asked for; null where the figure is only stated. */
  readonly bar: number | null;
  targets(tenant: Tenant): Target[];
}

const PATH = 'sections/header.liquid';
/** Versions of one file: no write is the same as the one before. */
const VERSIONS = 50;
const ARCHIVE_FILES = 60;

const as = ({ key }: Tenant, path: string) => ({
  host: 'localhost',
  path,
  weight: 1,
  headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
});

/** @param theme whose files are read, written and imported */
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
      bar: 0.6,
      targets: (tenant) => [as(tenant, `/api/themes/${tenant.themeId}/fichiers?chemin=${encodeURIComponent(PATH)}`)],
    },
    {
      name: `writing one file (${(section.length / 1024).toFixed(1)} KB of Liquid)`,
      status: 200,
      connections: 20,
      bar: 0.6,
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
      // One import of a site at a time is taken, the others are told to come back.
      connections: 1,
      bar: null,
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
