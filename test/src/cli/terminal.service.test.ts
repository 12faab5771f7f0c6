/** A question of a command in a process of its own, whose input ends. */
import { expect, it } from 'vitest';
import { createClient } from '../../support/client.ts';
import { expectRefusal, runVitrine } from '../../support/operator.ts';
import { MINIMAL_THEME, sharedProgram } from '../../support/program.ts';

/** Lets the program take its pipes for a terminal. */
const AT_TERMINAL = { NODE_OPTIONS: '--import=data:text/javascript,process.stdin.isTTY=process.stderr.isTTY=true' };
/** Ctrl-D. */
const END = '\x04';

it('the end of the input just behind a refused answer is no fault: the question has no answer, and behind a good one all is done', async () => {
  const vitrine = await sharedProgram();
  const client = await createClient(vitrine);
  const body = { format: 'service-theme', format_version: 1, nom: 'Essai', fichiers: MINIMAL_THEME };
  const { themeId } = (await client.ask({ method: 'POST', path: '/api/themes/importer', body })).json();
  const environment = { VITRINE_ADRESSE: `http://127.0.0.1:${vitrine.port}`, VITRINE_CLE: client.tenant.key };
  const publish = (input: string) =>
    runVitrine(['publier', themeId], { ...environment, ...AT_TERMINAL }, undefined, input);
  for (const input of [`peut-être\n${END}`, 'peut-être\n'])
    expectRefusal(await publish(input), 'L’entrée est finie et la question reste sans réponse : rien n’a été fait.');
  expect(await client.list()).toMatchObject([{ role: 'brouillon' }]);
  expect((await publish(`oui\n${END}`)).code).toBe(0);
  expect(await client.list()).toMatchObject([{ role: 'publie' }]);
});
