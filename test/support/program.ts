import type { Client } from 'pg';
import { inject } from 'vitest';
import type { Renderer } from '../../sandbox/index.ts';
import { generateKey } from '../../src/accounts/api-key.ts';
import { readConfig } from '../../src/config.ts';
import { type Program, type Sandbox, startProgram } from '../../src/program.ts';
import { insertAccount } from '../../src/storage/accounts.ts';
import { insertKey, type KeyScope } from '../../src/storage/keys.ts';
import { type BillingState, insertSite } from '../../src/storage/sites.ts';
import { assertPromised } from './contract.ts';
import { freshDatabase, onDatabase } from './database.ts';
import { type Answer, ask, type Question } from './http.ts';
import { startTestRenderer } from './renderer.ts';
import { sessionOfKey } from './sessions.ts';

/**
 * The whole program in this process, on a database of the run's server. Test files repeat the few lines that start one and make a tenant,
 * so that each shows what it runs with.
 */
export interface TestProgram {
  readonly databaseUrl: string;
  readonly port: number;
  readonly program: Program;
  /** @throws Error when the API answers what `/openapi.json` does not promise */
  ask(question: Asked): Promise<Answer>;
  close(): Promise<void>;
}

/** A question to the program. */
export interface Asked extends Omit<Question, 'port'> {
  /** Sends a live session of the key's account beside the key, so that the edge lets the key pass to routes for sessions. */
  readonly besideSession?: boolean;
}

const lent: Promise<Renderer>[] = [];

/**
 * One for all files that a test process runs: to start one takes two seconds of a processor. It ends with the process, and to close it ends
 * nothing; a file whose themes have names of their own may use it.
 * @param instance of the program whose it is: 1 is for a second one that is to know nothing of what the first has rendered
 */
export const lentRenderer = (instance: 0 | 1 = 0): Promise<Renderer> => {
  lent[instance] ??= startTestRenderer().then((renderer) => Object.assign(renderer, { close: async () => undefined }));
  return lent[instance];
};

/** For tests that count what a sandbox does. */
export const ownSandbox = (): Sandbox => ({ bundles: inject('bundles') });

interface TestProgramOptions {
  /** A fresh database when left out. */
  readonly databaseUrl?: string;
  /** The one that this process's tests share, when left out. */
  readonly sandbox?: Sandbox;
  /** Folder of another catalog than the program's own. */
  readonly catalog?: URL;
  /** Takes the lines of its log, with `LOG_LEVEL` of the environment. */
  readonly logTo?: { write(line: string): void };
}

export async function startTestProgram(
  environment: Record<string, string> = {},
  { databaseUrl, sandbox, catalog, logTo }: TestProgramOptions = {},
): Promise<TestProgram> {
  const url = databaseUrl ?? (await freshDatabase());
  const program = await startProgram(
    readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: url, SERVICE_DATABASE_URL: url, ...environment }),
    { sandbox: sandbox ?? (await lentRenderer()), catalogFolder: catalog, logTo },
  );
  const { port } = program.http;
  return {
    databaseUrl: url,
    port,
    program,
    ask: async ({ besideSession, ...question }) => {
      const beside = besideSession ? { cookie: await sessionOfKey(url, String(question.key)) } : {};
      const answer = await ask({ port, ...question, headers: { ...beside, ...question.headers } });
      assertPromised(question, answer);
      return answer;
    },
    close: () => program.close(),
  };
}

let sharedDatabase: Promise<string> | undefined;
const shared = new Map<string, Promise<TestProgram>>();

/**
 * One program with one database for all files that a test process runs: to start one takes a third of a second of a processor. It is for files that
 * stay within tenants of their own, and leave nothing behind that others see: no changed table, no counter that is full, no announced end.
 * It ends with the process: to close what is returned ends nothing.
 * @param environment of one that does no work by itself: each has its program, and all have the database, as instances of one installation
 */
export async function sharedProgram(environment: Readonly<Record<string, string>> = {}): Promise<TestProgram> {
  sharedDatabase ??= freshDatabase();
  const databaseUrl = await sharedDatabase;
  const name = JSON.stringify(environment);
  const program = shared.get(name) ?? startTestProgram(environment, { databaseUrl });
  shared.set(name, program);
  return { ...(await program), close: async () => undefined };
}

/** Of a program behind an edge. */
export const BEHIND_EDGE = { TRUST_PROXY: 'true' };

export interface Tenant {
  readonly accountId: string;
  readonly siteId: string;
  readonly slug: string;
  /** A key of scope `themes`. */
  readonly key: string;
}

let tenants = 0;

/** An account with one active site and a key. */
export function createTenant(databaseUrl: string, { state = 'actif' as BillingState } = {}): Promise<Tenant> {
  return onDatabase(databaseUrl, async (client) => {
    const n = ++tenants;
    const account = await insertAccount(client, { email: `essai${n}@exemple.fr`, passwordHash: '-', type: 'client' });
    if (!account) throw new Error('this tenant exists already');
    const slug = `site-${n}`;
    const site = await insertSite(client, { slug, name: `Site ${n}`, state, ownerId: account.id });
    if (!site) throw new Error('this tenant exists already');
    return { accountId: account.id, siteId: site.id, slug, key: await insertNewKey(client, account.id) };
  });
}

interface KeyOptions {
  readonly scope?: KeyScope;
  readonly expiresAt?: string | null;
}

export const createKey = (databaseUrl: string, accountId: string, options?: KeyOptions): Promise<string> =>
  onDatabase(databaseUrl, (client) => insertNewKey(client, accountId, options));

async function insertNewKey(
  client: Client,
  accountId: string,
  { scope = 'themes', expiresAt = null }: KeyOptions = {},
): Promise<string> {
  const { key, fingerprint, prefix } = generateKey();
  await insertKey(client, { accountId, name: null, fingerprint, prefix, scope, expiresAt, backing: null });
  return key;
}

/** The smallest theme that can be published. */
export const MINIMAL_THEME: Readonly<Record<string, string>> = {
  'layout/theme.liquid': '<main>{{ content_for_layout }}</main>',
  'templates/index.json': '{"sections":{"a":{"type":"texte"}},"order":["a"]}',
  'config/settings_schema.json': '[]',
  'sections/texte.liquid': 'bonjour',
};
