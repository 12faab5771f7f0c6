import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../support/client.ts';
import { startTestProgram, type TestProgram } from '../../support/program.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let vitrine: TestProgram;
let client: Client;
let folder: string;
beforeAll(async () => {
  vitrine = await startTestProgram();
  client = await createClient(vitrine);
  folder = await mkdtemp(join(tmpdir(), 'vitrine-docs-'));
});
afterAll(() => vitrine.close());

/** Runs a line of a shell as an author would, the key on the standard input. */
const shell = (line: string): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const script = `vitrine() { "${process.execPath}" "${ROOT}/src/cli/vitrine.ts" "$@"; }\n${line}`;
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      ADRESSE: `http://127.0.0.1:${vitrine.port}`,
      SITE: client.tenant.slug,
    };
    const child = execFile('bash', ['-c', script], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
    child.stdin?.end(`${client.tenant.key}\n`);
  });

describe('the command-line client', () => {
  it('does what docs/cli.md shows, example by example', async () => {
    const page = await readFile(join(ROOT, 'docs/cli.md'), 'utf8');
    const examples = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, lines = '']) => lines.trim().split('\n'));
    const outputs = new Map<string, string>();
    let pushes = 0;
    for (const example of examples) {
      if (example.startsWith('vitrine pousser')) await edit(pushes++);
      const { code, out, err } = await shell(example);
      expect([example, code, err]).toEqual([example, 0, '']);
      expect(out).not.toContain('\u001b');
      outputs.set(example, out);
    }
    const said = (start: string) => [...outputs].find(([example]) => example.startsWith(start))?.[1];
    expect(said('vitrine connexion')).toContain('lisible de vous seul');
    expect(JSON.parse(said('vitrine lister --json') ?? '')).toMatchObject({ site: { slug: client.tenant.slug } });
    expect(said('vitrine pousser --dossier')).toContain('→ assets/theme.css');
    expect(JSON.parse(said('vitrine pousser --dossier mon-theme --supprimer') ?? '')).toMatchObject({
      supprimes: ['assets/ajout.css'],
    });
    expect(said('vitrine completion')).toContain('complete');
    expect((await client.list()).map(({ role }) => role)).toEqual(['publie']);
  });

  /** Something to push: a changed file, and a new one that is removed after the first time. */
  async function edit(turn: number): Promise<void> {
    const added = join(folder, 'mon-theme/assets/ajout.css');
    if (turn === 0) await writeFile(added, 'a{}');
    else await rm(added, { force: true });
    await writeFile(join(folder, 'mon-theme/assets/theme.css'), `/* ${turn} */`);
  }

  it('speaks French and ends with a code that scripts can use', async () => {
    const help = await shell('vitrine recuperer --aide; vitrine');
    expect(help.out).toContain('Utilisation : vitrine recuperer [options] [theme]');
    expect(help.out).toContain('Codes de fin');
    expect(help.out).not.toMatch(/Usage|display help|Commands:/);
    const codes = 'vitrine recuperre; echo $?; vitrine lister --jsn; echo $?; VITRINE_ADRESSE=http://127.0.0.1:1 VITRINE_CLE=svc_$(printf "x%.0s" {1..43}) vitrine lister --json; echo $?; vitrine pousser; echo $?';
    const { out, err } = await shell(codes);
    const [unknown, option, refused, unreachable, unfollowed] = out.trim().split('\n');
    expect([unknown, option, unreachable, unfollowed]).toEqual(['2', '2', '4', '1']);
    expect(JSON.parse(refused ?? '')).toMatchObject({ erreur: 'injoignable' });
    expect(err).toContain('La commande « recuperre » n’existe pas.\nPeut-être : recuperer.');
    expect(err).toContain('L’option « --jsn » n’existe pas.\nPeut-être : --json.');
    expect(err).toContain('Ce dossier ne suit aucun thème');
    expect(err).not.toMatch(/^\s+at |error:/m);
  });
});
