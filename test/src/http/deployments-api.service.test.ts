import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient, refusal } from '../../support/client.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../support/program.ts';

const STYLE = 'assets/a.css';
const PAGE = 'templates/index.json';
const SETTINGS = 'config/settings_data.json';

let vitrine: TestProgram;
let client: Client;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
beforeEach(async () => {
  client = await createClient(vitrine);
});

const open = (more: object, nom = 'Orme (main)') => client.themes('POST', { action: 'deployer', nom, ...more });
const opened = async (more: object, nom?: string): Promise<string> => (await open(more, nom)).json().themeId;
const versions = async (id: string) =>
  (await client.files(id, { query: '?versions' }))
    .json()
    .versions.map((version: Record<string, unknown>) => [version.moyen, version.chemins]);
const contents = async (id: string) =>
  Object.fromEntries((await client.stored(id)).map(({ chemin, contenu }) => [chemin, contenu]));
const deployed = async (nom: string) =>
  (await client.ask({ path: `/api/themes?deploiement=${encodeURIComponent(nom)}` })).json().themes;

describe('the draft of a deployment', () => {
  it('is made once, whatever asks at once, with files that are judged as a lot’s', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => open({ fichiers: MINIMAL_THEME, version: '3.0.0' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.json().themeId)).size).toBe(1);
    const id = answers[0]?.json().themeId;
    expect(await client.list()).toMatchObject([{ id, nom: 'Orme (main)', version: '3.0.0', origine: null }]);
    expect(await deployed('Orme (main)')).toMatchObject([{ id }]);
    expect(Object.keys((await deployed('Orme (main)'))[0]).sort()).toEqual([
      'id',
      'maj_le',
      'nom',
      'origine',
      'role',
      'version',
    ]);
    expect([await deployed('Orme'), await deployed('\0')]).toEqual([[], []]);
    expect(await versions(id)).toEqual([['deploiement', Object.keys(MINIMAL_THEME).sort()]]);

    const { 'layout/theme.liquid': _layout, ...rest } = MINIMAL_THEME;
    const broken = { ...MINIMAL_THEME, 'sections/texte.liquid': '{% if %}' };
    expect(refusal(await open({ fichiers: rest }, 'a'))).toEqual([400, 'fichier_requis_manquant']);
    expect(refusal(await open({ fichiers: broken }, 'b'))).toEqual([400, 'lot_refuse']);
    expect(refusal(await open({}, 'c'))).toEqual([400, 'invalid_input']);
    expect(refusal(await open({ id, fichiers: MINIMAL_THEME }, 'd'))).toEqual([400, 'invalid_input']);
    expect(refusal(await open({ fichiers: MINIMAL_THEME }, '\u200b'))).toEqual([400, 'invalid_input']);
    expect(refusal(await open({ id: '00000000-0000-4000-8000-000000000000' }, 'e'))).toEqual([404, 'introuvable']);
    expect(await client.list()).toHaveLength(1);
  });

  it('goes on as a copy of the published one, with its last deployment as the version before', async () => {
    const first = await opened({ fichiers: { ...MINIMAL_THEME, [STYLE]: 'a{}' } });
    await client.publish(first);
    await client.put(first, STYLE, 'du studio{}');
    expect(refusal(await open({ fichiers: MINIMAL_THEME }))).toEqual([409, 'modifie_entre_temps']);
    const other = await client.install();
    expect(refusal(await open({ id: other }))).toEqual([409, 'modifie_entre_temps']);

    const answers = await Promise.all([1, 2].map(() => open({ id: first })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
    const second = answers[0]?.json().themeId;
    expect(await deployed('Orme (main)')).toMatchObject([{ id: second, role: 'brouillon' }]);
    expect(await versions(second)).toEqual([
      ['copie', [STYLE]],
      ['deploiement', [...Object.keys(MINIMAL_THEME), STYLE].sort()],
    ]);
    expect(await contents(second)).toEqual(await contents(first));
    // A name whose theme is gone is free again.
    await client.ask({ method: 'DELETE', path: `/api/themes?id=${second}` });
    expect(await deployed('Orme (main)')).toEqual([]);
    // What was never deployed has no such version.
    expect(await versions(await opened({ id: other }, 'autre'))).toMatchObject([['copie', expect.any(Array)]]);
  });
});

describe('a lot of a deployment', () => {
  it('marks its version, also where nothing changes, if the theme has still the version that was compared', async () => {
    const id = await opened({ fichiers: MINIMAL_THEME });
    expect((await client.lot(id, { siNumero: 1, deploiement: {} })).json()).toEqual({ ok: true, numero: 2 });
    expect(await versions(id)).toMatchObject([
      ['deploiement', []],
      ['deploiement', expect.any(Array)],
    ]);
    expect(refusal(await client.lot(id, { siNumero: 1, deploiement: {} }))).toEqual([409, 'modifie_entre_temps']);
    expect(refusal(await client.lot(id, { siNumero: 1, ecrire: { [STYLE]: 'a' } }))).toEqual([
      409,
      'modifie_entre_temps',
    ]);
    expect((await client.lot(id, { siNumero: 2, ecrire: { [STYLE]: 'a' } })).json()).toEqual({ ok: true });
    expect(refusal(await client.lot(id, { supprimer: [PAGE], deploiement: {} }))).toEqual([400, 'lot_refuse']);
    const badly = { fusionner: { [PAGE]: '{' } };
    expect(refusal(await client.lot(id, { deploiement: badly }))).toEqual([400, 'lot_refuse']);
    const both = { garder: [PAGE], fusionner: { [PAGE]: '{}' } };
    expect(refusal(await client.lot(id, { deploiement: both }))).toEqual([400, 'invalid_input']);
    expect(await versions(id)).toHaveLength(3);
  });

  it('leaves the site what it keeps, in a version of its own: text, absence, merged text', async () => {
    const id = await opened({ fichiers: { ...MINIMAL_THEME, [SETTINGS]: '{"current":{}}' } });
    await client.lot(id, { ecrire: { [SETTINGS]: '{"current":{"a":1}}' }, supprimer: [] });
    const own = '{"sections":{},"order":[]}';
    const answer = await client.lot(id, {
      ecrire: { [STYLE]: 'b{}', [PAGE]: own, 'templates/page.json': own },
      supprimer: [SETTINGS],
      deploiement: { garder: [SETTINGS, 'templates/page.json', 'templates/blog.json'], fusionner: { [PAGE]: '{}' } },
    });
    expect(answer.json()).toEqual({ ok: true, numero: 4 });
    expect(await versions(id)).toMatchObject([
      ['reglages', [SETTINGS, PAGE, 'templates/page.json']],
      ['deploiement', [STYLE, SETTINGS, PAGE, 'templates/page.json']],
      ['lot', [SETTINGS]],
      ['deploiement', expect.any(Array)],
    ]);
    expect(await contents(id)).toEqual({
      ...MINIMAL_THEME,
      [STYLE]: 'b{}',
      [SETTINGS]: '{"current":{"a":1}}',
      [PAGE]: '{}',
    });
    const then = (await client.files(id, { query: '?version=3' })).json().fichiers;
    expect(then.map(({ chemin }: { chemin: string }) => chemin)).not.toContain(SETTINGS);
  });
});
