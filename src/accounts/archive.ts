/** The archive that is written before a site or an account is deleted: one JSON document, made piece by piece, and the files of libraries. */
import type { Readable } from 'node:stream';
import { addressName } from '../media/address-name.ts';
import { type MediaStore, originalKey } from '../media/store/media-store.ts';
import {
  type ARCHIVED_ROWS,
  type ArchivedMedia,
  readAccount,
  readAllSettings,
  readMembers,
  readRedirects,
  readRows,
  readSite,
  readThemeFiles,
} from '../storage/archived.ts';
import { findDomains } from '../storage/domains.ts';
import { findMenus } from '../storage/menus.ts';
import type { Queryable } from '../storage/statement.ts';
import { listThemes, type Theme } from '../storage/themes.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from '../themes/archive.ts';

const FORMAT = { format: 'service-archive', format_version: 1 } as const;
const ROWS = [
  'pages',
  'blogs',
  'articles',
  'contenus_supprimes',
  'demandes',
  'journal',
] as const satisfies readonly (keyof typeof ARCHIVED_ROWS)[];

export interface Archived {
  /** The account itself, without what it could sign in by; null for an archive of sites alone. */
  readonly accountId: string | null;
  /** The sites that go. */
  readonly siteIds: readonly string[];
}

/** A file of a library, as it was uploaded. */
export interface ArchivedFile {
  /** As the document names it. */
  readonly name: string;
  readonly bytes: Readable;
}

/** The parts of an archive, to be read in this order. */
export interface Archive {
  /** Each is read before the next is asked for. */
  readonly files: AsyncIterable<ArchivedFile>;
  /** The text of the document, piece by piece. */
  readonly document: AsyncIterable<string>;
}

/**
 * Nothing of it is in memory as a whole. A theme has the form of `GET /api/themes/<id>/export`, which `POST /api/themes/importer` takes.
 * @param db in a transaction that sees all of the data at one moment
 */
export function archiveOf(db: Queryable, store: MediaStore, archived: Archived): Archive {
  const absent = new Set<string>();
  return { files: filesOf(db, store, archived, absent), document: documentOf(db, archived, absent) };
}

/** @param absent gets the ids of medias whose files are not in the store */
async function* filesOf(
  db: Queryable,
  store: MediaStore,
  { siteIds }: Archived,
  absent: Set<string>,
): AsyncGenerator<ArchivedFile> {
  for (const siteId of siteIds) {
    for await (const media of readRows<ArchivedMedia>(db, siteId, 'medias')) {
      const bytes = await store.stream(originalKey(siteId, media.objet));
      if (!bytes) absent.add(media.id);
      else {
        try {
          yield { name: fileName(media), bytes };
        } finally {
          bytes.destroy();
        }
      }
    }
  }
}

const fileName = ({ id, nom, type }: ArchivedMedia): string => `${id}-${addressName(nom, type)}`;

async function* documentOf(
  db: Queryable,
  { accountId, siteIds }: Archived,
  absent: ReadonlySet<string>,
): AsyncGenerator<string> {
  const at = new Date().toISOString();
  const head = { ...FORMAT, archive_le: at, ...(accountId !== null && { compte: await readAccount(db, accountId) }) };
  yield `${JSON.stringify(head, null, 1).slice(0, -2)},\n "sites": [`;
  for (const [n, id] of siteIds.entries()) {
    yield n === 0 ? '\n' : ',\n';
    yield* siteOf(db, id, at, absent);
  }
  yield ']\n}\n';
}

async function* siteOf(db: Queryable, id: string, at: string, absent: ReadonlySet<string>): AsyncGenerator<string> {
  const settings = await readAllSettings(db, id);
  const domains = await findDomains(db, id);
  const head = {
    site: await readSite(db, id),
    domaines: domains.hosts,
    domaine_principal: domains.main,
    membres: await readMembers(db, id),
    parametres: Object.fromEntries(settings.map(({ onglet, valeurs }) => [onglet, valeurs])),
    menus: (await findMenus(db, id))?.menus ?? {},
  };
  yield JSON.stringify(head, null, 1).slice(0, -2);
  for (const name of ROWS) {
    yield `,\n "${name}": [`;
    yield* separated(readRows(db, id, name), (row) => `\n  ${JSON.stringify(row)}`);
    yield ']';
  }
  yield ',\n "redirections": [';
  yield* separated(readRedirects(db, id), (row) => `\n  ${JSON.stringify(row)}`);
  yield '],\n "medias": [';
  yield* separated(readRows<ArchivedMedia>(db, id, 'medias'), (media) => {
    const { objet: _object, ...row } = media;
    return `\n  ${JSON.stringify({ ...row, fichier: absent.has(media.id) ? null : fileName(media) })}`;
  });
  yield '],\n "themes": [';
  for (const [n, theme] of (await listThemes(db, id)).entries()) {
    yield n === 0 ? '\n' : ',\n';
    yield* themeOf(db, id, theme, at);
  }
  yield ']\n}';
}

async function* themeOf(db: Queryable, siteId: string, theme: Theme, at: string): AsyncGenerator<string> {
  const { id, nom, version, role, origine, maj_le } = theme;
  const head = { format: ARCHIVE_FORMAT, format_version: ARCHIVE_VERSION, nom, version, origine, exporte_le: at };
  yield `  ${JSON.stringify({ id, role, maj_le }).slice(0, -1)},"archive":${JSON.stringify(head).slice(0, -1)},"fichiers":{`;
  yield* separated(
    readThemeFiles(db, siteId, id),
    ({ chemin, contenu }) => `\n   ${JSON.stringify(chemin)}:${JSON.stringify(contenu)}`,
  );
  yield '}}}';
}

/** Texts of rows, with commas between. */
async function* separated<Row>(rows: AsyncIterable<Row>, textOf: (row: Row) => string): AsyncGenerator<string> {
  let isFirst = true;
  for await (const row of rows) {
    yield isFirst ? textOf(row) : `,${textOf(row)}`;
    isFirst = false;
  }
}
