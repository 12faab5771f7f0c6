import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { ownEnvironment } from '../../support/environment.ts';
import { type Need, needs } from '../../support/needs.ts';
import { createTenant, MINIMAL_THEME, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { drawnBytes } from '../../support/seed.ts';

const SMALL_DISK = fileURLToPath(new URL('small-disk.ts', import.meta.url));
const NAMESPACE = ['--user', '--map-root-user', '--mount'];
const MOUNT = 'mount -t tmpfs -o size=16m,mode=700 disque "$3" && exec "$0" "$@"';

const canMount = () => {
  try {
    execFileSync('unshare', [...NAMESPACE, 'mount', '-t', 'tmpfs', 'essai', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const SMALL_DISKS: Need = { name: 'small disks', how: 'namespaces in which disks can be mounted', isThere: canMount() };

/** A PostgreSQL whose disk can be filled and emptied. */
async function startSmallDisk() {
  // Closed to everybody else, so that the server runs under the account that may mount.
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-disque-'));
  const [dataDir, disk] = [join(folder, 'data'), join(folder, 'disque')];
  await mkdir(disk);
  const command = [...NAMESPACE, 'sh', '-c', MOUNT, process.execPath, SMALL_DISK, dataDir, disk];
  const server = spawn('unshare', command, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(server, 'close');
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const obey = async (order: string) => {
    server.stdin.write(`${order}\n`);
    expect(await nextLine()).toBe('fait');
  };
  return {
    url: await nextLine(),
    disk,
    fill: () => obey('remplir'),
    empty: () => obey('vider'),
    stop: async () => {
      server.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe('a full disk under PostgreSQL', needs(SMALL_DISKS), () => {
  let disk: Awaited<ReturnType<typeof startSmallDisk>>;
  let vitrine: TestProgram;
  let tenant: Tenant;
  let themeId: string;

  const themes = '/api/themes';
  const install = () =>
    vitrine.ask({ method: 'POST', path: themes, key: tenant.key, body: { action: 'installer', origine: 'origo' } });
  const list = async () => (await vitrine.ask({ path: themes, key: tenant.key })).json().themes;
  const files = () => `${themes}/${themeId}/fichiers`;
  const write = (chemin: string, contenu: string) =>
    vitrine.ask({ method: 'PUT', path: files(), key: tenant.key, body: { chemin, contenu } });
  const read = async (chemin: string) =>
    (await vitrine.ask({ path: `${files()}?chemin=${encodeURIComponent(chemin)}`, key: tenant.key })).json().fichier;
  const page = () => vitrine.ask({ host: `${tenant.slug}.localhost` });
  /** Text that does not get smaller when it is stored. */
  let texts = 0;
  const bulk = () => drawnBytes(`text ${texts++}`, 380_000).toString('base64');

  beforeAll(async () => {
    disk = await startSmallDisk();
    vitrine = await startTestProgram({}, { databaseUrl: disk.url });
    tenant = await createTenant(disk.url);
    await query(disk.url, `CREATE TABLESPACE petit LOCATION '${disk.disk}'`);
    await query(disk.url, 'ALTER TABLE textes SET TABLESPACE petit');
    await query(disk.url, 'ALTER TABLE fichiers SET TABLESPACE petit');
    themeId = (await install()).json().themeId;
    for (const [path, content] of Object.entries(MINIMAL_THEME)) expect((await write(path, content)).status).toBe(200);
    const publication = { id: themeId, publier: true };
    await vitrine.ask({ method: 'PATCH', path: themes, key: tenant.key, body: publication });
    expect((await page()).text).toBe('<main>bonjour</main>');
  });
  afterAll(async () => {
    await vitrine?.close();
    await disk?.stop();
  });

  it('refuses a write as a whole, serves pages fresh, and takes the write once there is room', async () => {
    const before = [await read('sections/texte.liquid'), await list()];
    await disk.fill();
    for (let n = 0; n < 2; n++) {
      const refusal = await write('sections/texte.liquid', bulk());
      expect([refusal.status, refusal.json().error]).toEqual([500, 'save_failed']);
      expect([await read('sections/texte.liquid'), await list()]).toEqual(before);
      const { status, text, headers } = await page();
      expect([status, text, headers['cache-status']]).toEqual([200, '<main>bonjour</main>', undefined]);
    }
    await disk.empty();
    const content = bulk();
    expect((await write('sections/texte.liquid', content)).status).toBe(200);
    expect((await page()).text).toBe(`<main>${content}</main>`);
  });

  it('leaves no half of a theme that is installed', async () => {
    const before = await list();
    await disk.fill();
    // What room is left in the table's pages is used up first.
    let answer = await install();
    for (; answer.status === 201; answer = await install()) before.push(null);
    expect([answer.status, answer.json().error]).toEqual([400, 'ecriture_impossible']);
    expect(await list()).toHaveLength(before.length);
    await disk.empty();
    expect((await install()).status).toBe(201);
  });
});

it('a DATA_DIR on a full disk ends a start that needs it, with one sentence', needs(SMALL_DISKS), async () => {
  const full = 'mount -t tmpfs -o size=16k disque /mnt && { head -c 1M /dev/zero >/mnt/reste 2>&1; exec "$@"; }';
  const words = [...NAMESPACE, 'sh', '-c', full, 'sh', process.execPath, 'src/main.ts'];
  const env = ownEnvironment({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: '/mnt/donnees' });
  const { stderr } = await promisify(execFile)('unshare', words, { env }).catch((ended) => ended);
  expect(stderr).toBe('vitrine : Le disque de DATA_DIR (/mnt/donnees) est plein.\n');
});
