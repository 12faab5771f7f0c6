import { query } from './database.ts';
import type { Answer, Question } from './http.ts';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from './program.ts';

export type Ask = (method: string, path: string, body?: unknown, more?: Partial<Question>) => Promise<Answer>;

/** The program with one tenant, asked as the edge wants it: a key beside a session. */
export interface ContentApi {
  readonly vitrine: TestProgram;
  readonly tenant: Tenant;
  /** Asks with the tenant's key. */
  readonly ask: Ask;
  /** Asks with another tenant's key. */
  asking(tenant: Pick<Tenant, 'key'>): Ask;
  newTenant(): Promise<Tenant>;
  /** One statement on the program's database, with all rights. */
  sql(text: string, values?: unknown[]): ReturnType<typeof query>;
  /** Version of what pages show of the tenant's site. */
  contentVersion(): Promise<string>;
}

export async function startContentApi(): Promise<ContentApi> {
  const vitrine = await sharedProgram();
  const newTenant = () => createTenant(vitrine.databaseUrl);
  const tenant = await newTenant();
  const sql = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);
  const asking =
    ({ key }: Pick<Tenant, 'key'>): Ask =>
    (method, path, body, more = {}) =>
      vitrine.ask({ key, method, path, body, besideSession: true, ...more });
  const contentVersion = async () =>
    (await sql('SELECT contenu_maj_le::text AS v FROM sites WHERE id = $1', [tenant.siteId])).rows[0].v;
  return { vitrine, tenant, ask: asking(tenant), asking, newTenant, sql, contentVersion };
}

export const NOBODY = '00000000-0000-4000-8000-000000000000';
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const MICROSECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** Status and code of a refusal. */
export const refusalOf = (answer: Answer): [number, string | undefined] => [answer.status, answer.json().error];
