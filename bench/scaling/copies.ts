/** Very many sites of one database, made from one by SQL. */
import pg from 'pg';

/** Tables that have rows of the site, and which of their columns differ in each copy. */
const TABLES: readonly (readonly [table: string, own: Readonly<Record<string, string>>])[] = [
  ['comptes', { id: 'c.compte_id', email: "'copie-' || c.n || '@exemple.fr'" }],
  ['sites', { id: 'c.site_id', slug: "'copie-' || c.n", nom: "'Copie ' || c.n" }],
  ['membres', { site_id: 'c.site_id', compte_id: 'c.compte_id' }],
  ['themes', { site_id: 'c.site_id', id: 'c.theme_id', lignee: 'c.theme_id' }],
  ['versions', { site_id: 'c.site_id', theme_id: 'c.theme_id' }],
  ['fichiers', { site_id: 'c.site_id', theme_id: 'c.theme_id' }],
  ['pages', { site_id: 'c.site_id', id: 'gen_random_uuid()' }],
  ['menus', { site_id: 'c.site_id' }],
];
/** Copies that one statement makes. */
const AT_ONCE = 2_000;
const SETTINGS = 'config/settings_data.json';

/**
 * Copies a site with its account, its theme, its pages and its menus. Each copy has a text of its own for the theme's settings, and all other
 * texts in common, as sites have that install the same theme.
 * @param slug of the site
 * @param from number of the first copy: they are `copie-<number>`
 * @param count how many
 */
export async function copySite(url: string, slug: string, from: number, count: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    // No foreign key is checked: what refers to what is right already, and it takes as long as the rest.
    await client.query('SET session_replication_role = replica');
    for (let first = from; first < from + count; first += AT_ONCE) {
      await copySome(client, slug, first, Math.min(AT_ONCE, from + count - first));
    }
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

async function copySome(client: pg.Client, slug: string, first: number, count: number): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    `CREATE TEMPORARY TABLE copies ON COMMIT DROP AS
     SELECT n, gen_random_uuid() AS site_id, gen_random_uuid() AS theme_id, gen_random_uuid() AS compte_id
     FROM generate_series(${first}, ${first + count - 1}) AS n`,
  );
  const model = 'SELECT s.id AS site_id, m.compte_id FROM sites s JOIN membres m ON m.site_id = s.id WHERE s.slug = $1';
  for (const [table, own] of TABLES) {
    const key = table === 'comptes' ? 'm.compte_id = t.id' : `m.site_id = t.${table === 'sites' ? 'id' : 'site_id'}`;
    const columns = await columnsOf(client, table);
    await client.query(
      `INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${columns.map((column) => own[column] ?? `t.${column}`).join(', ')}
       FROM ${table} t JOIN (${model}) m ON ${key} CROSS JOIN copies c`,
      [slug],
    );
  }
  await client.query(
    `WITH propres AS (
       SELECT c.site_id, regexp_replace(t.contenu, '[{]', '{ "copie": ' || c.n || ',') AS contenu
       FROM (${model}) m JOIN fichiers f ON f.site_id = m.site_id AND f.chemin = '${SETTINGS}' JOIN textes t ON t.cle = f.texte
       CROSS JOIN copies c
     ), textes_propres AS (
       INSERT INTO textes (cle, contenu) SELECT vitrine_cle_de_texte('${SETTINGS}', contenu), contenu FROM propres
     )
     UPDATE fichiers f SET texte = vitrine_cle_de_texte('${SETTINGS}', p.contenu)
     FROM propres p WHERE f.site_id = p.site_id AND f.chemin = '${SETTINGS}'`,
    [slug],
  );
  await client.query('COMMIT');
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  return rows.map(({ name }) => name);
}
