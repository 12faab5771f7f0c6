import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { laterThan, laterThanBoth } from '../../../src/storage/expressions.ts';
import { freshDatabase, query } from '../../support/database.ts';

const STORAGE = fileURLToPath(new URL('../../../src/storage/', import.meta.url));

/** Tables of the program's own, which Citus need not know. */
const LOCAL = ['vitrine_droits', 'vitrine_migrations'];

/** Statements on tables of sites that ask every shard, by their beginnings, and why they may. */
const FAN_OUTS: Readonly<Record<string, string>> = {
  'SELECT t.site_id, t.id, EXISTS': 'goes through the themes of all sites, now and then',
  '(SELECT texte FROM fichiers WHERE texte = $1 LIMIT 1)': 'whether any site has a text, now and then',
  'UPDATE versions SET auteur = NULL': 'takes the name of a deleted account off the versions of all sites',
  'UPDATE versions_de_contenus SET auteur = NULL': 'the same of pages and articles',
  'UPDATE contenus_supprimes SET auteur = NULL': 'the same of deleted texts',
  'UPDATE journal SET compte_id = NULL': 'takes a deleted account out of the records of all sites',
  'UPDATE journal SET details': 'the same where entries of others name it',
  'SELECT site_id FROM journal WHERE fait_le': 'removes what is old, now and then',
  'SELECT u.site_id FROM usages u JOIN': 'when the operator asks who uses most',
  'SELECT c.comptes, c.exploitants': 'when the operator looks at the whole installation',
  'SELECT q.site_id, s.slug, s.nom, q.raison': 'the same, of quarantines that go on',
  'SELECT site_id, id, fait_le': 'the same, of what one of them has done',
  'INSERT INTO usages AS u': 'once a minute, what all sites have used',
  'INSERT INTO echecs AS e': 'once a minute, what has failed of all sites',
  'SELECT min(heure) AS heure FROM usages': 'removes what is old, now and then',
  'DELETE FROM usages WHERE heure': 'the same',
  'DELETE FROM echecs WHERE dernier_le': 'the same',
  'DELETE FROM quarantaines WHERE jusqua': 'the same',
  'UPDATE quarantaines SET jusqua': 'when an instance starts and ends',
  'SELECT FROM medias LIMIT 1': 'whether any library has anything, now and then',
};

let url: string;
let ofSites: string[];
let everywhere: string[];

const rowsOf = async (text: string) => (await query(url, text)).rows;

beforeAll(async () => {
  url = await freshDatabase();
  const distribution = await readFile(`${STORAGE}distribution.sql`, 'utf8');
  const arrayOf = (name: string) => {
    const [, list = ''] = new RegExp(`${name} text\\[\\] := ARRAY\\[([^\\]]+)\\]`).exec(distribution) ?? [];
    return [...list.matchAll(/'(\w+)'/g)].map(([, table = '']) => table);
  };
  [ofSites, everywhere] = [arrayOf('of_sites'), arrayOf('everywhere')];
});

describe('the tables of a migrated database', () => {
  it('are in one place each: the shard of their site, or every node', async () => {
    const tables = await rowsOf(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    );
    expect([...ofSites, ...everywhere, ...LOCAL].sort()).toEqual(tables.map(({ relname }) => relname).sort());
  });

  it('have the id of the site in each unique key, when they are distributed by it', async () => {
    const keys = await rowsOf(
      `SELECT i.indrelid::regclass::text AS of_table, i.indexrelid::regclass::text AS name, array_agg(a.attname::text) AS columns
       FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
       WHERE i.indisunique GROUP BY i.indrelid, i.indexrelid`,
    );
    const distributed = keys.filter(({ of_table }) => ofSites.includes(of_table));
    expect(distributed.length).toBeGreaterThanOrEqual(ofSites.length);
    for (const { name, columns } of distributed) expect(columns, name).toContain('site_id');
  });

  it('refer to rows of the same site, or to rows that every node has', async () => {
    const links = await rowsOf(
      `SELECT c.conname AS name, c.conrelid::regclass::text AS of_table, c.confrelid::regclass::text AS to_table,
              (SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = c.conrelid AND attnum = ANY (c.conkey)) AS columns
       FROM pg_constraint c WHERE c.contype = 'f'`,
    );
    expect(links.length).toBeGreaterThan(10);
    for (const { name, of_table, to_table, columns } of links) {
      if (everywhere.includes(of_table)) expect(everywhere, name).toContain(to_table);
      else if (ofSites.includes(to_table)) expect(columns, name).toContain('site_id');
    }
  });
});

/** The SQL of a file: its texts that begin as a statement, with the constants that are set into them. */
function statementsIn(source: string): string[] {
  const constants = new Map(
    [...source.matchAll(/const ([A-Z_]+) =\s*(?:`([^`]*)`|'([^']*)'|(\d[\d_]*))/g)].map(([, name, ...texts]) => [
      name,
      texts.find((text) => text !== undefined) ?? '',
    ]),
  );
  const whole = (text: string): string =>
    text
      .replace(/\$\{laterThan\('(\w+)'\)\}/g, (_all, column) => laterThan(column))
      .replace(/\$\{laterThanBoth\('(\w+)', '(\w+)'\)\}/g, (_all, column, table) => laterThanBoth(column, table))
      .replace(/\$\{([A-Z_]+)\}/g, (all, name) => (constants.has(name) ? whole(constants.get(name) ?? '') : all));
  return [...source.matchAll(/`([^`]*)`|'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"/g)]
    .map(([, ...texts]) => whole(texts.find((text) => text !== undefined) ?? '').trim())
    .filter((text) => /^(WITH|\(?SELECT|INSERT INTO|UPDATE|DELETE FROM)\b/.test(text));
}

describe('the statements', () => {
  const found: { readonly path: string; readonly text: string }[] = [];
  beforeAll(async () => {
    for (const path of (await readdir(STORAGE)).filter((name) => name.endsWith('.ts'))) {
      const source = await readFile(STORAGE + path, 'utf8');
      found.push(...statementsIn(source).map((text) => ({ path, text })));
    }
  });

  it('on tables of sites name the site, but for a few', async () => {
    const views = await rowsOf(
      `SELECT DISTINCT v.relname AS view, t.relname AS of_table
       FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid JOIN pg_class v ON v.oid = r.ev_class
       JOIN pg_class t ON t.oid = d.refobjid WHERE v.relkind = 'v' AND t.relkind = 'r' AND v.relnamespace = 'public'::regnamespace`,
    );
    const names = [...ofSites, ...views.filter(({ of_table }) => ofSites.includes(of_table)).map(({ view }) => view)];
    const onSites = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE|USING)\\s+(?:${names.join('|')})\\b`);
    const concerned = found.filter(({ text }) => onSites.test(text));
    expect(concerned.length).toBeGreaterThan(70);

    const isExcused = (text: string) => Object.keys(FAN_OUTS).some((beginning) => text.startsWith(beginning));
    for (const { path, text } of concerned.filter((statement) => !isExcused(statement.text))) {
      expect(text, path).toMatch(
        /\bsite_id = (?:\$\d|ANY \(\$\d|current_setting)|\(site_id, [^)]*\)[\s\S]*?(?:VALUES \(|SELECT )\$\d/,
      );
    }
    for (const beginning of Object.keys(FAN_OUTS)) {
      expect(
        concerned.some(({ text }) => text.startsWith(beginning)),
        beginning,
      ).toBe(true);
    }
  });

  it('take no advisory lock, and send no notice (docs/decisions/portable-sql.md)', () => {
    for (const { path, text } of found) expect(text, path).not.toMatch(/advisory|\bNOTIFY\b/i);
  });

  it('call no function in UPDATE or DO UPDATE SET whose result may differ from shard to shard', async () => {
    const volatility = new Map(
      (await rowsOf('SELECT proname, provolatile FROM pg_proc')).map(({ proname, provolatile }) => [
        proname,
        provolatile,
      ]),
    );
    const callsIn = (text: string) => [...text.matchAll(/\b([a-z_]+)\s*\(/g)].map(([, name = '']) => name);
    let calls = 0;
    for (const { path, text } of found) {
      const [, placed = ''] = /\bDO UPDATE SET\b([\s\S]*)$/.exec(text) ?? [];
      for (const name of callsIn(placed)) {
        if (volatility.has(name)) expect(volatility.get(name), `${path}: ${name} in ${text}`).toBe('i');
      }
      const [, updated = ''] = /^(?:WITH[\s\S]*?\()?\s*UPDATE\b([\s\S]*)$/.exec(text) ?? [];
      for (const name of callsIn(updated)) {
        calls++;
        if (name !== 'statement_timestamp')
          expect(volatility.get(name) ?? 'i', `${path}: ${name} in ${text}`).toBe('i');
      }
      // In what a statement writes: by the clock of the statement, which is that of one node.
      expect(text, path).not.toContain('clock_timestamp');
    }
    expect(calls).toBeGreaterThan(10);
  });
});
