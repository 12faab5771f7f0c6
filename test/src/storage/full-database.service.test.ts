/** A start on a database that gives too few connections. */
import { expect, it } from 'vitest';
import { StartupError } from '../../../src/startup-error.ts';
import { withConnection } from '../../../src/storage/database.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { startTestProgram } from '../../support/program.ts';

const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

/** Connections of a start by the variable that leads to each: four, one after the other, then those of its pools. */
const CONNECTIONS = ['DATABASE_URL', 'DATABASE_URL', 'DATABASE_URL', 'SERVICE_DATABASE_URL', 'DATABASE_URL'];

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
    /^La base de (\w+) .*pas de connexion libre \(à voir : CONNECTION LIMIT .* du compte, .*max_connections.*\)\.$/;
  const limits = [`DATABASE ${database}`, `ROLE ${login}`];
  const proxy = await FaultProxy.start(url);
  for (const what of limits) {
    for (const [taken, variable] of CONNECTIONS.entries()) {
      let asked = 0;
      proxy.beforeEach(async () => {
        if (asked++ === taken) await query(admin, `ALTER ${what} CONNECTION LIMIT 0`);
      });
      const failure = await startTestProgram({}, { databaseUrl: proxy.url(url) }).catch((error: unknown) => error);
      expect(failure, `${what}, after ${taken} connections`).toBeInstanceOf(StartupError);
      expect(sentence.exec((failure as Error).message)?.[1]).toBe(variable);
      await query(admin, `ALTER ${what} CONNECTION LIMIT -1`);
    }
  }
  await proxy.stop();
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
