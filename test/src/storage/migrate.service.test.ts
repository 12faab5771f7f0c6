import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { StartupError } from '../../../src/startup-error.ts';
import { openDatabase, withConnection } from '../../../src/storage/database.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { migrationsOf } from '../../../src/storage/schema-version.ts';
import { directUrl, freshDatabase, query } from '../../support/database.ts';
import { expectRefusal, runAdmin } from '../../support/operator.ts';

const quiet = () => undefined;
const open = (url: string) => openDatabase({ url, serviceUrl: undefined, warn: quiet });

describe('migrations', () => {
  it('are applied once, also by instances that start at the same time', async () => {
    const url = await freshDatabase({ migrated: false });
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => withConnection('DATABASE_URL', url, migrate)));
    expect(outcomes.filter(({ applied }) => applied > 0)).toHaveLength(1);
    expect(outcomes.every(({ rolesReady }) => rolesReady)).toBe(true);
  });

  it('keep accounts and sites of before: addresses are confirmed, and each site has its slug for good', async () => {
    const url = await freshDatabase({ migrated: false });
    await withConnection('DATABASE_URL', url, async (client) => {
      await migrationsOf(client).migrate('2');
      await client.query(
        "INSERT INTO comptes (email, mot_de_passe) VALUES ('lea@exemple.fr', 'x'), ('max@exemple.fr', 'x')",
      );
      await client.query("INSERT INTO sites (slug, nom) VALUES ('chez-lea', 'Chez Léa'), ('max', 'Max')");
      expect((await migrate(client)).applied).toBeGreaterThan(0);
    });
    expect((await query(url, 'SELECT email FROM comptes WHERE confirme_le IS NOT NULL')).rowCount).toBe(2);
    const kept = await query(
      url,
      'SELECT f.slug FROM slugs f JOIN sites s ON s.id = f.site_id AND s.slug = f.slug ORDER BY 1',
    );
    expect(kept.rows).toEqual([{ slug: 'chez-lea' }, { slug: 'max' }]);
    await expect(
      query(url, "INSERT INTO comptes (email, mot_de_passe) VALUES ('lea@exemple.fr', 'x')"),
    ).rejects.toThrow();
  });

  it('leave a database alone that is newer than the program', async () => {
    const url = await freshDatabase();
    await query(url, 'INSERT INTO vitrine_migrations (version) VALUES (9999)');
    await expect(open(url)).rejects.toThrow(StartupError);
    await expect(open(url)).rejects.toThrow('La base est plus récente que ce programme (version 9999');
  });

  it('leave a database alone that is from before the first release, and say what to do', async () => {
    const url = await freshDatabase({ migrated: false });
    const other = new pg.Client(directUrl(url));
    await other.connect();
    // As the twelve migrations left it that were folded into one.
    await other.query(
      `CREATE TABLE vitrine_migrations (version bigint PRIMARY KEY, name text, md5 text, run_at timestamptz);
       INSERT INTO vitrine_migrations SELECT n, 'x', md5(n::text), now() FROM generate_series(1, 12) n;
       CREATE TABLE sites (slug text);
       INSERT INTO sites VALUES ('chez-lea')`,
    );
    const seen = async () => ({
      relations: (await other.query("SELECT relname, xmin FROM pg_class WHERE relnamespace = 'public'::regnamespace"))
        .rows,
      sites: (await other.query('SELECT slug, xmin FROM sites')).rows,
      migrations: (await other.query('SELECT version, xmin FROM vitrine_migrations')).rows,
    });
    const before = await seen();
    // Whoever wants more than to read the versions waits.
    await other.query(
      'BEGIN; LOCK TABLE sites IN ACCESS EXCLUSIVE MODE; LOCK TABLE vitrine_migrations IN EXCLUSIVE MODE',
    );
    const sentence =
      /d’un programme d’avant la première version .* rien n’y a été écrit\. Donnez-lui une base neuve .* « vitrine exporter »/;
    expect(await sentenceOf(url)).toMatch(sentence);
    for (const words of ['base migrer', 'compte lister']) {
      expectRefusal(await runAdmin(url, words.split(' ')), 'd’un programme d’avant la première version');
    }
    const { code, out } = await runAdmin(url, ['verifier']);
    expect([code, out.split('\n').filter((line) => line.startsWith('refus'))]).toEqual([
      1,
      [expect.stringMatching(sentence)],
    ]);
    await other.query('COMMIT');
    expect(await seen()).toEqual(before);
    await other.end();
  });

  it.each([
    ['a server that does not listen', 'postgres://127.0.0.1:1/x', 'connexion refusée'],
    ['a machine that does not exist', 'postgres://machine.invalid/x', 'machine inconnue'],
  ])('a database that cannot be reached, %s, is told in one sentence without the address', async (_what, url, reason) => {
    await expect(open(url)).rejects.toThrow(new StartupError(`La base de DATABASE_URL ne répond pas : ${reason}.`));
  });

  it('a wrong password is told without it', async () => {
    const url = (await freshDatabase()).replace(/:[^:@/]+@/, ':secret@');
    await expect(open(url)).rejects.toThrow('La base de DATABASE_URL ne répond pas : compte ou mot de passe refusé.');
  });
});

/** Logins of the run's server: what they may is that of their test. */
let logins = 0;

interface Login {
  readonly name: string;
  /** The same database with this login. */
  readonly url: string;
}

async function newLogin(admin: string, attributes = ''): Promise<Login> {
  const name = `essai_${process.pid}_${Date.now()}_${++logins}`;
  await query(admin, `CREATE ROLE ${name} LOGIN PASSWORD 'x' ${attributes}`);
  return { name, url: admin.replace(/\/\/[^@]+@/, `//${name}:x@`) };
}

/** The login to which an empty database belongs. */
async function newOwner({ attributes = '', granted = '' } = {}): Promise<Login & { readonly admin: string }> {
  const admin = await freshDatabase({ migrated: false });
  const owner = await newLogin(admin, attributes);
  if (granted) await query(admin, `GRANT ${granted} TO ${owner.name}`);
  await query(admin, `ALTER DATABASE ${new URL(admin).pathname.slice(1)} OWNER TO ${owner.name}`);
  return { ...owner, admin };
}

const ROLES = ['vitrine_public', 'vitrine_gestion', 'vitrine_service'] as const;

/** The roles that the doors of a program's database work as. */
async function rolesOf(url: string, serviceUrl = url, unreduced = false): Promise<string[]> {
  const warnings: string[] = [];
  const warn = (sentence: string) => warnings.push(sentence);
  const database = await openDatabase({ url, serviceUrl, unreduced, warn });
  try {
    const doors = [database.public, database.management, database.service];
    const roles = doors.map(async (door) => (await door?.query('SELECT current_user AS role'))?.rows[0]?.role);
    return [...(await Promise.all(roles)), ...warnings];
  } finally {
    await database.close();
  }
}

/** The one sentence that a start ends with. */
async function sentenceOf(url: string, serviceUrl = url): Promise<string> {
  const start = openDatabase({ url, serviceUrl, warn: quiet });
  const error = await start.then(
    (database) => database.close(),
    (refusal: unknown) => refusal,
  );
  expect(error).toBeInstanceOf(StartupError);
  const { message } = error as StartupError;
  expect(message).not.toMatch(/\n|:x@/);
  return message;
}

describe('the rights of a login', () => {
  it('are reduced to the roles that it has made: PostgreSQL lets it grant them, and no more', async () => {
    const { admin, name, url } = await newOwner({ attributes: 'CREATEROLE' });
    await query(admin, `GRANT ${ROLES.join()} TO ${name} WITH ADMIN TRUE, INHERIT FALSE, SET FALSE`);
    expect(await rolesOf(url)).toEqual(ROLES);
  });

  it('are reduced to the roles that were granted to it, without CREATEROLE and without ADMIN OPTION', async () => {
    const { url } = await newOwner({ granted: ROLES.join() });
    expect(await rolesOf(url)).toEqual(ROLES);
    // Once more, with all of it prepared.
    expect(await rolesOf(url)).toEqual(ROLES);
  });

  it('are reduced by a grant that lets it take a role and gives it nothing else', async () => {
    const { admin, name, url } = await newOwner();
    await query(admin, `GRANT ${ROLES.join()} TO ${name} WITH INHERIT FALSE, SET TRUE`);
    expect(await rolesOf(url)).toEqual(ROLES);
  });

  it('may be those of two logins, each with its own roles', async () => {
    const { admin, name, url } = await newOwner();
    await query(admin, `GRANT vitrine_public, vitrine_gestion TO ${name}`);
    const service = await newLogin(admin);
    await query(admin, `GRANT vitrine_service TO ${service.name}`);
    expect(await rolesOf(url, service.url)).toEqual(ROLES);
    // A program that prepares nothing needs no owner.
    const pages = await newLogin(admin);
    await query(admin, `GRANT vitrine_public, vitrine_gestion TO ${pages.name}`);
    expect(await rolesOf(pages.url, service.url)).toEqual(ROLES);
    expect(await sentenceOf(pages.url)).toContain(
      'SERVICE_DATABASE_URL ne peut pas prendre le rôle PostgreSQL vitrine_service',
    );
  });

  it('that cannot be reduced stop the start with what to do, unless the program is told to go on', async () => {
    const { admin, name, url } = await newOwner();
    expect(await sentenceOf(url)).toMatch(
      new RegExp(
        `vitrine_public : accordez-le-lui \\(« GRANT vitrine_public TO ${name} WITH SET TRUE »\\)\\. .*UNREDUCED_RIGHTS=true`,
      ),
    );
    const [all, alike, too, ...warnings] = await rolesOf(url, url, true);
    expect([all, alike, too]).toEqual([name, name, name]);
    expect(warnings).toHaveLength(3);
    expect(warnings[0]).toContain('tous les droits');
    // A member that may use the rights of a role, and not work as that role alone.
    await query(admin, `GRANT ${ROLES.join()} TO ${name} WITH INHERIT TRUE, SET FALSE`);
    expect(await sentenceOf(url)).toContain('WITH SET TRUE');
    await query(admin, `GRANT ${ROLES.join()} TO ${name} WITH SET TRUE`);
    expect(await rolesOf(url)).toEqual(ROLES);
  });

  it('on what is not the program’s do not matter: an extension has made something, say', async () => {
    const { admin, url } = await newOwner({ granted: ROLES.join() });
    await query(admin, 'CREATE FUNCTION ailleurs() RETURNS int LANGUAGE sql AS $$SELECT 1$$');
    await query(admin, 'REVOKE ALL ON FUNCTION ailleurs() FROM PUBLIC');
    await query(admin, 'CREATE TABLE ailleurs ()');
    expect(await rolesOf(url)).toEqual(ROLES);
  });

  it('that do not suffice to prepare the database, or to read it, are told', async () => {
    const { admin, url } = await newOwner({ granted: ROLES.join() });
    const stranger = await newLogin(admin, 'CREATEROLE');
    expect(await sentenceOf(stranger.url)).toContain('n’a pas le droit de la modifier : qu’il soit le propriétaire');
    await rolesOf(url);
    expect(await sentenceOf(stranger.url)).toMatch(
      /n’a aucun droit sur les tables de cette base, qui appartiennent à essai_/,
    );
    await query(admin, `REVOKE CONNECT ON DATABASE ${new URL(admin).pathname.slice(1)} FROM PUBLIC`);
    expect(await sentenceOf(stranger.url)).toContain('n’a pas le droit de s’y connecter');
  });

  it('of a member do not suffice to give the roles new privileges', async () => {
    const { admin, url } = await newOwner({ granted: ROLES.join() });
    await rolesOf(url);
    const member = await newLogin(admin);
    await query(admin, `GRANT ${ROLES.join()} TO ${member.name}`);
    await query(admin, 'DELETE FROM vitrine_droits');
    expect(await sentenceOf(member.url)).toMatch(/lancez « vitrine admin base migrer » .* appartiennent \(essai_/);
  });
});

describe('a database that is not fit is told in one sentence', () => {
  it.each(['SQL_ASCII', 'LATIN1'])('of the encoding %s', async (encoding) => {
    const admin = await freshDatabase({ migrated: false });
    const name = `${new URL(admin).pathname.slice(1)}_autre`;
    await query(
      admin,
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    const url = admin.replace(/[^/]+$/, name);
    expect(await sentenceOf(url)).toContain(`est encodée en ${encoding}`);
    expect((await query(url, "SELECT FROM pg_class WHERE relname = 'vitrine_migrations'")).rowCount).toBe(0);
  });

  it('read-only, empty or prepared', async () => {
    const { admin, name, url } = await newOwner({ granted: ROLES.join() });
    const readOnly = (on: string) => query(admin, `ALTER ROLE ${name} SET default_transaction_read_only = ${on}`);
    await readOnly('on');
    expect(await sentenceOf(url)).toContain('ne prend pas d’écritures : default_transaction_read_only');
    await readOnly('off');
    await rolesOf(url);
    await readOnly('on');
    expect(await sentenceOf(url)).toContain('La base de DATABASE_URL ne prend pas d’écritures');
    expect(await sentenceOf(admin, url)).toContain('La base de SERVICE_DATABASE_URL ne prend pas d’écritures');
  });

  it('of another program, with a table of the same name', async () => {
    const { admin, url } = await newOwner({ granted: ROLES.join() });
    await query(admin, 'CREATE TABLE articles (titre text)');
    expect(await sentenceOf(url)).toContain('a déjà des tables, qui ne sont pas de vitrine');
    expect((await query(admin, "SELECT FROM pg_class WHERE relname = 'sites'")).rowCount).toBe(0);
  });

  it('whose server has no connection left for the login', async () => {
    const { admin, name, url } = await newOwner();
    await query(admin, `ALTER ROLE ${name} CONNECTION LIMIT 0`);
    expect(await sentenceOf(url)).toContain('pas de connexion libre');
  });

  it('that is not the one of the other address', async () => {
    const [admin, other] = [await freshDatabase(), await freshDatabase()];
    expect(await sentenceOf(admin, other)).toContain('SERVICE_DATABASE_URL mène à une autre base que DATABASE_URL');
  });

  it('without the schema public', async () => {
    const { admin, url } = await newOwner({ granted: ROLES.join() });
    await query(admin, 'DROP SCHEMA public');
    expect(await sentenceOf(url)).toContain('CREATE sur le schéma public');
  });
});
