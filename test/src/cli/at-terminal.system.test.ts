/** A person at a terminal, which the program `script` makes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownEnvironment } from '../../support/environment.ts';
import { needs } from '../../support/needs.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-terminal-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('asks again what cannot be read, and says at Ctrl-C that nothing was done', needs('script'), async () => {
  const child = spawn('script', ['-qec', `"${process.execPath}" "${ROOT}/src/cli/vitrine.ts" connexion`, '/dev/null'], {
    cwd: folder,
    env: ownEnvironment({ HOME: folder, XDG_CONFIG_HOME: join(folder, 'vide'), TERM: 'xterm' }),
  });
  const answers = new Map([
    ['l’adresse du service (', 'ftp://x\r'],
    ['n’est pas l’adresse', '\u0015localhost:1\r'],
    ['la clé d’API', 'svc_x\r'],
    ['n’est pas une clé', '\u0003'],
  ]);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
    for (const [asked, answer] of answers) {
      if (!said.includes(asked)) continue;
      answers.delete(asked);
      child.stdin.write(answer);
    }
  });
  const [code] = await once(child, 'close');
  expect(said).toContain('vitrine : Interrompu : rien n’a été fait.');
  expect([code, answers.size]).toEqual([130, 0]);
});

it('says in a sentence that the input ended at a question', needs('script'), async () => {
  const command = `"${process.execPath}" "${ROOT}/src/cli/vitrine.ts" connexion`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env: ownEnvironment({ HOME: folder, XDG_CONFIG_HOME: join(folder, 'vide'), TERM: 'xterm' }),
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    const isAsked = said.includes('adresse du service (');
    said += chunk;
    if (!isAsked && said.includes('adresse du service (')) child.stdin.write('\u0004');
  });
  const [code] = await once(child, 'close');
  expect(said).toContain('vitrine : L’entrée est finie et la question reste sans réponse : rien n’a été fait.');
  expect([code, said.includes('Warning')]).toEqual([1, false]);
});
