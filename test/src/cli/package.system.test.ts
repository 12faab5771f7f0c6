import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import metadata from '../../../package.json' with { type: 'json' };
import { pack } from '../../../src/cli/package/pack.ts';
import { createClient } from '../../support/client.ts';
import { ownEnvironment } from '../../support/environment.ts';
import { sharedProgram } from '../../support/program.ts';

it('an author without the repository installs the client from one file, and works with it', async () => {
  const vitrine = await sharedProgram();
  const client = await createClient(vitrine);
  const home = await mkdtemp(join(tmpdir(), 'vitrine-sans-depot-'));
  const file = await pack(home);
  expect(basename(file)).toBe(`vitrine-${metadata.version}.tgz`);

  const address = `http://127.0.0.1:${vitrine.port}`;
  const env = ownEnvironment({
    ...{ HOME: home, PATH: `${dirname(process.execPath)}:${home}/ici/bin:${process.env.PATH}` },
    ...{ VITRINE_ADRESSE: address, VITRINE_CLE: client.tenant.key },
  });
  const run = (program: string, ...words: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const child = execFile(program, words, { cwd: home, env }, (_error, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      );
    });
  const installed = await run('npm', 'install', '--global', '--prefix', 'ici', '--offline', '--no-audit', file);
  expect([installed.code, installed.err]).toEqual([0, '']);
  // Nothing else came with it.
  expect(await readdir(join(home, 'ici/lib/node_modules'))).toEqual(['vitrine']);
  const manifest = JSON.parse(await readFile(join(home, 'ici/lib/node_modules/vitrine/package.json'), 'utf8'));
  expect([manifest.engines, manifest.dependencies]).toEqual([{ node: '>=24' }, undefined]);

  expect(await run('vitrine', '--version')).toEqual({ code: 0, out: `${metadata.version}\n`, err: '' });
  const listed = await run('vitrine', 'lister', '--json');
  expect(JSON.parse(listed.out)).toMatchObject({ site: { slug: client.tenant.slug }, themes: [] });
  const begun = await run('vitrine', 'init', 'vela');
  expect([begun.err, begun.out]).toEqual(['', expect.stringContaining('est installé en brouillon')]);
  expect(begun.out).not.toContain('vitrine apercu');
  expect((await run('vitrine', '--aide')).out).not.toContain('vitrine apercu');
  expect((await run('vitrine', 'pousser', '--dossier', 'vela')).out).toContain('Rien à pousser');
  // Merging has a thread of its own.
  const style = join(home, 'vela/assets/theme.css');
  const css = await readFile(style, 'utf8');
  const [theme] = await client.list();
  await client.put(String(theme?.id), 'assets/theme.css', `${css}/* là */\n`);
  await writeFile(style, `/* ici */\n${css}`);
  expect((await run('vitrine', 'recuperer', '--dossier', 'vela')).out).toContain('1 fichier fusionné');
  expect(await readFile(style, 'utf8')).toBe(`/* ici */\n${css}/* là */\n`);
  expect(await run('vitrine', 'formater', 'vela')).toMatchObject({
    code: 0,
    out: expect.stringContaining('mis en forme'),
  });
  expect((await run('vitrine', 'completion', 'zsh')).out).toContain('#compdef vitrine');
  for (const command of ['verifier', 'tester', 'apercu', 'admin']) {
    const { code, err } = await run('vitrine', command, ...(command === 'admin' ? ['site', '--x'] : ['vela']));
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^vitrine : « vitrine \w+ » n’est pas dans ce paquet : .*\n$/),
    ]);
  }
  // As an editor starts and ends it.
  const served = spawn(join(home, 'ici/bin/vitrine'), ['langage', '--stdio'], { cwd: home, env });
  for (const message of [
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}',
    '{"jsonrpc":"2.0","method":"exit"}',
  ]) {
    served.stdin.write(`Content-Length: ${message.length}\r\n\r\n${message}`);
  }
  expect(await text(served.stdout)).toContain('"serverInfo":{"name":"vitrine"');
  const old = await readFile(join(home, 'ici/lib/node_modules/vitrine/bin.cjs'), 'utf8');
  expect(old).not.toContain('npx vitrine');
});
