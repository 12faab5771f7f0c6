import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ownEnvironment } from '../support/environment.ts';
import { type Need, needs } from '../support/needs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** An ordinary account, which may not take niceness back. */
const AS_NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups'];
const asNobody = (...words: string[]) =>
  run('setpriv', [...AS_NOBODY, ...words], { cwd: ROOT, env: ownEnvironment({}) });

const ANOTHER_ACCOUNT: Need = {
  name: 'another account',
  how: 'run as root, in a folder that everybody may enter',
  isThere: await asNobody('cat', 'package.json').then(
    () => true,
    () => false,
  ),
};

it(
  'an ordinary account under a raised niceness has a sandbox: nothing is less nice than it',
  needs(ANOTHER_ACCOUNT),
  async () => {
    const words = ['src/cli/vitrine.ts', 'verifier', 'catalog/origo', '--json'];
    const { stdout } = await asNobody('nice', '-n', '5', process.execPath, ...words);
    expect(JSON.parse(stdout)).toMatchObject({ erreurs: 0 });
  },
);
