import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pullCommand } from '../../../../src/cli/commands/pull.ts';
import { type UpgradeOptions, upgrade } from '../../../../src/cli/commands/upgrade.ts';
import { type Client, createClient } from '../../../support/client.ts';
import { type MovingCatalog, movingCatalog } from '../../../support/moving-catalog.ts';
import { runHere } from '../../../support/operator.ts';
import { startTestProgram, type TestProgram } from '../../../support/program.ts';
import { createThemeAuthor, type ThemeAuthor } from '../../../support/theme-author.ts';

const AVIS = 'snippets/avis.liquid';
const DATE = 'snippets/date.liquid';

let vitrine: TestProgram;
let catalog: MovingCatalog;
let client: Client;
let author: ThemeAuthor;
let environment: Record<string, string>;
let id: string;

beforeAll(async () => {
  catalog = await movingCatalog();
  vitrine = await startTestProgram({}, { catalog: catalog.url });
  client = await createClient(vitrine);
  environment = { VITRINE_ADRESSE: `http://127.0.0.1:${vitrine.port}`, VITRINE_CLE: client.tenant.key };
  author = await createThemeAuthor(environment);
  id = await client.install();
});
afterAll(async () => {
  await vitrine.close();
  await catalog.remove();
});

const run = (word: string | undefined, options: UpgradeOptions = {}) =>
  author.run((context) => upgrade(context, word, options));
const contentOf = async (themeId: string, path: string) =>
  (await client.stored(themeId)).find(({ chemin }) => chemin === path)?.contenu;

describe('actualiser', () => {
  it('says that a theme is up to date, and what can be wrong with the request', async () => {
    const { said, result, refusal } = await run('Origo');
    expect(refusal).toBe(null);
    expect(said).toMatch(/version installée 1\.1\.0 ; au catalogue, Origo 1\.1\.0\.\n.*est à jour\.$/);
    expect(result).toMatchObject({ a_jour: true });
    expect((await run('Origo', { conflits: 'rien' })).refusal).toMatchObject({ exit: 2 });
  });

  it('shows what both have changed, ends with 3 for a conflict, and changes nothing', async () => {
    await client.put(id, AVIS, (await contentOf(id, AVIS))?.replace('Merci&nbsp;!', 'Grand merci !') ?? '');
    await client.put(id, 'snippets/mien.liquid', 'à moi');
    await client.put(id, DATE, 'la mienne');
    await catalog.set(DATE, 'la leur');
    await catalog.edit(AVIS, 'Merci&nbsp;!', 'Merci beaucoup !');
    await catalog.set('snippets/neuf.liquid', 'neuf');
    await catalog.set('assets/banc.svg', null);
    await catalog.edit('config/theme.json', '"version": "1.1.0"', '"version": "1.2.0"');
    const { said, refusal } = await run('Origo');
    expect(said).toContain('au catalogue, Origo 1.2.0.');
    expect(said).toMatch(
      /Le catalogue a changé :\n {2}~ config\/theme\.json\n {2}\+ snippets\/neuf\.liquid\n {2}- assets\/banc\.svg\n/,
    );
    expect(said).toMatch(/Vous avez changé ; restent tels quels :\n {2}\+ snippets\/mien\.liquid\n/);
    expect(said).toMatch(
      /snippets\/avis\.liquid, ligne 7 : .*\n--- vous\/.*\n\+\+\+ catalogue\/.*\n.*\n-.*Grand merci !.*\n\+.*Merci beaucoup !/,
    );
    expect(refusal).toMatchObject({ code: 'conflit', exit: 3, details: { a_jour: false } });
    expect(await contentOf(id, 'snippets/neuf.liquid')).toBeUndefined();

    const { out, code } = await runHere(['actualiser', id, '--json'], { environment });
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ erreur: 'conflit', origine: { version: '1.2.0' } });
  });

  it('writes it into the draft of the published theme, with the text that is chosen in conflicts', async () => {
    await client.publish(id);
    const { said, result, refusal } = await run('publie', { appliquer: true, conflits: 'catalogue', sauf: [DATE] });
    expect(refusal).toBe(null);
    expect(result).toMatchObject({ applique: { numero: 2 } });
    const { themeId } = (result as { applique: { themeId: string } }).applique;
    expect(said).toContain('est publié : c’est le brouillon de travail du site qui est mis à jour.');
    expect(said).toContain('Dans 1 fichier en conflit, le texte du catalogue est pris.');
    expect(said).toContain('Dans 1 fichier en conflit, votre texte est gardé.');
    expect(await contentOf(themeId, AVIS)).toContain('Merci beaucoup !');
    expect(await contentOf(themeId, 'snippets/mien.liquid')).toBe('à moi');
    expect(await contentOf(themeId, DATE)).toBe('la mienne');
    expect(await contentOf(id, AVIS)).toContain('Grand merci !');
  });

  it('is about the theme that the folder follows', async () => {
    await author.run((context) => pullCommand(context, 'publie', { dossier: 't' }));
    expect((await run(undefined, { dossier: 't' })).said).toContain('est à jour.');
  });
});
