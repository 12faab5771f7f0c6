import { describe, expect, it } from 'vitest';
import { StartupError } from '../../../src/startup-error.ts';
import { openDatabase, withConnection } from '../../../src/storage/database.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { freshDatabase, query } from '../../support/database.ts';

const quiet = () => undefined;
const open = (url: string) => openDatabase({ url, serviceUrl: undefined, warn: quiet });

describe('migrations', () => {
  it('are applied once, also by instances that start at the same time', async () => {
    const url = await freshDatabase({ migrated: false });
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => withConnection('DATABASE_URL', url, migrate)));
    expect(outcomes.filter(({ applied }) => applied > 0)).toHaveLength(1);
    expect(outcomes.every(({ rolesReady }) => rolesReady)).toBe(true);
  });

  it('leave a database alone that is newer than the program', async () => {
    const url = await freshDatabase();
    await query(url, 'INSERT INTO vitrine_migrations (version) VALUES (9999)');
    await expect(open(url)).rejects.toThrow(StartupError);
    await expect(open(url)).rejects.toThrow('La base est plus récente que ce programme (version 9999');
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

  it('a login that may create no role still serves, with a warning', async () => {
    const admin = await freshDatabase({ migrated: false });
    const name = `proprietaire_${Date.now()}`;
    await query(admin, `CREATE ROLE ${name} LOGIN PASSWORD 'x'`);
    await query(admin, `ALTER DATABASE ${new URL(admin).pathname.slice(1)} OWNER TO ${name}`);
    const url = admin.replace(/\/\/[^@]+@/, `//${name}:x@`);
    const warnings: string[] = [];
    const database = await openDatabase({ url, serviceUrl: undefined, warn: (sentence) => warnings.push(sentence) });
    expect((await database.public.query('SELECT current_user AS role')).rows).toEqual([{ role: name }]);
    expect(warnings[0]).toContain('vitrine_public');
    await database.close();
  });
});
