/** Runs the commands of deploy/README.md, Database, and of docs/operations.md, From the embedded database to one of your own, as they stand there. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/storage/database.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../../../src/storage/embedded/server.ts';
import { freshDataDir } from '../../support/data-dir.ts';
import { query } from '../../support/database.ts';
import { type DebianServer, startDebianServer } from '../../support/debian-server.ts';
import { needs } from '../../support/needs.ts';
import { adminJson, expectRefusal, runAdmin } from '../../support/operator.ts';
import { findPostgresTools, postgresTools } from '../../support/postgres-tools.ts';
import { startTestProgram } from '../../support/program.ts';
import { PASSWORD } from '../../support/sign-in.ts';
import { expectToGoOn, makeWholeSite, observe, type WholeSite } from './whole-site.ts';

const tools = await findPostgresTools();

/** The blocks of commands of a section. */
async function blocksOf(page: string, heading: string): Promise<string[]> {
  const [, section = ''] = new RegExp(`^## ${heading}$([\\s\\S]*?)^## `, 'm').exec(await readFile(page, 'utf8')) ?? [];
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
}

function shell(script: string, variables: Record<string, string>): Promise<string> {
  const env = { PATH: `${tools}:${process.env.PATH}`, ...variables };
  return new Promise((resolve, reject) => {
    execFile('bash', ['-euo', 'pipefail', '-c', script], { env }, (error, out, err) => {
      if (error) reject(new Error(`${script}\n${out}${err}`));
      else resolve(out);
    });
  });
}

/** A dump of rows has every table that has rows, with its columns. */
const tablesOf = (dump: string): Set<string> =>
  new Set([...dump.matchAll(/^COPY public\.(\w+) /gm)].map(([, name = '']) => name));

describe('a PostgreSQL of Debian’s', needs('PostgreSQL 15'), () => {
  let folder: string;
  let server: DebianServer;
  const address = (login: string) => `postgres://${login}:${server.password}@127.0.0.1:${server.port}/vitrine`;

  beforeAll(async () => {
    folder = await freshDataDir();
    server = await startDebianServer(folder);
    const commands = (await blocksOf('deploy/README.md', 'Database')).join('\n').matchAll(/^sudo -u postgres (.*)$/gm);
    for (const [, command = ''] of commands) await server.shell(command.replaceAll('…', server.password));
  });
  afterAll(async () => {
    await server?.end('SIGINT');
    await rm(folder, { recursive: true, force: true });
  });

  it('is prepared by the login of the page, whose connections are reduced to their roles', async () => {
    const [url, service] = [address('vitrine'), address('vitrine_cles')];
    const before = await runAdmin(url, ['verifier'], { SERVICE_DATABASE_URL: service });
    expect([before.code, before.out]).toEqual([0, expect.stringContaining('PostgreSQL 15')]);
    await adminJson(url, 'base', 'migrer');
    const database = await openDatabase({ url, serviceUrl: service, warn: (sentence) => expect.fail(sentence) });
    const doors = [database.public, database.management, database.service];
    const roles = await Promise.all(doors.map(async (door) => (await door?.query('SELECT current_user'))?.rows[0]));
    expect(roles.map((role) => role?.current_user)).toEqual(['vitrine_public', 'vitrine_gestion', 'vitrine_service']);
    await database.close();
    const words = ['compte', 'creer', '--email', 'a@exemple.fr', '--mot-de-passe', 'motdepasse'];
    // The role of accounts makes them, whoever owns the tables.
    await adminJson(service, ...words);
  });

  it('makes what is missing for a login with CREATEROLE, and names what another one lacks', async () => {
    await server.shell(`psql --quiet --command="CREATE ROLE createur LOGIN CREATEROLE PASSWORD '${server.password}'" \
      --command='CREATE DATABASE autre OWNER createur' --command='DROP OWNED BY vitrine_gestion'
      psql --quiet --dbname=vitrine --command='DROP OWNED BY vitrine_gestion' --command='DROP ROLE vitrine_gestion'`);
    expectRefusal(
      await runAdmin(address('vitrine'), ['verifier']).then((run) => ({ ...run, err: run.out, out: '' })),
      'CREATE ROLE vitrine_gestion NOLOGIN; GRANT vitrine_gestion TO vitrine;',
    );
    const other = address('createur').replace(/vitrine$/, 'autre');
    const run = await runAdmin(other, ['verifier'], { SERVICE_DATABASE_URL: other });
    expect([run.code, run.out]).toEqual([0, expect.stringContaining('se réduisent aux rôles')]);
    await adminJson(other, 'base', 'migrer');
    expect((await query(other, "SELECT pg_has_role('vitrine_gestion', 'MEMBER') AS has")).rows).toEqual([
      { has: true },
    ]);
    await server.shell(`psql --quiet --command='GRANT vitrine_gestion TO vitrine'`);
  });

  describe('takes over what the embedded one has', needs(postgresTools(tools)), () => {
    let embedded: EmbeddedServer;
    let dataDir: string;
    let site: WholeSite;
    let seen: unknown;

    beforeAll(async () => {
      dataDir = await freshDataDir();
      embedded = await startEmbeddedServer(dataDir, () => undefined);
      const vitrine = await startTestProgram({}, { databaseUrl: embedded.url });
      site = await makeWholeSite(vitrine);
      seen = await observe(vitrine, site);
      await vitrine.close();
    });
    afterAll(async () => {
      await embedded?.stop();
      await rm(dataDir, { recursive: true, force: true });
    });

    it('to the last row, and goes on', async () => {
      await server.shell(
        'dropdb vitrine; createdb --owner=vitrine --template=template0 --encoding=UTF8 --locale=C.UTF-8 vitrine',
      );
      const url = address('vitrine');
      const [, ...blocks] = await blocksOf('docs/operations.md', 'From the embedded database to one of your own');
      await adminJson(url, 'base', 'migrer');
      const [variables = ''] = (await blocksOf('docs/operations.md', 'Backup and restore')).filter((block) =>
        block.includes('export PGHOST'),
      );
      const copies = await mkdtemp(join(tmpdir(), 'vitrine-copie-'));
      const said = await shell([variables, ...blocks].join('\n'), {
        DATA_DIR: dataDir,
        DATABASE_URL: url,
        COPY_FOLDER: copies,
      });
      expect(said).toBe('');
      const dump = await readFile(join(copies, 'own.sql'), 'utf8');
      expect(tablesOf(dump)).toEqual(tablesOf(await readFile(join(copies, 'embedded.sql'), 'utf8')));
      expect(dump).toContain(site.email);
      await rm(copies, { recursive: true });

      const vitrine = await startTestProgram({}, { databaseUrl: url });
      try {
        expect(await observe(vitrine, site)).toEqual(seen);
        await expectToGoOn(vitrine, site, PASSWORD);
      } finally {
        await vitrine.close();
      }
    });
  });
});
