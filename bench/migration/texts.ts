import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Written } from './use.ts';

const MEBIBYTE = 1_048_576;
/** Where all files have their texts: the view is there after the migration. */
type Source = 'fichiers' | 'fichiers_complets';

/** Digests of all files by theme and path. */
export type Digests = ReadonlyMap<string, string>;

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function digestsOf(url: string, source: Source): Promise<Digests> {
  const rows = await ask<{ place: string; empreinte: string }>(
    url,
    `SELECT theme_id || ' ' || chemin AS place, encode(sha256(convert_to(contenu, 'UTF8')), 'hex') AS empreinte FROM ${source}`,
  );
  return new Map(rows.map(({ place, empreinte }) => [place, empreinte]));
}

/** What the files must be: those of before, and what was written since. */
export function expected(before: Digests, written: Written): Digests {
  const all = new Map(before);
  for (const [id, files] of written) {
    for (const [path, text] of files) all.set(`${id} ${path}`, createHash('sha256').update(text).digest('hex'));
  }
  return all;
}

/** @returns how many files are not what they must be */
export function countDifferences(found: Digests, due: Digests): number {
  const places = new Set([...found.keys(), ...due.keys()]);
  return [...places].filter((place) => found.get(place) !== due.get(place)).length;
}

/** Size of the database, mebibytes. */
export async function sizeOf(url: string): Promise<number> {
  const rows = await ask<{ octets: string }>(url, 'SELECT pg_database_size(current_database()) AS octets');
  return Number(rows[0]?.octets) / MEBIBYTE;
}

/** Gives the room back that replaced rows took. */
export async function compact(url: string): Promise<void> {
  await ask(url, 'VACUUM FULL fichiers');
  await ask(url, 'VACUUM FULL themes');
}

export type Stage = 'before' | 'moving' | 'waiting' | 'ending' | 'done';

/** How far the conversion is. */
export async function stageOf(url: string): Promise<Stage> {
  const [row] = await ask<{ textes: boolean; contenu: boolean; deux: boolean; indexe: boolean }>(
    url,
    `SELECT to_regclass('textes') IS NOT NULL AS textes,
            EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'fichiers'::regclass AND attname = 'contenu' AND NOT attisdropped) AS contenu,
            EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'fichiers'::regclass AND tgname = 'fichiers_deux_formes') AS deux,
            EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('fichiers_par_texte') AND indisvalid) AS indexe`,
  );
  if (!row?.textes) return 'before';
  if (!row.contenu) return row.indexe ? 'done' : 'ending';
  if (!row.deux) return 'ending';
  const left = await ask<{ n: number }>(url, 'SELECT count(*)::int AS n FROM themes WHERE numero = 0');
  return left[0]?.n === 0 ? 'waiting' : 'moving';
}

/** Another database with the same contents; nobody may use the first one meanwhile. */
export async function copyDatabase(url: string, name: string): Promise<string> {
  const maintenance = url.replace(/[^/]+$/, 'postgres');
  await ask(maintenance, `CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)} STRATEGY FILE_COPY`);
  return url.replace(/[^/]+$/, name);
}
