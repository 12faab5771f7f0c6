import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ThemeDiagnostic, ThemeFiles } from '../../../../engine/index.ts';
import { correctTheme, writeCorrected } from '../../../../src/cli/verify/correct.ts';
import { verify } from '../../../../src/cli/verify/verify.ts';
import { readThemeFolder } from '../../../../src/cli/workspace/theme-folder.ts';
import { runHere } from '../../../support/operator.ts';
import { type ThemeOnDisk, themeOnDisk } from '../../../support/theme-on-disk.ts';

let theme: ThemeOnDisk;
beforeEach(async () => {
  theme = await themeOnDisk('origo');
});
afterEach(() => theme.remove());

const PATH = 'sections/a.liquid';
const textOf = (path: string) => readFile(join(theme.root, path), 'utf8');

const WRONG = "\ufeffé😀\r\n{% # vitrine-ignore filtre_inconu %}\r\n{{ 'a' | nope }}\r\n{% render 'absent' %}";
const RIGHT = "\ufeffé😀\r\n{% # vitrine-ignorer filtre_inconnu %}\r\n{{ 'a' | nope }}\r\n{% render 'absent' %}";

describe('vitrine verifier --corriger', () => {
  it('writes what has one right answer, again until nothing changes, and tells what is left', async () => {
    await theme.write(PATH, WRONG);
    await chmod(join(theme.root, PATH), 0o640);
    const { code, out } = await runHere(['verifier', theme.root, '--corriger']);
    expect(await textOf(PATH)).toBe(RIGHT);
    expect((await stat(join(theme.root, PATH))).mode & 0o777).toBe(0o640);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(`${theme.root}/`, ''));
    expect(lines).toEqual([
      expect.stringMatching(/^sections\/a\.liquid:2:6: corrigé : .* \[commentaire_sans_effet\]$/),
      expect.stringMatching(/^sections\/a\.liquid:2:22: corrigé : .* \[verification_inconnue\]$/),
      '2 corrections dans 1 fichier.',
      expect.stringMatching(/^sections\/a\.liquid:4:11: erreur : .* \[extrait_manquant\]$/),
      expect.stringMatching(/^\d+ fichiers : 1 erreur, 0 avertissement\.$/),
    ]);
    expect(code).toBe(1);
    const again = await verify(theme.root, { corriger: true });
    expect(again.output).toMatch(/^Rien ne se corrige tout seul\.\n/);
    expect(await textOf(PATH)).toBe(RIGHT);
  });

  it('as a trial shows the difference, and writes nothing', async () => {
    await theme.write(PATH, WRONG);
    const { out } = await runHere(['verifier', theme.root, '--essai']);
    expect(await textOf(PATH)).toBe(WRONG);
    expect(out).toContain(`--- avant/${PATH}\n+++ après/${PATH}\n`);
    expect(out).toMatch(/\n-\{% # vitrine-ignore filtre_inconu %\}.*\n\+\{% # vitrine-ignorer filtre_inconnu %\}/);
    expect(out).toMatch(/2:6: à corriger : .*\n.*\n2 corrections dans 1 fichier ; rien n’est écrit\.\n/);
  });

  it('tells programs what was mended', async () => {
    await theme.write(PATH, WRONG);
    const { output } = await verify(theme.root, { corriger: true, essai: true, json: true });
    expect(JSON.parse(output)).toMatchObject({
      erreurs: 1,
      corrections: [{ chemin: PATH, code: 'commentaire_sans_effet' }, { code: 'verification_inconnue' }],
      corriges: [PATH],
      essai: true,
      diagnostics: [{ code: 'extrait_manquant' }],
    });
  });

  it('leaves what the settings turn off, and files behind links', async () => {
    await theme.write(PATH, WRONG);
    await theme.write('vitrine.json', '{ "verifications": { "commentaire_sans_effet": "non" } }');
    await theme.write('ailleurs.txt', WRONG);
    await symlink(join(theme.root, 'ailleurs.txt'), join(theme.root, 'snippets/lien.liquid'));
    await verify(theme.root, { corriger: true });
    expect([await textOf(PATH), await textOf('ailleurs.txt')]).toEqual([WRONG, WRONG]);
  });

  it('leaves a file that somebody else has changed meanwhile', async () => {
    await theme.write(PATH, WRONG);
    await theme.write('sections/b.liquid', WRONG);
    const before = await readThemeFolder(theme.root);
    const files = new Map([...before.files, [PATH, RIGHT], ['sections/b.liquid', RIGHT]]);
    await theme.write(PATH, 'autre');
    const made = { theme: { ...before, files }, done: [], changed: [PATH, 'sections/b.liquid'] };
    expect(await writeCorrected(theme.root, made, before.files)).toEqual(new Set([PATH]));
    expect([await textOf(PATH), await textOf('sections/b.liquid')]).toEqual(['autre', RIGHT]);
  });

  it('does not make a correction that would break its file, nor corrections that go back and forth', async () => {
    await theme.write(PATH, 'a');
    await theme.write('sections/b.liquid', 'a');
    await theme.write('sections/c.liquid', 'a');
    const before = await readThemeFolder(theme.root);
    const found = (chemin: string, code: ThemeDiagnostic['code'], texte?: string): ThemeDiagnostic => ({
      ...{ chemin, code, gravite: 'erreur', message: 'x.' },
      ...(texte !== undefined && { correction: { debut: 0, fin: 1, texte } }),
    });
    /** Finds `a`, of which one correction breaks the file; of a third file corrections have no end. */
    const analysis = {
      async diagnose(_owner: string, read: (bytes: number) => Promise<ThemeFiles | null>) {
        return Object.entries((await read(1e9)) ?? {}).flatMap(([path, text]) => {
          if (text === '{% if %}') return [found(path, 'liquid_invalide')];
          if (path === 'sections/c.liquid') return [found(path, 'filtre_inconnu', text === 'a' ? 'z' : 'a')];
          if (text !== 'a') return [];
          return [found(path, 'filtre_inconnu', path === PATH ? '{% if %}' : 'b')];
        });
      },
    };
    const { theme: after, changed, done } = await correctTheme(analysis, before, { checks: {}, files: {} });
    expect(['a', 'b', 'c'].map((name) => after.files.get(`sections/${name}.liquid`))).toEqual(['a', 'b', 'a']);
    expect([changed, done.map(({ chemin }) => chemin)]).toEqual([['sections/b.liquid'], ['sections/b.liquid']]);
  });
});
