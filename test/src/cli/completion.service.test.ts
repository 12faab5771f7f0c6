import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCommandLine } from '../../../src/cli/command-line.ts';
import { complete } from '../../../src/cli/completion/complete.ts';
import { type Client, createClient } from '../../support/client.ts';
import { ownEnvironment } from '../../support/environment.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../support/program.ts';
import { createThemeAuthor, type ThemeAuthor } from '../../support/theme-author.ts';
import { until } from '../../support/until.ts';

const VITRINE = fileURLToPath(new URL('../../../src/cli/vitrine.ts', import.meta.url));

let vitrine: TestProgram;
let client: Client;
let author: ThemeAuthor;
let environment: Record<string, string>;
beforeAll(async () => {
  vitrine = await sharedProgram();
  client = await createClient(vitrine);
  environment = { VITRINE_ADRESSE: `http://127.0.0.1:${vitrine.port}`, VITRINE_CLE: client.tenant.key };
  author = await createThemeAuthor(environment);
  for (const nom of ['Brise', '$(touch ici)', 'Vela', 'vela', '`touch ici`\n:16']) {
    const body = { format: 'service-theme', format_version: 1, nom, fichiers: MINIMAL_THEME };
    await client.ask({ method: 'POST', path: '/api/themes/importer', body });
  }
});
afterAll(() => vitrine.close());

/** What a Tab behind these words has, without descriptions. */
async function tab(words: readonly string[], more: Record<string, string> = environment): Promise<string[]> {
  let printed = '';
  const context = {
    environment: more,
    workingFolder: author.folder,
    signal: new AbortController().signal,
    terminal: { warn: () => undefined },
  } as unknown as Parameters<typeof complete>[2];
  printed = await complete(await buildCommandLine(['complete', '--', ...words]), words, context);
  return printed.split('\n').map((line) => line.split('\t')[0] ?? '');
}

it.each([
  [['ex'], ['exporter', ':4']],
  [
    ['init', 'v'],
    ['vela', ':4'],
  ],
  [['recuperer', '--dossier', ''], [':16']],
  [['formater', ''], [':16']],
  [
    ['formater', '--ver'],
    ['--verifier', ':4'],
  ],
  [['pousser', '--supprimer', 'a'], [':0']],
  [
    ['lister', '--j'],
    ['--json', ':4'],
  ],
  [['lister', '--json', '--j'], [':4']],
  [
    ['tester', '--re'],
    ['--reglages', ':4'],
  ],
  [['tester', ''], [':16']],
  [
    ['actualiser', '--conflits', ''],
    ['garder', 'catalogue', ':4'],
  ],
  [
    ['completion', 'b'],
    ['bash', ':4'],
  ],
  [
    ['admin', 'cle', 'c'],
    ['creer', ':4'],
  ],
  [
    ['versions', '--fichier=assets/'],
    ['--fichier=assets/a.css', ':4'],
  ],
  [['absente', ''], [':4']],
])('completes %j by %j without the service', async (words, expected) => {
  await author.write('.vitrine/etat.json', '');
  await author.write('assets/a.css', '');
  await author.write('assets/.a.css.swp', '');
  expect(await tab(words, {})).toEqual(expected);
});

it('offers each theme by a word that means it alone and is nothing to a shell; nothing where the service is away', async () => {
  const nowhere = await createThemeAuthor({});
  author = nowhere;
  const short = (await client.list()).filter(({ nom }) => nom !== 'Brise').map(({ id }) => id.slice(0, 8));
  expect((await tab(['publier', ''])).sort()).toEqual([...short, ':4', 'Brise'].sort());
  expect(await tab(['retablir', '3', '--theme', 'Br'])).toEqual(['Brise', ':4']);
  expect(await tab(['exporter', '--theme=Br'])).toEqual(['--theme=Brise', ':4']);
  await client.publish((await client.list()).find(({ nom }) => nom === 'Brise')?.id ?? '');
  expect(await tab(['publier', 'pub'])).toEqual(['publie', ':4']);
  const away = { ...environment, VITRINE_ADRESSE: 'http://127.0.0.1:1' };
  expect(await tab(['publier', ''], away)).toEqual([':4']);
});

it('bash sources the script twice, without bash-completion, and runs nothing of what themes are called', async () => {
  const script = `set -eu
vitrine() { "${process.execPath}" "${VITRINE}" "$@"; }
source <(vitrine completion bash)
source <(vitrine completion bash)
press() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_TYPE=9; _vitrine_complete; printf '<%s>' "\${COMPREPLY[@]}"; echo; }
press vitrine expor
press vitrine publier ''
press vitrine exporter --theme = Bri
press vitrine 'absente;touch ici' ''
complete -p vitrine`;
  const env = ownEnvironment({ HOME: author.folder, ...environment });
  await until('the service answers each Tab within its second', async () => {
    const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', script], { cwd: author.folder, env });
    const [command, themes, joined, none, registered] = stdout.trimEnd().split('\n');
    expect([command, joined, none]).toEqual(['<exporter>', '<Brise>', '<>']);
    expect(themes).toContain('  ($(touch ici), brouillon)>');
    expect(registered).toMatch(/-F _vitrine_complete vitrine/);
    expect([stderr, existsSync(join(author.folder, 'ici'))]).toEqual(['', false]);
  });
});
