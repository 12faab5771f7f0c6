import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ownEnvironment } from '../support/environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** An ordinary account, which may not take niceness back. */
const AS_NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups'];
const asNobody = (...words: string[]) =>
  run('setpriv', [...AS_NOBODY, ...words], { cwd: ROOT, env: ownEnvironment({}) });

/** Only root may take another account, and the account has to be let into the folder. */
const isPossible = await asNobody('cat', 'package.json').then(
  () => true,
  () => false,
);

it.skipIf(!isPossible)(
  'an ordinary account under a raised niceness has a sandbox: nothing is less nice than it',
  async () => {
    const words = ['src/cli/vitrine.ts', 'verifier', 'catalog/origo', '--json'];
    const { stdout } = await asNobody('nice', '-n', '5', process.execPath, ...words);
    expect(JSON.parse(stdout)).toMatchObject({ erreurs: 0 });
  },
);
