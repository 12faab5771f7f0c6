import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { freshDataDir } from '../support/data-dir.ts';
import { DATABASE_CONFIGURATION } from '../support/database-proxy.ts';
import { CONFIGURATION, makeCertificate } from '../support/haproxy.ts';
import { needs, programPath } from '../support/needs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const UNITS = join(ROOT, 'deploy/systemd');
/** Where the units find the program. */
const INSTALLED = '/opt/vitrine/';

const run = promisify(execFile);
const folder = await freshDataDir();
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The words of all lines of a unit with this name. */
const wordsOf = (unit: string, name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].flatMap(([, words = '']) => words.split(' '));

describe('deploy/haproxy/haproxy.cfg', needs('HAProxy'), () => {
  it('is valid, without a warning', async () => {
    const text = await readFile(CONFIGURATION, 'utf8');
    const certificates = await makeCertificate(folder);
    const file = join(folder, 'haproxy.cfg');
    await writeFile(file, text.replace('/etc/haproxy/certs/', certificates));
    // On a machine with the way to the database of Patroni too, both are read together.
    for (const files of [
      ['-f', file],
      ['-f', file, '-f', fileURLToPath(DATABASE_CONFIGURATION)],
    ]) {
      const { stdout, stderr } = await run(programPath('haproxy') ?? '', ['-c', ...files]);
      expect(`${stdout}${stderr}`).not.toMatch(/WARNING|ALERT/);
    }
  });
});

it('haproxy.cfg has the same instances in each of its lists', async () => {
  const lists = (await readFile(CONFIGURATION, 'utf8')).match(/(?:^ +server .*\n)+/gm) ?? [];
  expect(lists).toHaveLength(2);
  expect(lists[1]).toBe(lists[0]);
});

describe('deploy/systemd', needs('systemd-analyze'), () => {
  it('has units that systemd takes without a complaint', async () => {
    const installed = join(folder, 'units');
    await mkdir(installed);
    for (const name of ['vitrine@.service', 'vitrine.target']) {
      const text = await readFile(join(UNITS, name), 'utf8');
      await writeFile(join(installed, name.replace('@', '@3001')), text.replaceAll(INSTALLED, ROOT));
    }
    await cp(join(installed, 'vitrine@3001.service'), join(installed, 'vitrine@3002.service'));
    const units = ['vitrine@3001.service', 'vitrine@3002.service', 'vitrine.target'];
    const { stdout, stderr } = await run('systemd-analyze', ['verify', ...units], { cwd: installed });
    expect(`${stdout}${stderr}`).toBe('');
  });
});

describe('deploy/pgbackrest', needs('systemd-analyze', 'pgBackRest'), () => {
  it('has units that systemd takes without a complaint', async () => {
    const installed = join(folder, 'backup');
    await cp(join(ROOT, 'deploy/pgbackrest'), installed, { recursive: true });
    const types = ['full', 'diff'];
    for (const type of types) {
      await cp(join(installed, 'vitrine-backup@.service'), join(installed, `vitrine-backup@${type}.service`));
    }
    const units = types.flatMap((type) => [`vitrine-backup@${type}.service`, `vitrine-backup-${type}.timer`]);
    const { stdout, stderr } = await run('systemd-analyze', ['verify', ...units], { cwd: installed });
    expect(`${stdout}${stderr}`).toBe('');
  });
});

it('the unit’s variables are ones that the program takes', async () => {
  const unit = await readFile(join(UNITS, 'vitrine@.service'), 'utf8');
  const variables = wordsOf(unit, 'Environment').map((word) => word.replace('%i', '3001').split('='));
  // What the unit says of its machine is no demonstration's, and the file with the address may be empty.
  expect(() => readConfig(Object.fromEntries(variables))).toThrow('DATABASE_URL n’est pas donnée');
  const DATABASE_URL = 'postgres://vitrine@127.0.0.1/vitrine';
  expect(readConfig({ ...Object.fromEntries(variables), DATABASE_URL })).toMatchObject({
    ...{ port: 3001, host: '127.0.0.1', dataDir: '/var/lib/vitrine', trustProxy: true, shutdownDelay: 3 },
  });
  const [stopAfter = 0] = wordsOf(unit, 'TimeoutStopSec').map(Number);
  expect(stopAfter).toBeGreaterThan(3 + 10);
});
