/** A start on a database that gives too few connections. */
import { expect, it } from 'vitest';
import { StartupError } from '../../../src/startup-error.ts';
import { withConnection } from '../../../src/storage/database.ts';
import { toldWork } from '../../../src/storage/refused-work.ts';
import { openRolePools } from '../../../src/storage/role-pools.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { startTestProgram } from '../../support/program.ts';

const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

let logins = 0;

/** A database of a login that is no superuser: limits do not hold for those. */
async function limitedDatabase() {
  const admin = await freshDatabase();
  const login = `limite_${process.pid}_${Date.now()}_${++logins}`;
  await query(admin, `CREATE ROLE ${login} LOGIN PASSWORD 'x'`);
  await query(admin, `GRANT vitrine_public, vitrine_gestion, vitrine_service TO ${login}`);
  await query(admin, `GRANT SELECT ON vitrine_migrations TO ${login}`);
  return { admin, login, database: databaseOf(admin), url: admin.replace(/\/\/[^@]+@/, `//${login}:x@`) };
}

it('ends in one sentence that names each limit, whichever it is and whenever it is met', async () => {
  const { admin, login, database, url } = await limitedDatabase();
  const sentence =
    /^La base de DATABASE_URL .*pas de connexion libre \(à voir : CONNECTION LIMIT .* du compte, .*max_connections.*\)\.$/;
  const limits = [`DATABASE ${database}`, `ROLE ${login}`];
  for (const what of limits) {
    await query(admin, `ALTER ${what} CONNECTION LIMIT 0`);
    const pools = openRolePools(url, null);
    /** By a connection of the start's own, and by one of the pools that the start goes on with. */
    const met: (() => Promise<unknown>)[] = [
      () => startTestProgram({}, { databaseUrl: url }),
      () => pools.query('SELECT 1'),
    ];
    for (const start of met) {
      const failure = await toldWork('DATABASE_URL', start).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StartupError);
      expect((failure as Error).message).toMatch(sentence);
    }
    await pools.end();
    await query(admin, `ALTER ${what} CONNECTION LIMIT -1`);
  }
});

it.each([
  ['?sslrootcert=/rien/ca.pem', 'le fichier /rien/ca.pem, que l’adresse nomme, ne se lit pas (ENOENT)'],
  ['?sslmode=require&sslcert=/rien/c.pem&sslkey=/rien/k.pem', 'le fichier /rien/c.pem,'],
  ['?sslrootcert=/tmp', 'sslrootcert, sslcert ou sslkey, dans l’adresse, nomme un dossier'],
  ['?host=/rien/postgresql', 'le socket /rien/postgresql/.s.PGSQL.5432 ne s’ouvre pas (ENOENT)'],
])('an address with %s is told what cannot be used', async (settings, reason) => {
  const opened = withConnection('DATABASE_URL', `postgres://u:secret@/b${settings}`, async () => undefined);
  await expect(opened).rejects.toThrow(`La base de DATABASE_URL ne répond pas : ${reason}`);
});
