import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeCheckSettings, readCheckSettings } from '../../../../src/cli/workspace/check-settings.ts';
import { type ThemeOnDisk, themeOnDisk } from '../../../support/theme-on-disk.ts';

let theme: ThemeOnDisk;
beforeAll(async () => {
  theme = await themeOnDisk();
});
afterAll(() => theme.remove());

const read = async (text: string | Uint8Array) => {
  await theme.write('vitrine.json', text);
  return readCheckSettings(theme.root).catch((error) => [error.code, error.message]);
};

describe('vitrine.json', () => {
  it('turns checks off and sets their gravity, in the theme and in single files', async () => {
    expect(await readCheckSettings(theme.root)).toEqual({ settings: { checks: {}, files: {} }, diagnostics: [] });
    const written = {
      $schema: './vitrine.schema.json',
      verifications: { filtre_inconnu: 'avertissement', gabarit_vide: 'non' },
      fichiers: { 'templates/vieux.json': { section_hors_ordre: 'erreur' } },
    };
    expect(await read(JSON.stringify(written))).toEqual({
      settings: {
        checks: { filtre_inconnu: 'avertissement', gabarit_vide: 'non' },
        files: { 'templates/vieux.json': { section_hors_ordre: 'erreur' } },
      },
      diagnostics: [],
    });
  });

  it('that cannot be used refuses the command, with the place', async () => {
    const refused = async (text: string | Uint8Array) => {
      const [code, sentence] = (await read(text)) as [string, string];
      expect(code).toBe('reglages_invalides');
      return sentence;
    };
    expect(await refused('{ "verifications": {\n  "filtre_inconnu": "nan" } }')).toBe(
      'vitrine.json:2:21 : « filtre_inconnu » doit valoir « non », « avertissement » ou « erreur ».',
    );
    expect(await refused('{ "verifications": { "a": "non", } }')).toMatch(
      /^vitrine\.json:1:34 : Une virgule est de trop/,
    );
    expect(await refused('{ // moi\n}')).toMatch(/^vitrine\.json:1:3 : Le JSON n’admet pas de commentaire/);
    expect(await refused('[]')).toBe('vitrine.json:1:1 : Ce fichier doit être un objet.');
    expect(await refused('{"verifications": []}')).toBe('vitrine.json:1:19 : « verifications » doit être un objet.');
    expect(await refused('{"fichiers": {"a": 1}}')).toBe('vitrine.json:1:20 : « a » doit être un objet.');
    expect(await refused('{"verification": {}}')).toMatch(
      /^vitrine\.json:1:2 : « verification » n’est pas attendu ici/,
    );
    expect(await refused('')).toBe('vitrine.json : Le JSON s’arrête avant sa fin.');
    expect(await refused('['.repeat(100_000))).toMatch(/^vitrine\.json/);
    expect(await refused(' '.repeat(300_000))).toBe('vitrine.json : Le fichier dépasse 262144 caractères.');
    expect(await refused(Uint8Array.of(0xff))).toMatch(/^vitrine\.json : .*UTF-8/);
  });

  it('that is a link is not followed', async () => {
    const other = await themeOnDisk();
    await other.write('a.json', '{}');
    await symlink(join(other.root, 'a.json'), join(other.root, 'vitrine.json'));
    await expect(readCheckSettings(other.root)).rejects.toMatchObject({
      message: 'vitrine.json : C’est un lien symbolique : il n’est pas suivi.',
    });
    await other.remove();
  });

  it('names what is no check, and what no author turns off', () => {
    const { settings, diagnostics } = judgeCheckSettings(
      '{ "verifications": { "filtre_inconu": "non", "liquid_invalide": "non", "__proto__": "non", "nom": "non" } }',
    );
    expect(settings.checks).toEqual({});
    expect(diagnostics.map(({ colonne, code, gravite }) => [colonne, code, gravite])).toEqual([
      [22, 'verification_inconnue', 'avertissement'],
      [46, 'verification_imposee', 'avertissement'],
      [72, 'verification_inconnue', 'avertissement'],
      [92, 'verification_inconnue', 'avertissement'],
    ]);
  });
});
