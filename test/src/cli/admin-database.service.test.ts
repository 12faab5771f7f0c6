/** On which database the operator's commands work, with which login, and in which of its versions. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adaptedFile } from '../../support/adapted-file.ts';
import { freshDataDir } from '../../support/data-dir.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { ownEnvironment } from '../../support/environment.ts';
import { adminJson, expectRefusal, type Run, runAdmin, runAdminHere } from '../../support/operator.ts';

const ROLES = ['vitrine_public', 'vitrine_gestion', 'vitrine_service'];
const EMAIL = ['--email', 'lea@exemple.fr', '--mot-de-passe', 'motdepasse'];
const SITE = ['--compte', 'lea@exemple.fr', '--slug', 'chez-lea', '--nom', 'Chez Léa'];

let folder: string;
beforeAll(async () => {
  folder = await freshDataDir();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let logins = 0;

/** The address of a database with a login that has these roles only. */
async function loginOf(admin: string, granted: string): Promise<string> {
  const name = `exploitant_${process.pid}_${Date.now()}_${++logins}`;
  await query(admin, `CREATE ROLE ${name} LOGIN PASSWORD 'x'`);
  await query(admin, `GRANT ${granted} TO ${name}`);
  return admin.replace(/\/\/[^@]+@/, `//${name}:x@`);
}

const nameOf = (url: string): string => new URL(url).username;
const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

/** An empty database of a login that has been granted all roles. */
async function ownDatabase(): Promise<{ readonly admin: string; readonly url: string }> {
  const admin = await freshDatabase({ migrated: false });
  const url = await loginOf(admin, ROLES.join());
  await query(admin, `ALTER DATABASE ${databaseOf(admin)} OWNER TO ${nameOf(url)}`);
  return { admin, url };
}

/** The same with the program's tables, which the login may do with as their owner. */
async function migratedDatabase(): Promise<{ readonly admin: string; readonly url: string }> {
  const admin = await freshDatabase();
  return { admin, url: await loginOf(admin, [nameOf(admin), ...ROLES].join()) };
}

describe('without DATABASE_URL', () => {
  it('a command makes no database: it says how to run it with the environment of the service', async () => {
    const dataDir = join(folder, 'vide');
    for (const words of [
      ['compte', 'creer', ...EMAIL],
      ['base', 'migrer'],
    ]) {
      expectRefusal(
        await runAdminHere(words, { DATA_DIR: dataDir }),
        `DATA_DIR (${dataDir}) n’a pas de base : une commande de l’exploitant n’en crée pas. Lancez-la avec l’environnement`,
      );
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('nor does it take another one than the misspelt', async () => {
    const run = await runAdminHere(['compte', 'creer', ...EMAIL], { DATABASE_ULR: 'postgres://u:secret@h/b' });
    expectRefusal(run, 'DATABASE_ULR ressemble à DATABASE_URL');
    expect(run.err).not.toContain('secret');
  });
});

describe('the version of the database', () => {
  it('is that of the program after « base migrer », which no other command does', async () => {
    const { admin, url } = await ownDatabase();
    expectRefusal(await runAdmin(url, ['compte', 'creer', ...EMAIL]), 'n’est pas encore préparée');
    expect((await query(admin, "SELECT FROM pg_class WHERE relname = 'comptes'")).rowCount).toBe(0);
    const { version, migrations } = await adminJson(url, 'base', 'migrer');
    expect(migrations).toBeGreaterThan(0);
    expect(await adminJson(url, 'base', 'migrer')).toEqual({ version, migrations: 0 });
    await adminJson(url, 'compte', 'creer', ...EMAIL);
    await query(admin, 'INSERT INTO vitrine_migrations (version) VALUES (9999)');
    const create = ['site', 'creer', ...SITE];
    expectRefusal(await runAdmin(url, create), 'La base est plus récente que ce programme (version 9999');
    await query(admin, 'DELETE FROM vitrine_migrations WHERE version >= $1', [version]);
    expectRefusal(await runAdmin(url, create), `version ${version} : lancez « vitrine admin base migrer »`);
    expect((await query(admin, 'SELECT FROM sites')).rowCount).toBe(0);
  });
});

describe('the login', () => {
  it('is the owner’s, whatever the other one may do', async () => {
    const admin = await freshDatabase();
    const [service, pages] = [await loginOf(admin, 'vitrine_service'), await loginOf(admin, 'vitrine_public')];
    const json = async (words: string[], environment: Record<string, string>) => {
      const { code, out, err } = await runAdmin(admin, [...words, '--json'], environment);
      expect([code, err]).toEqual([0, '']);
      return JSON.parse(out);
    };
    await json(['compte', 'creer', ...EMAIL], { SERVICE_DATABASE_URL: service });
    await json(['site', 'creer', ...SITE], { DATABASE_URL: pages, SERVICE_DATABASE_URL: admin });
    await json(['cle', 'creer', '--compte', 'lea@exemple.fr'], { SERVICE_DATABASE_URL: service });
  });

  it('of two with their roles only does what these allow; what they do not is told in one sentence', async () => {
    const admin = await freshDatabase();
    await adminJson(admin, 'compte', 'creer', ...EMAIL);
    const pages = await loginOf(admin, 'vitrine_public, vitrine_gestion');
    const service = await loginOf(admin, 'vitrine_service');
    // It may take the role, and has nothing of it by itself.
    await query(admin, `GRANT vitrine_service TO ${nameOf(service)} WITH INHERIT FALSE`);
    const run = (...words: string[]): Promise<Run> => runAdmin(pages, words, { SERVICE_DATABASE_URL: service });
    const key = await run('cle', 'creer', '--compte', 'lea@exemple.fr');
    const site = await run('site', 'creer', ...SITE);
    const account = await run('compte', 'creer', '--email', 'b@exemple.fr', '--mot-de-passe', 'motdepasse');
    // The service role makes accounts: people do so themselves.
    for (const { code, err } of [key, account]) expect([code, err]).toEqual([0, '']);
    expectRefusal(site, 'Le compte de DATABASE_URL n’a pas le droit de faire cela : donnez dans DATABASE_URL');
    expect(site.err).toContain(`(${nameOf(admin)})`);
  });

  it('of another database is never taken for that of this one', async () => {
    const [admin, other] = [await freshDatabase(), await freshDatabase()];
    const pages = await loginOf(admin, 'vitrine_public');
    const words = ['compte', 'creer', ...EMAIL];
    expectRefusal(
      await runAdmin(pages, words, { SERVICE_DATABASE_URL: other }),
      `SERVICE_DATABASE_URL mène à une autre base que DATABASE_URL : la base ${databaseOf(other)}`,
    );
    expect((await query(other, 'SELECT FROM comptes')).rowCount).toBe(0);
  });

  it('that takes no writes is told', async () => {
    const { admin, url } = await migratedDatabase();
    await query(admin, `ALTER ROLE ${nameOf(url)} SET default_transaction_read_only = on`);
    expectRefusal(
      await runAdmin(url, ['compte', 'creer', ...EMAIL]),
      'La base de DATABASE_URL ne prend pas d’écritures.',
    );
    expectRefusal(await runAdmin(url, ['base', 'migrer']), 'ne prend pas d’écritures : default_transaction_read_only');
  });
});

describe('verifier', () => {
  interface Finding {
    readonly nom: string;
    readonly etat: string;
    readonly message: string;
  }

  async function verify(environment: Record<string, string>) {
    const run = await runAdminHere(['verifier', '--json'], { DATA_DIR: folder, ...environment });
    expect(run.err).toBe('');
    const { ok, verifications } = JSON.parse(run.out) as { ok: boolean; verifications: Finding[] };
    expect(run.code).toBe(ok ? 0 : 1);
    expect(ok).toBe(verifications.every(({ etat }) => etat !== 'refus'));
    expect(run.out).not.toMatch(/:x@/);
    return { ok, of: (nom: string) => verifications.filter((finding) => finding.nom === nom) };
  }
  const refusal = (part: string) => [
    { nom: expect.any(String), etat: 'refus', message: expect.stringContaining(part) },
  ];

  it('says before a start that all is well, and changes nothing', async () => {
    const { admin, url } = await ownDatabase();
    const state = async () =>
      (await query(admin, "SELECT count(*), max(oid) FROM pg_class WHERE relnamespace = 'public'::regnamespace")).rows;
    const before = await state();
    const empty = await verify({ DATABASE_URL: url, SERVICE_DATABASE_URL: url, BASE_URL: 'https://v.exemple.fr' });
    expect(empty.ok).toBe(true);
    expect(empty.of('version')[0]?.message).toMatch(/^Elle est vide : .* la met à la version \d+\.$/);
    expect(empty.of('roles')[0]?.message).toContain(ROLES.join(', '));
    expect(await state()).toEqual(before);
    await adminJson(url, 'base', 'migrer');
    const { code, out, err } = await runAdmin(url, ['verifier'], { DATA_DIR: folder });
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines.at(-1)).toBe('Rien n’empêche un démarrage.');
    expect(lines.slice(0, -2).every((line) => /^(ok|attention) +\S.*\.$/.test(line))).toBe(true);
    expect(out).toContain(`DATABASE_URL mène à la base ${databaseOf(url)}, PostgreSQL 18`);
    expect(out).toMatch(/^attention +SERVICE_DATABASE_URL n’est pas donnée/m);
    expect(await readdir(folder)).toEqual([]);
  });

  it('says of each wrong thing what it is', async () => {
    const { admin, url } = await migratedDatabase();
    const bare = await loginOf(admin, 'vitrine_public');
    const service = await loginOf(admin, 'vitrine_service');
    const other = await freshDatabase();
    const file = join(folder, 'fichier');
    await writeFile(file, '');
    const misspelt = await verify({ DATABASE_URL: url, SERVICE_DATABASE_URI: url });
    const away = await verify({ DATABASE_URL: 'postgres://127.0.0.1:1/x' });
    const reduced = await verify({ DATABASE_URL: bare, SERVICE_DATABASE_URL: bare });
    const elsewhere = await verify({ DATABASE_URL: url, SERVICE_DATABASE_URL: other });
    const inFile = await verify({ DATABASE_URL: url, SERVICE_DATABASE_URL: service, DATA_DIR: file });
    const told = await verify({ DATABASE_URL: bare, UNREDUCED_RIGHTS: 'true' });
    expect(misspelt.of('environnement')).toEqual(refusal('SERVICE_DATABASE_URI ressemble à SERVICE_DATABASE_URL'));
    expect(away.of('base')).toEqual(refusal('connexion refusée'));
    expect(reduced.of('roles').map(({ etat }) => etat)).toEqual(['refus', 'refus']);
    expect(elsewhere.of('base-de-service')).toEqual(refusal('mène à une autre base que DATABASE_URL'));
    expect(inFile.of('dossier')).toEqual(
      refusal(`DATA_DIR (${file}) n’est pas un dossier où ce programme peut écrire.`),
    );
    expect(inFile.of('roles').map(({ etat }) => etat)).toEqual(['ok', 'ok']);
    expect(told.ok).toBe(true);
    await rm(file);
    const { admin: shared, url: ofTwo } = await ownDatabase();
    await query(shared, 'CREATE TABLE articles (titre text)');
    expect((await verify({ DATABASE_URL: ofTwo })).of('version')).toEqual(refusal('qui ne sont pas de vitrine'));
    await query(admin, 'INSERT INTO vitrine_migrations (version) VALUES (9999)');
    expect((await verify({ DATABASE_URL: url })).of('version')).toEqual(refusal('plus récente que ce programme'));
  });

  it('says that the access log or HOST would stop a start, and makes no file', async () => {
    const log = async (ACCESS_LOG: string) => (await verify({ ACCESS_LOG })).of('journal-des-visites');
    const unopened = (code: string) => refusal(`ACCESS_LOG ne se laisse pas ouvrir (${code})`);
    const written = join(folder, 'visites');
    expect(await log(join(folder, 'rien', 'a.log'))).toEqual(unopened('ENOENT'));
    expect(await log(folder)).toEqual(unopened('EISDIR'));
    expect(await log(`${written}/`)).toEqual(unopened('EISDIR'));
    await writeFile(written, 'une ligne\n');
    expect(await log(join(written, 'a.log'))).toEqual(unopened('ENOTDIR'));
    expect((await log(written)).map(({ etat }) => etat)).toEqual(['ok']);
    expect(await readFile(written, 'utf8')).toBe('une ligne\n');
    await rm(written);
    expect((await log(written)).map(({ etat }) => etat)).toEqual(['ok']);
    expect(await log('true')).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    for (const HOST of ['192.0.2.1', 'fe80::1', 'a..b']) {
      expect((await verify({ HOST })).of('ecoute')).toEqual(refusal(`HOST (${HOST}) n’est pas une adresse`));
    }
    expect((await verify({ HOST: '0.0.0.0' })).of('ecoute').map(({ etat }) => etat)).toEqual(['ok']);
  });

  it('says without DATABASE_URL which database a start would take', async () => {
    const demo = await verify({});
    expect([demo.ok, demo.of('base')[0]?.message]).toEqual([true, expect.stringContaining('base de démonstration')]);
    expect((await verify({ TRUST_PROXY: 'true' })).ok).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('vitrine-admin', () => {
  it('runs a command with the environment of the unit, and with nothing of the shell’s', async () => {
    const url = await freshDatabase();
    const environment = join(folder, 'environment');
    await writeFile(
      environment,
      `# The file of the units.\nDATABASE_URL=${url}\nBASE_URL="https://vitrine.exemple.fr"\n`,
    );
    const script = join(folder, 'vitrine-admin');
    await mkdir(join(folder, 'data'));
    await writeFile(
      script,
      await adaptedFile(new URL('../../../deploy/systemd/vitrine-admin', import.meta.url), [
        [/cd \/opt\/vitrine/, `cd ${process.cwd()}`],
        [/runuser --user vitrine -- /, ''],
        [/DATA_DIR=\/var\/lib\/vitrine/, `DATA_DIR=${folder}/data`],
        [/\/etc\/vitrine\/environment/, environment],
      ]),
    );
    await chmod(script, 0o755);
    const run = await new Promise<Run>((resolve) => {
      const env = ownEnvironment({ DATABASE_URL: 'postgres://127.0.0.1:1/ailleurs', PORT: 'abc' });
      execFile('sh', [script, 'verifier', '--json'], { env }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toContain(`la base ${databaseOf(url)}`);
    expect(run.out).toContain('la plateforme est https://vitrine.exemple.fr');
  });
});
