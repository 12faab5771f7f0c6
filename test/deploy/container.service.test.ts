import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { freePorts } from '../support/free-ports.ts';
import { CONFIGURATION } from '../support/haproxy.ts';
import { sharedProgram, type TestProgram } from '../support/program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const containerfile = await readFile(join(ROOT, 'deploy/container/Containerfile'), 'utf8');
const compose = await readFile(join(ROOT, 'deploy/container/compose.yaml'), 'utf8');

/** What the image gets from the folder of the program. */
const copied = [...containerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));

/** Places beside or above a module that it names: imports, and files that it finds by its own address. */
const NAMED = /(?:\bfrom |\bimport |\bimport\(|\bnew URL\()'(\.{1,2}\/[^']*)'/g;

async function filesNamedBy(file: string): Promise<string[]> {
  const text = await readFile(join(ROOT, file), 'utf8');
  return [...text.matchAll(NAMED)].map(([, name = '']) => relative(ROOT, resolve(ROOT, dirname(file), name)));
}

describe('the image', () => {
  it('has what is there, and the rest of the folder is not even sent', async () => {
    expect(copied.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
    const ignored = (await readFile(join(ROOT, '.containerignore'), 'utf8')).split('\n').slice(1).filter(Boolean);
    expect(new Set(ignored)).toEqual(new Set(['*', ...copied.map((name) => `!${name}`)]));
  });

  it('has every file that the program names', async () => {
    const folders = ['src', 'sandbox', 'engine', 'concurrency'];
    expect(copied).toEqual(expect.arrayContaining(folders));
    const listed = await Promise.all(
      folders.map(async (folder) =>
        (await readdir(join(ROOT, folder), { recursive: true })).map((name) => join(folder, name)),
      ),
    );
    const modules = listed.flat().filter((name) => /\.(?:tsx?|c?js)$/.test(name));
    const named = new Set((await Promise.all(modules.map(filesNamedBy))).flat());
    expect(named.size).toBeGreaterThan(500);
    // The folder itself: the program's build looks through those that it has (src/http/site/program-build.ts).
    const missing = [...named].filter((name) => name !== '' && !copied.includes(name.split('/')[0] ?? ''));
    expect(missing).toEqual([]);
  });

  it('runs as an ordinary account, with an init of its own', () => {
    expect(/^USER (\d+):\d+$/m.exec(containerfile)?.[1]).not.toBe('0');
    expect(containerfile).toMatch(/^ENTRYPOINT \["tini", "--"\]$/m);
  });
});

describe('its health check', () => {
  let vitrine: TestProgram;
  beforeAll(async () => {
    vitrine = await sharedProgram();
  });
  afterAll(() => vitrine.close());

  it('passes while the program serves, and fails where nothing does', async () => {
    const [, ...args] = JSON.parse(/^ {2}CMD (\[.*\])$/m.exec(containerfile)?.[1] ?? '[]') as string[];
    const check = (port: number) =>
      new Promise((answer) => {
        execFile(process.execPath, args, { env: { PORT: String(port) } }, (error) => answer(error?.code ?? 0));
      });
    const [closed = 0] = await freePorts(1);
    expect(await Promise.all([check(vitrine.port), check(closed)])).toEqual([0, 1]);
  });
});

describe('compose.yaml', () => {
  it('has the instances that haproxy.cfg has, on its ports', async () => {
    const servers = [...(await readFile(CONFIGURATION, 'utf8')).matchAll(/^ +server \S+ 127\.0\.0\.1:(\d+)/gm)];
    const ports = [...compose.matchAll(/^ {2}vitrine-(\d+):\n.*\n.* PORT: '(\d+)' \}$/gm)];
    expect(new Set(ports.map(([, name, port]) => `${name} ${port}`))).toEqual(
      new Set(servers.map(([, port]) => `${port} ${port}`)),
    );
  });

  it('gives them variables that the program takes, and the time to stop that it needs', () => {
    const [, block = ''] = /^x-environment:.*\n((?: {2}.*\n)+)/m.exec(compose) ?? [];
    const variables = [...block.matchAll(/^ {2}(\w+): '?([^'\n]*)'?$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const operators: Record<string, string> = {
      ...{ POSTGRES_PASSWORD: 'secret', SITES_DOMAIN: 'sites.exemple.fr', BASE_URL: 'https://vitrine.exemple.fr' },
    };
    const given = variables.map(([name, value = '']) => [
      name,
      value.replace(/\$\{(\w+):\?\}/g, (_, operator) => operators[operator] ?? ''),
    ]);
    expect(readConfig(Object.fromEntries(given))).toMatchObject({
      ...{
        databaseUrl: 'postgres://vitrine:secret@database:5432/vitrine',
        sitesDomain: 'sites.exemple.fr',
        host: '127.0.0.1',
      },
      ...{ baseUrl: 'https://vitrine.exemple.fr', trustProxy: true, shutdownDelay: 3, renderWorkers: 2 },
    });
    expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThan(3 + 10);
  });
});
