import { laterThanBoth } from './expressions.ts';
import type { Queryable } from './statement.ts';

export const SETTINGS_TABS = ['general', 'seo', 'contact', 'reseaux', 'acces'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

export type SettingsValues = Readonly<Record<string, unknown>>;

interface StoredSettings {
  readonly valeurs: SettingsValues;
  /** Null when the tab was never written. */
  readonly maj_le: string | null;
  /** Whether the site is hidden from search engines. */
  readonly masque: boolean;
  /** Whether visitors are asked for a code. */
  readonly protege: boolean;
}

/** One tab of a site, with the settings that are columns of the site. @returns null when there is no such site */
export async function findSettings(db: Queryable, siteId: string, tab: SettingsTab): Promise<StoredSettings | null> {
  const { rows } = await db.query<StoredSettings>(
    `SELECT coalesce(p.valeurs, '{}') AS valeurs, p.maj_le, s.masque, s.code_acces IS NOT NULL AS protege
     FROM sites s LEFT JOIN parametres p ON p.site_id = $1 AND p.onglet = $2 WHERE s.id = $1`,
    [siteId, tab],
  );
  return rows[0] ?? null;
}

/** One value of a tab. @returns null where it was never written */
export async function findSetting(db: Queryable, siteId: string, tab: SettingsTab, name: string): Promise<unknown> {
  const { rows } = await db.query<{ valeur: unknown }>(
    'SELECT valeurs->$3 AS valeur FROM parametres WHERE site_id = $1 AND onglet = $2',
    [siteId, tab, name],
  );
  return rows[0]?.valeur ?? null;
}

/** @returns the new `maj_le` */
export async function replaceSettings(
  db: Queryable,
  siteId: string,
  tab: SettingsTab,
  values: SettingsValues,
): Promise<string> {
  const { rows } = await db.query<{ maj_le: string }>(
    `INSERT INTO parametres (site_id, onglet, valeurs) VALUES ($1, $2, $3)
     ON CONFLICT (site_id, onglet) DO UPDATE SET valeurs = excluded.valeurs, maj_le = ${laterThanBoth('maj_le', 'parametres')}
     RETURNING maj_le`,
    [siteId, tab, JSON.stringify(values)],
  );
  return String(rows[0]?.maj_le);
}

/** Gives a tab a new `maj_le` when a setting that is stored in the row of the site (hidden, code) changes. */
export async function touchSettings(db: Queryable, siteId: string, tab: SettingsTab): Promise<void> {
  await db.query(
    `INSERT INTO parametres (site_id, onglet, valeurs) VALUES ($1, $2, '{}')
     ON CONFLICT (site_id, onglet) DO UPDATE SET maj_le = ${laterThanBoth('maj_le', 'parametres')}`,
    [siteId, tab],
  );
}

/** Hides a site from search engines, or shows it. */
export async function updateHidden(db: Queryable, siteId: string, hidden: boolean): Promise<void> {
  await db.query('SELECT vitrine_masquer($1, $2)', [siteId, hidden]);
}

/** @param codeHash salted hash of the code that visitors are asked for; null to ask for none */
export async function updateAccessCode(db: Queryable, siteId: string, codeHash: string | null): Promise<void> {
  await db.query('SELECT vitrine_proteger($1, $2)', [siteId, codeHash]);
}

/** @returns salted hash of the code that visitors of a site are asked for; null when they are asked for none */
export async function findAccessCode(db: Queryable, siteId: string): Promise<string | null> {
  const { rows } = await db.query<{ code_acces: string | null }>({
    name: 'find-access-code',
    text: 'SELECT code_acces FROM sites WHERE id = $1',
    values: [siteId],
  });
  return rows[0]?.code_acces ?? null;
}
