import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { type Client, createClient } from '../../../support/client.ts';
import { ownEnvironment } from '../../../support/environment.ts';
import { startTestProgram, type TestProgram } from '../../../support/program.ts';
import { runs } from '../../../support/soak.ts';
import { PATHS, ThemeWorld } from '../../../support/theme-world.ts';
import { until } from '../../../support/until.ts';

/** Processes that are killed. */
const DEATHS = runs(2, 20);
const VITRINE = fileURLToPath(new URL('../../../../src/cli/vitrine.ts', import.meta.url));

let vitrine: TestProgram;
let client: Client;
beforeAll(async () => {
  vitrine = await startTestProgram();
  client = await createClient(vitrine);
});
afterAll(() => vitrine.close());

it('two authors and an editor of one theme lose nothing to the death of a real process either', async () => {
  const address = `http://127.0.0.1:${vitrine.port}`;
  const world = await ThemeWorld.begin(client, address);
  const [author] = world.authors;
  const env = ownEnvironment({ VITRINE_ADRESSE: address, VITRINE_CLE: client.tenant.key });
  for (const delay of fc.sample(fc.integer({ min: 0, max: 60 }), DEATHS)) {
    for (const path of PATHS) await (delay % 2 === 0 ? world.save(author, path, false) : world.put(path, false));
    world.save(author, PATHS[delay % PATHS.length] ?? PATHS[0], false);
    const words = [['recuperer'], ['pousser'], ['resoudre', '--marqueurs'], ['resoudre', '--ici']][delay % 4] ?? [];
    // Something that both sides have changed.
    if (words[0] === 'resoudre') for (const path of PATHS) await world.put(path, false);
    const child = spawn(process.execPath, [VITRINE, ...words], { cwd: author.root, env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const isAtWork = () => child.exitCode !== null || existsSync(join(author.root, '.vitrine/verrou'));
    await until('the command has its lock, or has ended', isAtWork, 60_000, 0);
    await sleep(delay);
    child.kill('SIGKILL');
    await ended;
    world.expectWhole();
  }
  await world.settle();
  await world.expectAgreed();
  await world.expectNothingLost();
});
