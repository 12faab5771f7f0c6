import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowLongStatements, endLongStatements } from '../../src/storage/connection.ts';
import { type Database, openDatabase, withConnection } from '../../src/storage/database.ts';
import { isPooled } from '../../src/storage/open-client.ts';
import { PooledClient } from '../../src/storage/pooled-client.ts';
import { inSnapshot } from '../../src/storage/snapshot.ts';
import { inTransaction } from '../../src/storage/transaction.ts';
import { createClient } from '../support/client.ts';
import { freshDataDir } from '../support/data-dir.ts';
import { directUrl, freshDatabase, query } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { type Pgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { startTestProgram } from '../support/program.ts';

/** Fewer than the file has, so that two instances want more. */
const SERVER_CONNECTIONS = 6;
const REQUESTS = 200;

/** What the program has set, besides what PgBouncer passes on itself, what tells whether there is one, and what lasts for a transaction only. */
const SETTINGS = `SELECT name, setting FROM pg_settings
  WHERE source IN ('client', 'session') AND name NOT IN ('application_name', 'client_encoding', 'DateStyle', 'IntervalStyle',
    'standard_conforming_strings', 'transaction_read_only', 'vitrine.direct', 'plan_cache_mode', 'enable_seqscan') ORDER BY name`;

/** What must not be left behind for the next client of a connection. */
const LEFT_BEHIND = `SELECT current_user AS role, current_setting('statement_timeout') AS timeout, current_setting('TimeZone') AS zone,
  current_setting('idle_in_transaction_session_timeout') AS abandoned, current_setting('lock_timeout') AS lock,
  current_setting('synchronous_commit') AS commit, current_setting('plan_cache_mode') AS plans,
  nullif(current_setting('vitrine.site', true), '') AS site, (SELECT count(*) FROM pg_prepared_statements) AS prepared`;

it('settings hold for a statement and for a transaction, and then no more', async () => {
  const client: pg.Client = new PooledClient({ connectionString: directUrl(await freshDatabase()) }, [
    ['statement_timeout', '1000'],
    ['role', 'vitrine_public'],
  ]);
  await client.connect();
  const ROLE = 'SELECT current_user AS role';
  const role = async () => (await client.query<{ role: string }>(ROLE)).rows[0]?.role;
  /** Of a statement that gets no settings. */
  const bareRole = () =>
    new Promise((resolve, reject) => {
      client.query(new pg.Query(ROLE, (error, { rows }) => (error ? reject(error) : resolve(rows[0].role))));
    });
  expect([await role(), await bareRole()]).toEqual(['vitrine_public', 'vitrine']);
  await expect(client.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  await client.query('BEGIN');
  expect(await role()).toBe('vitrine_public');
  await client.query('COMMIT');
  expect(await bareRole()).toBe('vitrine');
  await client.end();
});

describe('deploy/pgbouncer/pgbouncer.ini', needs('PgBouncer'), () => {
  let folder: string;
  let url: string;
  let pgbouncer: Pgbouncer;
  let through: string;
  let database: Database;

  beforeAll(async () => {
    [folder, url] = await Promise.all([freshDataDir(), freshDatabase().then(directUrl)]);
    // Another one than the program wants, for all connections that do not say which.
    await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone = 'America/Lima'`);
    const sizes = { default_pool_size: SERVER_CONNECTIONS, max_db_connections: SERVER_CONNECTIONS };
    pgbouncer = await startPgbouncer(url, folder, sizes);
    through = pgbouncer.through(url);
    database = await openDatabase({ url: through, serviceUrl: through, warn: (sentence) => expect.fail(sentence) });
  });
  afterAll(async () => {
    await database?.close();
    await pgbouncer?.end();
    await rm(folder, { recursive: true, force: true });
  });

  const read = async (db: Database['public'], expression: string) =>
    (await db.query(`SELECT ${expression} AS value`)).rows[0]?.value;

  it('is found out, whether it refuses the settings of a connection or keeps them to itself', async () => {
    const silent = await startPgbouncer(url, folder, { ignore_startup_parameters: 'options' });
    for (const [address, expected] of [
      [url, false],
      [through, true],
      [silent.through(url), true],
    ] as const) {
      await withConnection('DATABASE_URL', address, async (client) => {
        expect(isPooled(client)).toBe(expected);
        expect((await client.query("SELECT current_setting('TimeZone') AS zone")).rows[0]?.zone).toBe('UTC');
      });
    }
    await silent.end();
  });

  it('each pool has the rights of its role, in and outside of transactions', async () => {
    const roles = [
      [database.public, 'vitrine_public', 'cles'],
      [database.management, 'vitrine_gestion', 'cles'],
      [database.service, 'vitrine_service', 'fichiers_publies'],
    ] as const;
    for (const [pools, role, forbidden] of roles) {
      if (!pools) throw new Error('there is a service credential');
      const refused = { code: '42501' };
      for (const db of [pools, pools.probes]) {
        expect((await db.query('SELECT current_user AS role')).rows[0]?.role).toBe(role);
        await expect(db.query(`SELECT FROM ${forbidden} WHERE $1`, [true])).rejects.toMatchObject(refused);
      }
      const inside = inTransaction(pools, (client) => client.query(`SELECT FROM ${forbidden}`));
      await expect(inside).rejects.toMatchObject(refused);
    }
  });

  it('each pool has the settings that it has without a pooler, but those of plans', async () => {
    const direct = await openDatabase({ url, serviceUrl: url, warn: (sentence) => expect.fail(sentence) });
    for (const name of ['public', 'management', 'service'] as const) {
      for (const kind of ['general', 'probes'] as const) {
        const settings = async (from: Database) => {
          const pools = from[name] ?? expect.fail();
          return (await (kind === 'probes' ? pools.probes : pools).query(SETTINGS)).rows;
        };
        expect(await settings(database), `${name}, ${kind}`).toEqual(await settings(direct));
        expect(await settings(direct)).not.toEqual([]);
      }
    }
    await direct.close();
  });

  it('timestamps are in UTC, with microseconds', async () => {
    const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
    expect(await read(database.public, 'now()')).toMatch(instant);
    await inTransaction(database.management, async (client) => {
      expect((await client.query('SELECT now() AS value')).rows[0].value).toMatch(instant);
    });
  });

  it('statements have their deadline, and long ones theirs', async () => {
    const timeout = "current_setting('statement_timeout')";
    expect(await read(database.public, timeout)).toBe('4s');
    await inTransaction(database.management, async (client) => {
      const now = async () => (await client.query(`SELECT ${timeout} AS value`)).rows[0].value;
      expect(await now()).toBe('4s');
      await allowLongStatements(client);
      expect(await now()).toBe('1min');
      await endLongStatements(client);
      expect(await now()).toBe('4s');
    });
  });

  it('a snapshot is one', async () => {
    const reads = await inSnapshot(database.management, async (db) => {
      const count = async () => (await db.query('SELECT count(*)::integer AS sites FROM sites')).rows[0]?.sites;
      const before = await count();
      await query(url, "INSERT INTO sites (slug, nom) VALUES ('entre-deux', 'S')");
      return [before, await count()];
    });
    expect(reads[1]).toBe(reads[0]);
  });

  it(`${REQUESTS} requests at once to two instances need no more connections, and leave nothing behind in them`, async () => {
    const instances = await Promise.all([
      startTestProgram({}, { databaseUrl: through }),
      startTestProgram({}, { databaseUrl: through }),
    ]);
    const clients = await Promise.all(instances.map(createClient));
    const themes = await Promise.all(clients.map((client) => client.install()));
    await Promise.all(clients.map((client, n) => client.publish(String(themes[n]))));
    for (const { ask, tenant } of clients) await ask({ host: `${tenant.slug}.localhost` });
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, n) => {
        const client = clients[n % 2] ?? expect.fail();
        const theme = String(themes[n % 2]);
        if (n % 10 === 0) return client.put(theme, `snippets/s${n}.liquid`, `${n}`);
        if (n % 10 < 5) return client.files(theme);
        return client.ask({ host: `${client.tenant.slug}.localhost` });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const others = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    const { rowCount } = await query(url, `SELECT ${others}`);
    expect(rowCount).toBe(SERVER_CONNECTIONS);

    await Promise.all(instances.map((instance) => instance.close()));
    const [fresh, ...each] = await Promise.all([url, ...Array(SERVER_CONNECTIONS).fill(through)].map(open));
    // Each of the others holds one of the connections.
    const left = async (client = fresh) => (await client?.query(LEFT_BEHIND))?.rows;
    const before = await left();
    expect(await Promise.all(each.map(left))).toEqual(each.map(() => before));
    await Promise.all([fresh, ...each].map((client) => client?.end()));
  });
});

/** A client without any settings, in a transaction. */
async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('BEGIN');
  return client;
}
