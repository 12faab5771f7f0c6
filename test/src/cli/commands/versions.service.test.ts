import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteCommand } from '../../../../src/cli/commands/delete.ts';
import { goBackCommand } from '../../../../src/cli/commands/go-back.ts';
import { pullCommand } from '../../../../src/cli/commands/pull.ts';
import { restore } from '../../../../src/cli/commands/restore.ts';
import { type VersionsOptions, versions } from '../../../../src/cli/commands/versions.ts';
import { type Client, createClient } from '../../../support/client.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../../support/program.ts';
import { createThemeAuthor, type ThemeAuthor } from '../../../support/theme-author.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());

const TEXT = 'sections/texte.liquid';
const STYLE = 'assets/a.css';

/** A site with a draft in its second version, and an author outside of every folder. */
async function scene(): Promise<{ client: Client; author: ThemeAuthor; id: string }> {
  const client = await createClient(vitrine);
  const id = await imported(client, 'Essai');
  await client.lot(id, { ecrire: { [TEXT]: 'deux\n\u001b[31mrouge', [STYLE]: 'a{}' } });
  const environment = { VITRINE_ADRESSE: `http://127.0.0.1:${vitrine.port}`, VITRINE_CLE: client.tenant.key };
  return { client, author: await createThemeAuthor(environment), id };
}

async function imported(client: Client, nom: string): Promise<string> {
  const body = { format: 'service-theme', format_version: 1, nom, fichiers: { ...MINIMAL_THEME, [TEXT]: 'un\n' } };
  return (await client.ask({ method: 'POST', path: '/api/themes/importer', body })).json().themeId;
}

const look = (author: ThemeAuthor, options: VersionsOptions = {}, word: string | undefined = 'Essai') =>
  author.run((context) => versions(context, word, options));

describe('vitrine versions', () => {
  it('lists them, shows a file as it was byte for byte, and what differs between two', async () => {
    const { client, author } = await scene();
    const listed = await look(author);
    expect(listed.result).toMatchObject({
      versions: [
        { numero: 2, moyen: 'lot', chemins: [STYLE, TEXT] },
        { numero: 1, moyen: 'import' },
      ],
    });
    expect(listed.said).toMatch(new RegExp(`^2 .*fichiers enregistrés ensemble +${STYLE}, ${TEXT}$`, 'm'));
    expect(listed.said).toMatch(/^1 .*import d’une archive .* et \d autres$/m);
    expect((await look(author, { avant: '2' })).result).toMatchObject({ versions: [{ numero: 1 }] });

    expect((await look(author, { version: '1' })).said).not.toContain(STYLE);
    expect((await look(author, { version: '1', fichier: TEXT })).said).toBe('un\n');
    const there = await look(author, { version: '1', fichier: STYLE });
    expect(there.refusal?.code).toBe('fichier_introuvable');
    const absent = await look(author, { version: '9' });
    expect([absent.refusal?.code, absent.said]).toEqual([
      'version_introuvable',
      expect.stringContaining('montre celles qui sont gardées'),
    ]);

    const differing = await look(author, { difference: '2' });
    expect(differing.result).toMatchObject({
      ...{ de: 1, a: 2 },
      fichiers: [
        { chemin: STYLE, etat: 'ajouté' },
        { chemin: TEXT, etat: 'modifié' },
      ],
    });
    expect(differing.said).toContain(`--- version 1/${TEXT}\n+++ version 2/${TEXT}\n@@ -1,1 +1,2 @@\n-un\n+deux`);
    // What a file says does not command the terminal.
    expect(differing.said).not.toContain('\u001b');
    const back = await look(author, { difference: '2..1', fichier: STYLE });
    expect(back.result).toMatchObject({ fichiers: [{ chemin: STYLE, etat: 'supprimé' }] });
    expect(await client.list()).toHaveLength(1);
  });

  it.each([
    { version: 'un' },
    { difference: '1' },
    { difference: '1..2..3' },
    { fichier: TEXT },
    { version: '1', avant: '2' },
  ])('a command line with %j is wrong', async (options) => {
    const author = await createThemeAuthor({});
    expect((await look(author, options)).refusal?.exit).toBe(2);
  });
});

describe('vitrine retablir', () => {
  it('gives a theme its files of then, which the folder then takes; of a published theme it asks', async () => {
    const { client, author, id } = await scene();
    await author.run((context) => pullCommand(context, 'Essai', { dossier: 't' }));
    const restored = await author.run((context) => restore(context, '1', { dossier: 't' }));
    expect(restored.refusal).toBe(null);
    expect(restored.said).toContain(`→ ${TEXT}\n  - ${STYLE}`);
    expect(restored.said).toContain('« vitrine recuperer » les amène ici.');
    expect(restored.result).toMatchObject({ version: 1, numero: 3, inchange: false, retablis: [TEXT] });
    await author.run((context) => pullCommand(context, undefined, { dossier: 't' }));
    expect([await author.read(`t/${TEXT}`), await author.read(`t/${STYLE}`)]).toEqual(['un\n', null]);
    const again = await author.run((context) => restore(context, '1', { theme: 'Essai' }));
    expect(again.result).toMatchObject({ numero: 3, inchange: true });

    await client.publish(id);
    const asked = await author.run((context) => restore(context, '2', { theme: 'publie' }), { answer: false });
    expect([asked.refusal?.code, asked.questions]).toEqual(['decline', [expect.stringContaining('2 fichiers')]]);
    expect((await client.stored(id)).map(({ chemin }) => chemin)).not.toContain(STYLE);
    await author.run((context) => restore(context, '2', { theme: 'publie' }), { answer: true });
    expect((await client.stored(id)).map(({ chemin }) => chemin)).toContain(STYLE);
  });
});

describe('vitrine revenir', () => {
  it('publishes what was published before as it was, although both themes have changed since', async () => {
    const { client, author, id } = await scene();
    const goBack = (answer: boolean) => author.run((context) => goBackCommand(context, {}), { answer });
    expect((await goBack(true)).refusal?.code).toBe('aucun_precedent');
    const next = await imported(client, 'Nouveau');
    await client.publish(id);
    await client.publish(next);
    for (const theme of [id, next]) await client.put(theme, TEXT, 'changé depuis');
    const declined = await goBack(false);
    expect(declined.questions).toEqual([expect.stringContaining('à la place de « Nouveau »')]);
    expect(declined.refusal?.code).toBe('decline');
    const back = await goBack(true);
    expect([back.result, back.said]).toMatchObject([{ theme: { id } }, expect.stringContaining('« Essai »')]);
    expect((await client.list()).find(({ role }) => role === 'publie')?.id).toBe(id);
    expect((await client.stored(id)).find(({ chemin }) => chemin === TEXT)?.contenu).toContain('deux');
  });
});

describe('vitrine supprimer', () => {
  it('writes the archive before it deletes a draft, over no other file, and deletes no published theme', async () => {
    const { client, author, id } = await scene();
    const remove = (options = {}, answer = true) =>
      author.run((context) => deleteCommand(context, 'Essai', options), { answer });
    const declined = await remove({}, false);
    expect(declined.questions).toEqual([expect.stringContaining('essai-1.0.0.json')]);
    expect(await author.read('essai-1.0.0.json')).toBe(null);
    await author.write('essai-1.0.0.json', 'un autre');
    expect((await remove()).refusal?.code).toBe('fichier_existe');
    expect(await author.read('essai-1.0.0.json')).toBe('un autre');
    expect((await remove({ archive: 'absent/ici.json' }).catch((error) => error)).code).toBe('ENOENT');
    expect(await client.list()).toHaveLength(1);
    await client.publish(id);
    expect((await remove()).refusal?.code).toBe('theme_publie');

    const other = await imported(client, 'Nouveau');
    await client.publish(other);
    expect((await remove({ archive: 'garde.json' })).refusal).toBe(null);
    expect((await client.list()).map(({ nom }) => nom)).toEqual(['Nouveau']);
    const archive = JSON.parse(await readFile(join(author.folder, 'garde.json'), 'utf8'));
    expect(archive.fichiers[STYLE]).toBe('a{}');
    expect((await client.ask({ method: 'POST', path: '/api/themes/importer', body: archive })).status).toBe(201);
    expect((await remove({ sansArchive: true })).result).toMatchObject({ archive: null });
  });
});
