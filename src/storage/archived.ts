/** Reads the rows of an archive of a site or an account, some at a time, in a transaction during which the rows do not change. */
import type { MediaType } from '../media/processing/protocol.ts';
import type { Account, AccountType, MemberRole } from './accounts.ts';
import { shownSince } from './expressions.ts';
import type { Site } from './sites.ts';
import type { Queryable } from './statement.ts';

/** Rows that one statement reads; a content of the largest size is some megabytes. */
const AT_ONCE = 50;

/** The row of a site, and of the tables that have one row for each site. */
interface ArchivedSite extends Site {
  readonly masque: boolean;
  /** Whether visitors are asked for a code. Only a hash of the code is known. */
  readonly protege: boolean;
  readonly cree_le: string;
}

export async function readSite(db: Queryable, id: string): Promise<ArchivedSite | null> {
  const { rows } = await db.query<ArchivedSite>(
    `SELECT id, slug, nom, etat, suspendu, a_activer, masque, code_acces IS NOT NULL AS protege, hors_ligne, efface_le, cree_le
     FROM sites WHERE id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

interface ArchivedMember {
  readonly email: string;
  readonly role: MemberRole;
}

export async function readMembers(db: Queryable, siteId: string): Promise<ArchivedMember[]> {
  const { rows } = await db.query<ArchivedMember>(
    `SELECT c.email, m.role FROM membres m JOIN comptes c ON c.id = m.compte_id WHERE m.site_id = $1 ORDER BY c.email`,
    [siteId],
  );
  return rows;
}

/** Each tab of the settings with its values. */
export async function readAllSettings(db: Queryable, siteId: string): Promise<{ onglet: string; valeurs: unknown }[]> {
  const { rows } = await db.query<{ onglet: string; valeurs: unknown }>(
    'SELECT onglet, valeurs FROM parametres WHERE site_id = $1 ORDER BY onglet',
    [siteId],
  );
  return rows;
}

/** The statements of a site's tables, by their names in the archive. */
export const ARCHIVED_ROWS = {
  pages: `SELECT id, slug, titre, gabarit, contenu, image, seo_titre, seo_description, publiee, publie_le, retire_le, travail, prevu, prevu_le,
            ${shownSince()} AS montre_le, maj_le FROM pages
          WHERE site_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT ${AT_ONCE}`,
  blogs: `SELECT id, slug, titre, description, maj_le FROM blogs
          WHERE site_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT ${AT_ONCE}`,
  articles: `SELECT id, blog_id, slug, titre, extrait, contenu, image, seo_titre, seo_description, publie, publie_le, retire_le, travail, prevu,
               prevu_le, ${shownSince()} AS montre_le, maj_le FROM articles
             WHERE site_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT ${AT_ONCE}`,
  contenus_supprimes: `SELECT id, genre, titre, valeurs, auteur, supprime_le FROM contenus_supprimes
                       WHERE site_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT ${AT_ONCE}`,
  demandes: `SELECT id, recue_le, page, champs, ordre, lue_le, classement FROM demandes
             WHERE site_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT ${AT_ONCE}`,
  journal: `SELECT id, fait_le, acte, moyen, auteur, details - 'compte' AS details FROM journal
            WHERE site_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT ${AT_ONCE}`,
  medias: `SELECT id, nom, alt, type, encode(empreinte, 'hex') AS empreinte, objet, octets::float8 AS octets, largeur, hauteur, focal_x,
             focal_y, cree_le, maj_le FROM medias
           WHERE site_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT ${AT_ONCE}`,
} as const;

/** Redirects that one statement reads: they are short. */
const REDIRECTS_AT_ONCE = 500;

interface ArchivedRedirect {
  readonly de: string;
  readonly vers: string | null;
  readonly dessous: boolean;
  readonly moyen: string;
  readonly cree_le: string;
}

/** A row of `medias`, as far as the archive itself reads it. */
export interface ArchivedMedia {
  readonly id: string;
  readonly nom: string;
  readonly type: MediaType;
  readonly objet: string;
}

/** The rows of one of the tables. */
export async function* readRows<Row extends { readonly id: string }>(
  db: Queryable,
  siteId: string,
  name: keyof typeof ARCHIVED_ROWS,
): AsyncGenerator<Row> {
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: Row[] } = await db.query(ARCHIVED_ROWS[name], [siteId, after]);
    yield* rows;
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.id ?? null;
  }
}

/** The redirects of a site, by the addresses from which they start. */
export async function* readRedirects(db: Queryable, siteId: string): AsyncGenerator<ArchivedRedirect> {
  for (let after = ''; ; ) {
    const { rows }: { rows: ArchivedRedirect[] } = await db.query(
      `SELECT de, vers, dessous, moyen, cree_le FROM redirections
       WHERE site_id = $1 AND de COLLATE "C" > $2 ORDER BY de COLLATE "C" LIMIT ${REDIRECTS_AT_ONCE}`,
      [siteId, after],
    );
    yield* rows;
    if (rows.length < REDIRECTS_AT_ONCE) return;
    after = rows.at(-1)?.de ?? '';
  }
}

/** The files of a theme, one at a time: path and content. */
export async function* readThemeFiles(
  db: Queryable,
  siteId: string,
  themeId: string,
): AsyncGenerator<{ readonly chemin: string; readonly contenu: string }> {
  for (let after = ''; ; ) {
    const { rows }: { rows: { chemin: string; contenu: string }[] } = await db.query(
      `SELECT chemin, contenu FROM fichiers_complets
       WHERE site_id = $1 AND theme_id = $2 AND chemin COLLATE "C" > $3 ORDER BY chemin COLLATE "C" LIMIT 1`,
      [siteId, themeId, after],
    );
    const [file] = rows;
    if (!file) return;
    yield file;
    after = file.chemin;
  }
}

/** An account with its rows of other tables, sites apart; without secrets for signing in. */
interface ArchivedAccount extends Account {
  readonly type: AccountType;
  readonly cree_le: string;
  /** When it goes; null for one that does not wait for its deletion. */
  readonly efface_le: string | null;
  readonly cles: readonly object[];
  readonly passkeys: readonly object[];
  /** The application that shows codes; null without one. */
  readonly generateur: { readonly confirme_le: string } | null;
  readonly sessions: readonly object[];
  readonly membre_de: readonly { readonly slug: string; readonly nom: string; readonly role: MemberRole }[];
}

export async function readAccount(db: Queryable, id: string): Promise<ArchivedAccount | null> {
  const { rows } = await db.query<Pick<ArchivedAccount, 'id' | 'email' | 'type' | 'cree_le' | 'efface_le'>>(
    'SELECT id, email, type, cree_le, efface_le FROM comptes WHERE id = $1',
    [id],
  );
  const [account] = rows;
  if (!account) return null;
  const keys = await db.query(
    `SELECT id, nom, prefixe, portee, cree_le, derniere_utilisation, expire_le, revoquee_le FROM cles
     WHERE compte_id = $1 ORDER BY cree_le, id`,
    [id],
  );
  const passkeys = await db.query(
    'SELECT nom, cree_le, derniere_utilisation FROM passkeys WHERE compte_id = $1 ORDER BY cree_le, id',
    [id],
  );
  const generators = await db.query<{ confirme_le: string }>(
    'SELECT confirme_le FROM generateurs WHERE compte_id = $1 AND confirme_le IS NOT NULL',
    [id],
  );
  const sessions = await db.query(
    `SELECT navigateur, lieu, cree_le, expire_le, second_facteur_le FROM sessions
     WHERE compte_id = $1 AND expire_le > statement_timestamp() ORDER BY cree_le, empreinte`,
    [id],
  );
  const sites = await db.query<ArchivedAccount['membre_de'][number]>(
    'SELECT s.slug, s.nom, m.role FROM membres m JOIN sites s ON s.id = m.site_id WHERE m.compte_id = $1 ORDER BY s.slug',
    [id],
  );
  return {
    ...account,
    ...{ cles: keys.rows, passkeys: passkeys.rows, generateur: generators.rows[0] ?? null, sessions: sessions.rows },
    membre_de: sites.rows,
  };
}
