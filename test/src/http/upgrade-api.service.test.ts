import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withConnection } from '../../../src/storage/database.ts';
import { upsertFiles } from '../../../src/storage/theme-files.ts';
import { beginVersion } from '../../../src/storage/themes.ts';
import { type Client, createClient, refusal } from '../../support/client.ts';
import type { Answer } from '../../support/http.ts';
import { type MovingCatalog, movingCatalog } from '../../support/moving-catalog.ts';
import { MINIMAL_THEME, startTestProgram, type TestProgram } from '../../support/program.ts';
import { until } from '../../support/until.ts';

let vitrine: TestProgram;
let catalog: MovingCatalog;
let client: Client;
beforeAll(async () => {
  catalog = await movingCatalog();
  vitrine = await startTestProgram({}, { catalog: catalog.url });
});
beforeEach(async () => {
  client = await createClient(vitrine);
});
afterEach(() => catalog.reset());
afterAll(async () => {
  await vitrine.close();
  await catalog.remove();
});

const CSS = 'assets/theme.css';
const FAQ = 'sections/faq.liquid';
const AVIS = 'snippets/avis.liquid';
const PAGE = 'templates/404.json';

const upgrade = (id: string, more: object = {}): Promise<Answer> =>
  client.themes('POST', { action: 'actualiser', id, ...more });
const apply = (id: string, more: object = {}) => upgrade(id, { appliquer: true, ...more });
const statesOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries(
    answer.json().fichiers.map(({ chemin, etat }: { chemin: string; etat: string }) => [chemin, etat]),
  );
const contents = async (id: string): Promise<Record<string, string>> =>
  Object.fromEntries((await client.stored(id)).map(({ chemin, contenu }) => [chemin, contenu]));
const versionsOf = async (id: string) => (await client.files(id, { query: '?versions' })).json().versions;

/** Changes a file of a theme as its owner. */
async function own(id: string, path: string, from: string, to: string): Promise<void> {
  const text = (await contents(id))[path] ?? '';
  expect(text).toContain(from);
  expect((await client.put(id, path, text.replace(from, to))).status).toBe(200);
}

/** A theme that its owner has changed, and a catalog that has gone on: a file for each thing that can happen. */
async function scene(): Promise<string> {
  const id = await client.install();
  await own(id, 'snippets/date.liquid', '<time', '<time class="mien"');
  await client.put(id, 'snippets/mien.liquid', 'à moi');
  await own(id, FAQ, '"default": "Questions"', '"default": "Vos questions"');
  await own(id, FAQ, '<details', '<details class="mien"');
  await own(id, AVIS, 'Merci&nbsp;!', 'Grand merci !');
  await client.files(id, { method: 'DELETE', query: '?chemin=assets/chaise.svg' });
  await own(id, 'assets/table.svg', '<svg', '<svg data-mien=""');
  await own(id, PAGE, '"Nous écrire"', '"M’écrire"');

  await catalog.edit(CSS, '{', '{ /* plus récent */');
  await catalog.edit(
    FAQ,
    '"settings": [\n    { "type": "text", "id": "repere"',
    '"settings": [\n    { "type": "checkbox", "id": "neuf", "label": "Neuf" },\n    { "type": "text", "id": "repere"',
  );
  await catalog.edit(FAQ, '<div class="prose">', '<div class="prose neuf">');
  await catalog.edit(AVIS, 'Merci&nbsp;!', 'Merci beaucoup !');
  await catalog.set('snippets/neuf.liquid', 'neuf');
  await catalog.set('assets/banc.svg', null);
  await catalog.set('assets/table.svg', null);
  await catalog.edit('assets/chaise.svg', '<svg', '<svg data-neuf=""');
  await catalog.edit(PAGE, '"/#contact"', '"/contact"');
  await catalog.edit('config/theme.json', '"version": "1.1.0"', '"version": "1.2.0"');
  return id;
}

const STATES = {
  'assets/banc.svg': 'retire',
  'assets/chaise.svg': 'conflit',
  'assets/table.svg': 'conflit',
  [CSS]: 'catalogue',
  'config/theme.json': 'catalogue',
  [FAQ]: 'fusionne',
  [AVIS]: 'conflit',
  'snippets/date.liquid': 'proprietaire',
  'snippets/mien.liquid': 'proprietaire',
  'snippets/neuf.liquid': 'ajoute',
  [PAGE]: 'fusionne',
};

describe('a catalog upgrade', () => {
  it('has nothing to do for a theme just installed, and tells what its owner has changed', async () => {
    const made = await client.themes('POST', { action: 'installer', origine: 'origo', edition: 'rivage' });
    const { themeId } = made.json();
    const copy = (await client.themes('POST', { action: 'dupliquer', id: themeId })).json().themeId;
    for (const id of [themeId, copy]) {
      const answer = await upgrade(id);
      expect(answer.status).toBe(200);
      expect(answer.json()).toEqual({
        ok: true,
        theme: { id, nom: expect.stringContaining('Origo'), role: 'brouillon' },
        origine: { id: 'origo', nom: 'Origo', version: '1.1.0' },
        installee: '1.1.0',
        a_jour: true,
        fichiers: [
          { chemin: 'config/settings_data.json', etat: 'proprietaire', catalogue: null, proprietaire: 'modifie' },
        ],
      });
      expect((await apply(id)).json().applique).toBeUndefined();
      expect(await versionsOf(id)).toHaveLength(1);
    }
  });

  it('tells what the catalog, the owner, and both have changed, and writes nothing unless it is asked to', async () => {
    const id = await scene();
    const before = await contents(id);
    const answer = await upgrade(id);
    expect(answer.json()).toMatchObject({ a_jour: false, installee: '1.1.0', origine: { version: '1.2.0' } });
    expect(statesOf(answer)).toEqual(STATES);
    const files = answer.json().fichiers;
    const file = (path: string) => files.find(({ chemin }: { chemin: string }) => chemin === path);
    expect(file(AVIS).conflits).toEqual([
      {
        ligne: 7,
        original: expect.stringContaining('Merci&nbsp;!'),
        proprietaire: expect.stringContaining('Grand merci !'),
        catalogue: expect.stringContaining('Merci beaucoup !'),
      },
    ]);
    expect(file('assets/table.svg')).toMatchObject({
      ...{ catalogue: 'retire', proprietaire: 'modifie' },
      conflits: [{ catalogue: null, proprietaire: expect.stringContaining('data-mien') }],
    });
    expect(file('assets/chaise.svg')).toMatchObject({
      catalogue: 'modifie',
      proprietaire: 'retire',
      conflits: [{ proprietaire: null }],
    });
    expect(await contents(id)).toEqual(before);
  });

  it('is one version of the draft: merged, the owner’s text kept in conflicts, and up to date from then on', async () => {
    const id = await scene();
    const before = await contents(id);
    const [{ numero }] = await versionsOf(id);
    const answer = await apply(id);
    expect(answer.json()).toMatchObject({ a_jour: false, applique: { themeId: id, numero: numero + 1 } });
    const after = await contents(id);
    expect(after[CSS]).toContain('plus récent');
    expect(after['snippets/neuf.liquid']).toBe('neuf');
    expect(after).not.toHaveProperty('assets/banc.svg');
    for (const path of [
      AVIS,
      'assets/table.svg',
      'snippets/date.liquid',
      'snippets/mien.liquid',
      'templates/index.json',
    ])
      expect(after[path]).toBe(before[path]);
    expect(after).not.toHaveProperty('assets/chaise.svg');
    expect(after[FAQ]).toContain('<details class="mien"');
    expect(after[FAQ]).toContain('<div class="prose neuf">');
    const schema = JSON.parse(/schema %\}(.*)\{% endschema/s.exec(after[FAQ] ?? '')?.[1] ?? '');
    expect(schema.settings.slice(0, 2)).toMatchObject([{ id: 'neuf' }, { id: 'repere', default: 'Vos questions' }]);
    expect(JSON.parse(after[PAGE] ?? '').sections.introuvable.settings).toEqual({
      lien_texte: 'M’écrire',
      lien_url: '/contact',
    });

    const [version] = await versionsOf(id);
    expect(version).toMatchObject({ numero: numero + 1, moyen: 'actualisation', auteur: expect.any(String) });
    expect(version.chemins).toEqual(['assets/banc.svg', CSS, 'config/theme.json', FAQ, 'snippets/neuf.liquid', PAGE]);
    const again = await apply(id);
    expect(again.json()).toMatchObject({ a_jour: true, installee: '1.1.0' });
    expect(again.json().applique).toBeUndefined();
    expect(new Set(Object.values(statesOf(again)))).toEqual(new Set(['proprietaire']));
    expect(await contents(id)).toEqual(after);
  });

  it('is offered again after a return to a version of before it, and not after a return to it', async () => {
    const id = await scene();
    const { numero } = (await apply(id)).json().applique;
    const restore = async (retablir: number) => (await client.files(id, { method: 'PUT', body: { retablir } })).status;
    expect(await restore(numero - 1)).toBe(200);
    const offered = await upgrade(id);
    expect(offered.json().a_jour).toBe(false);
    expect(statesOf(offered)).toEqual(STATES);
    expect(await restore(numero)).toBe(200);
    expect((await upgrade(id)).json().a_jour).toBe(true);
  });

  it('takes the catalog’s text in the conflicts where that is chosen', async () => {
    const id = await scene();
    const before = await contents(id);
    const { status } = await apply(id, {
      conflits: 'catalogue',
      resolutions: { [AVIS]: 'garder', 'assets/jamais-vu.svg': 'garder' },
    });
    expect(status).toBe(200);
    const after = await contents(id);
    expect(after[AVIS]).toBe(before[AVIS]);
    expect(after['assets/chaise.svg']).toContain('data-neuf');
    expect(after).not.toHaveProperty('assets/table.svg');
    expect(after[FAQ]).toContain('<details class="mien"');
  });

  it('of the published theme goes to the working draft, which is made only then', async () => {
    const id = await scene();
    await client.publish(id);
    const before = await contents(id);
    expect((await upgrade(id)).json()).toMatchObject({ theme: { id, role: 'publie' } });
    expect(await client.list()).toHaveLength(1);
    const { themeId } = (await apply(id)).json().applique;
    expect(themeId).not.toBe(id);
    expect((await contents(themeId))['snippets/neuf.liquid']).toBe('neuf');
    expect(await contents(id)).toEqual(before);
    // The draft that is there is the one that is merged, whatever it is asked for.
    await own(themeId, CSS, 'plus récent', 'plus récent, le mien');
    await catalog.edit('snippets/date.liquid', "{%- if jour == '1' %}", "{%- if jour == '01' %}");
    expect((await upgrade(id)).json()).toMatchObject({ theme: { id: themeId }, a_jour: false });
    expect((await apply(id)).json().applique.themeId).toBe(themeId);
    expect((await contents(themeId))['snippets/date.liquid']).toMatch(/jour == '01'.*class="mien"/s);
    expect((await contents(themeId))[CSS]).toContain('le mien');
    expect((await client.list()).map(({ role }) => role)).toEqual(['publie', 'brouillon']);
  });

  /** Applies an upgrade; once it is merged and waits for the draft's lock, somebody else does something with the draft. */
  const appliedWhile = (id: string, meanwhile: (other: pg.Client) => Promise<unknown>): Promise<Answer> =>
    withConnection('DATABASE_URL', vitrine.databaseUrl, async (other) => {
      await other.query('BEGIN');
      await other.query('SELECT FROM themes WHERE site_id = $1 AND id = $2 FOR UPDATE', [client.tenant.siteId, id]);
      const applying = apply(id);
      const waiting =
        "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      await until('somebody waits for the lock', async () =>
        expect((await client.sql(waiting)).rows.length).toBeGreaterThan(0),
      );
      await meanwhile(other);
      await other.query('COMMIT');
      return applying;
    });

  it('never reaches a theme that is published while it is merged', async () => {
    const id = await scene();
    const before = await contents(id);
    const answer = await appliedWhile(id, (other) =>
      other.query("UPDATE themes SET role = 'publie' WHERE id = $1", [id]),
    );
    expect(refusal(answer)).toEqual([409, 'modifie_entre_temps']);
    expect(await contents(id)).toEqual(before);
  });

  it('is merged again with what is written while it is merged', async () => {
    const id = await scene();
    const answer = await appliedWhile(id, async (other) => {
      const authorship = { auteur: null, moyen: 'lot' } as const;
      const version = await beginVersion(other, client.tenant.siteId, id, authorship);
      await upsertFiles(
        other,
        version,
        new Map([
          [CSS, 'a{}'],
          ['snippets/date.liquid', 'écrit entre-temps'],
        ]),
      );
    });
    expect(answer.status).toBe(200);
    expect(statesOf(answer)).toMatchObject({ [CSS]: 'conflit' });
    const after = await contents(id);
    expect(after['snippets/date.liquid']).toBe('écrit entre-temps');
    expect(after[CSS]).toBe('a{}');
    expect(after['snippets/neuf.liquid']).toBe('neuf');
  });

  it('takes changes that together are no theme file for a conflict', async () => {
    await catalog.set('snippets/date.liquid', '{% if date %}\n1\n2\n3\n{% endif %}\n');
    const id = await client.install();
    await client.put(id, 'snippets/date.liquid', '1\n2\n3\n');
    await catalog.set('snippets/date.liquid', '{% if date %}\n1\n2\n{% else %}\n3\n{% endif %}\n');
    const answer = await apply(id);
    expect(statesOf(answer)).toEqual({ 'snippets/date.liquid': 'conflit' });
    expect((await contents(id))['snippets/date.liquid']).toBe('1\n2\n3\n');
  });

  it('is refused where there is nothing to merge on', async () => {
    const archive = { format: 'service-theme', format_version: 1, nom: 'Essai', fichiers: MINIMAL_THEME };
    const { themeId } = (await client.ask({ method: 'POST', path: '/api/themes/importer', body: archive })).json();
    expect(refusal(await upgrade(themeId))).toEqual([404, 'sans_origine']);
    expect(refusal(await upgrade('00000000-0000-4000-8000-000000000000'))).toEqual([404, 'introuvable']);
    const id = await client.install();
    await client.sql('UPDATE themes SET original = NULL WHERE id = $1', [id]);
    expect(refusal(await apply(id))).toEqual([409, 'original_inconnu']);
    await client.publish(themeId);
    await client.themes('POST', { action: 'brouillon' });
    await client.publish(id);
    expect(refusal(await apply(id))).toEqual([409, 'brouillon_d_un_autre']);
    for (const body of [{ conflits: 'rien' }, { resolutions: { a: 'moi' } }, { appliquer: 'oui' }])
      expect(refusal(await upgrade(id, body))).toEqual([400, 'invalid_input']);
  });
});
