import pg from 'pg';
import { expect } from 'vitest';
import { query } from './database.ts';
import type { Answer, Question } from './http.ts';
import { type Asked, createTenant, type Tenant, type TestProgram } from './program.ts';
import { until } from './until.ts';

/** A theme as GET /api/themes lists it. */
export interface ListedTheme {
  readonly id: string;
  readonly nom: string;
  readonly version: string;
  readonly role: string;
  readonly origine: string | null;
  readonly maj_le: string;
}

/** One account's way to the API of its site. */
export interface Client {
  readonly tenant: Tenant;
  ask(question: Asked): Promise<Answer>;
  /** On /api/themes. */
  themes(method: string, body?: unknown): Promise<Answer>;
  list(): Promise<ListedTheme[]>;
  /** Installs origo. @returns its id */
  install(): Promise<string>;
  publish(id: string): Promise<Answer>;
  /** On the files of a theme. */
  files(id: string, question?: Omit<Question, 'port'> & { query?: string }): Promise<Answer>;
  put(id: string, chemin: string, contenu: string, more?: object): Promise<Answer>;
  lot(id: string, lot: object | string): Promise<Answer>;
  /** Content by path of all files of a theme, as they are stored, with what each has for its time. */
  stored(id: string): Promise<{ readonly chemin: string; readonly contenu: string; readonly maj_le: string }[]>;
  /** Makes requests that meet at the lock of a theme: it is held until two of them at least wait for it. */
  meet(id: string, requests: () => Promise<Answer>[]): Promise<Answer[]>;
  /** Runs one statement with all rights. */
  sql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export async function createClient(vitrine: TestProgram): Promise<Client> {
  const tenant = await createTenant(vitrine.databaseUrl);
  const { key } = tenant;
  const ask = (question: Asked) => vitrine.ask({ key, ...question });
  const themes = (method: string, body?: unknown) => ask({ method, path: '/api/themes', body });
  const files: Client['files'] = (id, { query: search = '', ...question } = {}) =>
    ask({ path: `/api/themes/${id}/fichiers${search}`, ...question });
  const sql = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);
  return {
    tenant,
    ask,
    themes,
    list: async () => (await themes('GET')).json().themes,
    install: async () => {
      const answer = await themes('POST', { action: 'installer', origine: 'origo' });
      expect(answer.status).toBe(201);
      return answer.json().themeId;
    },
    publish: (id) => themes('PATCH', { id, publier: true }),
    files,
    put: (id, chemin, contenu, more = {}) => files(id, { method: 'PUT', body: { chemin, contenu, ...more } }),
    lot: (id, lot) => files(id, { method: 'PUT', body: typeof lot === 'string' ? lot : { lot } }),
    stored: async (id) =>
      (
        await sql(
          'SELECT chemin, contenu, maj_le::text AS maj_le FROM fichiers_complets WHERE theme_id = $1 ORDER BY chemin COLLATE "C"',
          [id],
        )
      ).rows as unknown as Awaited<ReturnType<Client['stored']>>,
    meet: async (id, requests) => {
      const locker = new pg.Client(vitrine.databaseUrl);
      await locker.connect();
      await locker.query('BEGIN');
      await locker.query('SELECT FROM themes WHERE site_id = $1 AND id = $2 FOR UPDATE', [tenant.siteId, id]);
      const answers = Promise.all(requests());
      await until('two requests wait for the lock', async () =>
        expect((await sql(WAITING)).rows.length).toBeGreaterThanOrEqual(2),
      );
      await locker.end();
      return answers;
    },
    sql,
  };
}

/** The connections that wait for a lock. */
export const WAITING =
  "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

/** Status and code of a refusal. */
export const refusal = (answer: Answer): [number, string | undefined] => [answer.status, answer.json().error];
