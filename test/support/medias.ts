import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Media } from '../../src/contract/medias.ts';
import { openMediaFiles } from '../../src/media/store/open-store.ts';
import { freshDataDir } from './data-dir.ts';
import { query } from './database.ts';
import type { Answer, Question } from './http.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from './program.ts';

/** What of libraries is in the database and what is in the store. */
export interface Kept {
  /** Keys of the store, in order. */
  readonly files: string[];
  /** Rows whose bytes are not there: of files, and of variants. */
  readonly rowsWithoutBytes: number;
  /** Keys that no row names. */
  readonly bytesWithoutRows: number;
  /** Bodies under way. */
  readonly arriving: number;
}

/** Compares the rows of all libraries of a database with the bytes in a data folder. */
export async function keptIn(databaseUrl: string, dataDir: string): Promise<Kept> {
  const { store } = await openMediaFiles({ dataDir, mediaBucket: undefined });
  const files: string[] = [];
  for await (const { key } of store.list('')) files.push(key);
  const { rows } = await query(
    databaseUrl,
    `SELECT 'originaux/' || site_id || '/' || objet AS key FROM medias
     UNION ALL SELECT 'variantes/' || site_id || '/' || encode(empreinte, 'hex') || '/' || nom FROM variantes`,
  );
  const named = new Set(rows.map(({ key }) => key));
  const there = new Set(files);
  return {
    files: files.sort(),
    rowsWithoutBytes: [...named].filter((key) => !there.has(key)).length,
    bytesWithoutRows: files.filter((key) => !named.has(key)).length,
    arriving: await namesIn(join(dataDir, 'medias', 'arrivees')),
  };
}

const namesIn = async (folder: string): Promise<number> => (await readdir(folder).catch(() => [])).length;

/** The program with a data folder of its own, asked as the edge wants it: a key beside a session cookie. */
export interface MediasProgram {
  readonly vitrine: TestProgram;
  readonly dataDir: string;
  newTenant(): Promise<Tenant>;
  asking(tenant: Pick<Tenant, 'key'>): MediasApi;
  sql(text: string, values?: unknown[]): ReturnType<typeof query>;
  kept(): Promise<Kept>;
  close(): Promise<void>;
}

export interface MediasApi {
  ask(method: string, query?: string, more?: Partial<Question>): Promise<Answer>;
  upload(name: string, bytes: Buffer, type?: string): Promise<Answer>;
  /** Uploads what must be taken. */
  add(name: string, bytes: Buffer, type?: string): Promise<Media>;
  list(query?: string): Promise<Media[]>;
}

export async function startMedias(
  environment: Record<string, string> = {},
  options: Parameters<typeof startTestProgram>[1] = {},
): Promise<MediasProgram> {
  const dataDir = await freshDataDir();
  const vitrine = await startTestProgram({ DATA_DIR: dataDir, ...environment }, options);
  const { databaseUrl } = vitrine;
  return {
    vitrine,
    dataDir,
    newTenant: () => createTenant(databaseUrl),
    asking: (tenant) => mediasApi(vitrine, tenant),
    sql: (text, values = []) => query(databaseUrl, text, values),
    kept: () => keptIn(databaseUrl, dataDir),
    close: async () => {
      await vitrine.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export function mediasApi(vitrine: Pick<TestProgram, 'ask'>, { key }: Pick<Tenant, 'key'>): MediasApi {
  const ask: MediasApi['ask'] = (method, search = '', more = {}) =>
    vitrine.ask({
      key,
      method,
      path: `/api/medias${search}`,
      besideSession: true,
      ...more,
    });
  const upload: MediasApi['upload'] = (name, bytes, type = 'image/png') =>
    ask('POST', `?nom=${encodeURIComponent(name)}`, { body: bytes, headers: { 'content-type': type } });
  return {
    ask,
    upload,
    add: async (name, bytes, type) => {
      const answer = await upload(name, bytes, type);
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
      return answer.json().media;
    },
    list: async (search = '') => {
      const answer = await ask('GET', search);
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      return answer.json().medias;
    },
  };
}
