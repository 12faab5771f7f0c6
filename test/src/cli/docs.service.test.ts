import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import metadata from '../../../package.json' with { type: 'json' };
import { CommandRefusal } from '../../../src/cli/command-refusal.ts';
import { frenchError } from '../../../src/cli/french.ts';
import { type Client, createClient } from '../../support/client.ts';
import { expectRefusal, runHere } from '../../support/operator.ts';
import { type PageReader, pageReader, runsApart } from '../../support/page-reader.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../support/program.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let vitrine: TestProgram;
let client: Client;
let folder: string;
let reader: PageReader;
beforeAll(async () => {
  vitrine = await sharedProgram();
  client = await createClient(vitrine);
  folder = await mkdtemp(join(tmpdir(), 'vitrine-docs-'));
  reader = pageReader(folder, client.tenant.key);
});
afterAll(() => vitrine.close());

/** The files of a theme, in a folder of its own. */
async function writeTheme(name: string): Promise<void> {
  for (const [path, content] of Object.entries(MINIMAL_THEME)) {
    await mkdir(dirname(join(folder, name, path)), { recursive: true });
    await writeFile(join(folder, name, path), content);
  }
}

/** Something to return from, which is a draft afterwards. */
async function publishAnother(): Promise<void> {
  const { themeId } = (await client.themes('POST', { action: 'installer', origine: 'vela' })).json();
  await client.publish(themeId);
}

/** Something to settle. */
async function disagree(): Promise<void> {
  const [theme] = await client.list();
  await client.put(theme?.id ?? '', 'assets/theme.css', '/* du service */');
  await writeFile(join(folder, 'mon-theme/assets/theme.css'), '/* d’ici */');
}

/** Something to push: a changed file, and a new one that is removed after the first time. */
async function edit(turn: number): Promise<void> {
  const added = join(folder, 'mon-theme/assets/ajout.css');
  if (turn === 0) await writeFile(added, 'a{}');
  else await rm(added, { force: true });
  await writeFile(join(folder, 'mon-theme/assets/theme.css'), `/* ${turn} */`);
}

describe('the command-line client', () => {
  it('does what docs/cli.md shows, example by example', async () => {
    const page = await readFile(join(ROOT, 'docs/cli.md'), 'utf8');
    const examples = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, lines = '']) => lines.trim().split('\n'));
    const outcomes = new Map<string, Awaited<ReturnType<PageReader['run']>>>();
    const apart = new Map<string, Awaited<ReturnType<PageReader['runApart']>>>();
    let pushes = 0;
    for (const example of examples) {
      if (example.startsWith('vitrine pousser')) await edit(pushes++);
      if (example.startsWith('vitrine importer brise ')) await writeTheme('brise');
      if (example.includes(' --ici ')) await disagree();
      if (example.startsWith('vitrine revenir')) await publishAnother();
      if (example === 'vitrine recuperer publie --dossier copie') {
        // Its theme was published from the other folder: nobody goes on in it before they know.
        const unnamed = reader.run(['recuperer', '--dossier', 'copie']);
        await expect(unnamed).rejects.toMatchObject({
          code: 'theme_publie',
          message: expect.stringContaining(example),
        });
      }
      const [program, ...words] = example
        // The many files of a whole theme are tried in test/src/cli/verify, theme-tests and format.
        .replace(/^(vitrine (?:verifier|tester|formater)) mon-theme/, '$1 brise')
        .replace('"$ADRESSE"', `http://127.0.0.1:${vitrine.port}`)
        .replace('"$SITE"', client.tenant.slug)
        .split(' ');
      expect(program).toBe('vitrine');
      if (runsApart(words)) {
        apart.set(example, await reader.runApart(words));
        continue;
      }
      outcomes.set(example, await reader.run(words));
    }
    const outcome = (start: string) => [...outcomes].find(([example]) => example.startsWith(start))?.[1];
    expect(outcome('vitrine connexion')?.said).toContain('lisible de vous seul');
    expect(outcome('vitrine lister --json')?.result).toMatchObject({ site: { slug: client.tenant.slug } });
    expect(outcome('vitrine importer brise ')?.said).toContain('« Brise »');
    expect(outcome('vitrine statut --dossier brise')?.said).toContain('les mêmes ici et sur le service');
    expect(outcome('vitrine importer brise.json')?.said).toContain('« Bise »');
    expect(outcome('vitrine ouvrir')?.result).toMatchObject({ adresse: expect.stringContaining('/studio/') });
    expect(outcome('vitrine completion')?.said).toContain('complete -o nosort -F');
    expect(outcome('vitrine pousser --dossier')?.said).toContain('→ assets/theme.css');
    expect(outcome('vitrine pousser --dossier mon-theme --supprimer')?.result).toMatchObject({
      supprimes: ['assets/ajout.css'],
    });
    expect(outcome('vitrine versions --theme Origo')?.result).toMatchObject({
      versions: [{ numero: 2 }, { numero: 1 }],
    });
    const trial = outcome('vitrine deployer mon-theme --brouillon relecture --essai')?.result;
    expect(trial).toMatchObject({ nouveau: true, theme: null, essai: true });
    expect(outcome('vitrine deployer mon-theme --brouillon relecture --site')?.said).toContain('Rien à déployer');
    expect(outcome('vitrine resoudre --dossier')?.said).toContain('Aucun conflit');
    expect(outcome('vitrine resoudre mon-theme')?.said).toContain('✓ assets/theme.css');
    expect(outcome('vitrine versions --difference 1..3')?.said).toMatch(/^\+\+\+ version 3\/assets\/theme\.css$/m);
    expect(outcome('vitrine retablir')?.said).toContain('a de nouveau les fichiers de la version 1');
    expect(outcome('vitrine revenir')?.said).toMatch(/« Origo » .* est publié de nouveau/);
    expect(JSON.parse(await readFile(join(folder, 'vela.json'), 'utf8'))).toMatchObject({ nom: 'Vela' });
    expect(outcome('vitrine formater mon-theme')?.said).toMatch(/fichiers : \d+ mis en forme\.$/);
    expect(outcome('vitrine formater mon-theme --json')?.result).toMatchObject({ formates: [] });
    expect(outcome('vitrine schemas')?.said).toContain('✓ schemas/vitrine.json : vitrine.json');
    const alone = (start: string) => [...apart].find(([example]) => example.startsWith(start))?.[1];
    expect(JSON.parse(alone('vitrine verifier mon-theme --json')?.said ?? '')).toMatchObject({
      dossier: 'brise',
      erreurs: 0,
    });
    expect(alone('vitrine verifier mon-theme --corriger')?.said).toMatch(/^Rien ne se corrige tout seul\.\n/);
    expect(JSON.parse(alone('vitrine tester mon-theme --json')?.said ?? '')).toMatchObject({
      dossier: 'brise',
      echoues: 0,
    });
    expect(alone('vitrine apercu')?.said).toMatch(/Accueil {2}http:\/\/127\.0\.0\.1:\d+\/\n/);
    expect(alone('vitrine suivre')?.said).toContain('Suivi arrêté');
    expect(alone('vitrine langage')?.said).toContain('"serverInfo":{"name":"vitrine"');
    expect([...apart].filter(([, { code }]) => code !== 0)).toEqual([]);
    const themes = (await client.list()).map(({ nom, role }) => `${nom}, ${role}`);
    expect([themes[0], themes.slice(1).sort()]).toEqual([
      'Origo, publie',
      ['Bise, brouillon', 'Brise, brouillon', 'Tempete, brouillon'],
    ]);
  });

  it('reports obstacles as a sentence', async () => {
    await mkdir(join(folder, 'plein/.vitrine'), { recursive: true });
    await writeFile(join(folder, 'plein/.vitrine/base'), '');
    const refusal = await reader.run(['recuperer', 'publie', '--dossier', 'plein']).catch((error) => error);
    expect(refusal).toBeInstanceOf(CommandRefusal);
    expect(refusal.message).toMatch(/\.vitrine\/base n’est pas un dossier/);
  });

  it('speaks French and ends with a code that scripts can use', async () => {
    const { out, err } = await reader.shell(
      'vitrine lister --jsn; echo $?; VITRINE_ADRESSE=http://127.0.0.1:1 VITRINE_CLE=svc_$(printf "x%.0s" {1..43}) vitrine lister --json; echo $?',
    );
    const [usage, refusal, unreachable] = out.trim().split('\n');
    expect([usage, unreachable]).toEqual(['2', '4']);
    expect(JSON.parse(refusal ?? '')).toMatchObject({ erreur: 'injoignable' });
    expect(err).toContain('L’option « --jsn » n’existe pas.\nPeut-être : --json.');
    let [told, complained] = [out, err];
    for (const line of ['recuperer --aide', 'complete -- rec', 'completion --aide', 'init', 'apercu --aide']) {
      const run = await runHere(line.split(' '));
      told += run.out;
      complained += run.err;
    }
    expect(told).toContain('Utilisation : vitrine recuperer [options] [theme]');
    expect(told).toMatch(/^recuperer\tamène ici/m);
    expect(complained).toContain('C’est l’un des thèmes aplomb, cadence');
    expect(`${told}${complained}`).not.toMatch(
      /^\s+at |error:|Usage|display help|default|choices|Shell type|Options:/m,
    );
    expect(`${told}${complained}`).not.toContain('\u001b');
  });

  it('says in a sentence that a Node is too old for it, in a file that a Node of long ago reads', async () => {
    const text = await readFile(join(ROOT, metadata.bin.vitrine), 'utf8');
    const [old, today] = await Promise.all(['es2015', 'esnext'].map((target) => transform(text, { target })));
    expect([old?.code, /\bimport\b/.test(text)]).toEqual([today?.code, false]);
    await writeFile(
      join(folder, 'ancien.cjs'),
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.9.0' } });`,
    );
    const { out, err } = await reader.shell(
      'NODE_OPTIONS="--require ./ancien.cjs" vitrine lister; echo $?; vitrine --version',
    );
    expect(out).toBe(`1\n${metadata.version}\n`);
    expect(err).toMatch(/^vitrine : Il faut Node 24, et celui-ci est Node 20\.9\.0\. .*« npx vitrine ».*\n$/);
  });

  it('finds the theme from inside its folder, names it beside it, and ends quietly when nobody reads what it prints', async () => {
    const inside = await runHere(['verifier'], { folder: join(folder, 'mon-theme/sections') });
    expect(inside.out).toMatch(/^\d+ fichiers : .*\n$/m);
    expectRefusal(
      await runHere(['pousser'], { folder }),
      'Ce dossier ne suit aucun thème. brise, copie, mon-theme en suivent un',
    );
    expectRefusal(await runHere(['apercu'], { folder }), 'Ce dossier n’est pas un thème');
    const { err } = await reader.shell('(vitrine apercu mon-theme --port 0; echo $? >&2) | true');
    expect(err).toMatch(/^0$/m);
    expect(err).not.toMatch(/^\s+at |EPIPE/m);
  });

  it.each([
    ["error: missing required argument 'catalogue'", 'Il manque l’argument <catalogue>.'],
    [
      "error: unknown command 'poser'\n(Did you mean pousser?)",
      'La commande « poser » n’existe pas.\nPeut-être : pousser.',
    ],
    ["error: option '--site <nom>' argument missing", 'L’option « --site <nom> » attend une valeur.'],
    [
      "error: too many arguments for 'lister'. Expected 0 arguments but got 2: a, b.",
      'Trop d’arguments : a, b (0 au plus).',
    ],
    [
      "error: command-argument value 'x' is invalid for argument 'shell'. Allowed choices are zsh, bash.",
      'L’argument <shell> ne prend pas « x ». Valeurs admises : zsh, bash.',
    ],
  ])('%s in French', (english, french) => expect(frenchError(english)).toBe(french));
});
