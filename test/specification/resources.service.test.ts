import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from '../support/program.ts';

/** A test for each row of the tables under "Resources and their fields" that the API shows. */

let vitrine: TestProgram;
let tenant: Tenant;
let themeId: string;
beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  themeId = (await ask('POST', '/api/themes', { action: 'installer', origine: 'origo' })).json().themeId;
});
afterAll(() => vitrine.close());

const ask = (method: string, path: string, body?: unknown) => vitrine.ask({ method, path, key: tenant.key, body });
const write = (chemin: string, contenu: string) => ask('PUT', `/api/themes/${themeId}/fichiers`, { chemin, contenu });
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

describe('Site', () => {
  it('id uuid, slug string, nom string, and nothing else', async () => {
    const { site } = (await ask('GET', '/api/themes')).json();
    expect(site).toEqual({ id: tenant.siteId, slug: tenant.slug, nom: expect.any(String) });
    expect(site.id).toMatch(UUID);
  });
});

describe('Theme', () => {
  const theme = async () =>
    (await ask('GET', '/api/themes')).json().themes.find(({ id }: { id: string }) => id === themeId);

  it('id, nom, version, role, origine, maj_le; issu_de is not returned', async () => {
    expect(await theme()).toEqual({
      id: expect.stringMatching(UUID),
      nom: 'Origo',
      version: expect.stringMatching(/^.{1,20}$/),
      role: 'brouillon',
      origine: 'origo',
      maj_le: expect.stringMatching(TIMESTAMP),
    });
  });

  it('version: never changed by the API', async () => {
    const { version } = await theme();
    await ask('PATCH', '/api/themes', { id: themeId, nom: 'Autre', version: '9.9.9' });
    expect(await theme()).toMatchObject({ nom: 'Autre', version });
  });

  it('maj_le: rewritten on every file write and every publication; not by a new name; orders the list', async () => {
    const second = (await ask('POST', '/api/themes', { action: 'installer', origine: 'origo' })).json().themeId;
    const first = (await theme()).maj_le;
    await ask('PATCH', '/api/themes', { id: themeId, nom: 'Encore' });
    expect((await theme()).maj_le).toBe(first);
    await write('assets/ordre.css', '');
    const written = (await theme()).maj_le;
    expect(written > first).toBe(true);
    const ids = async () => (await ask('GET', '/api/themes')).json().themes.map(({ id }: { id: string }) => id);
    expect((await ids()).slice(0, 2)).toEqual([themeId, second]);
    await ask('PATCH', '/api/themes', { id: second, publier: true });
    expect((await ids())[0]).toBe(second);
    await ask('PATCH', '/api/themes', { id: themeId, publier: true });
    expect((await theme()).maj_le > written).toBe(true);
  });
});

describe('Theme file', () => {
  it('octets: size of the content in UTF-8 bytes; empreinte: lowercase hex SHA-256; maj_le: last write', async () => {
    const content = 'é€😀\r\n';
    await write('assets/champs.css', content);
    const { fichiers } = (await ask('GET', `/api/themes/${themeId}/fichiers`)).json();
    const file = fichiers.find(({ chemin }: { chemin: string }) => chemin === 'assets/champs.css');
    expect(file).toEqual({
      chemin: 'assets/champs.css',
      octets: Buffer.byteLength(content),
      empreinte: createHash('sha256').update(content).digest('hex'),
      maj_le: expect.stringMatching(TIMESTAMP),
    });
  });

  it('contenu: the empty string is valid', async () => {
    expect((await write('snippets/vide.liquid', '')).status).toBe(200);
    const { fichier } = (await ask('GET', `/api/themes/${themeId}/fichiers?chemin=snippets/vide.liquid`)).json();
    expect(fichier.contenu).toBe('');
  });
});

describe('Path rules', () => {
  it.each([
    ['layout', 'theme2.liquid', '{{ content_for_layout }}'],
    ['sections', 'a.liquid', ''],
    ['snippets', 'a.liquid', ''],
    ['assets', 'a.css', ''],
    ['assets', 'a.svg', ''],
    ['config', 'a.json', '{}'],
    ['templates', 'a.json', '{}'],
  ])('folders and extensions: %s %s', async (folder, name, content) => {
    expect((await write(`${folder}/${name}`, content)).status).toBe(200);
    for (const extension of ['liquid', 'css', 'svg', 'json', 'js', 'LIQUID', 'html']) {
      const admitted = {
        layout: ['liquid'],
        sections: ['liquid'],
        snippets: ['liquid'],
        assets: ['css', 'svg'],
        config: ['json'],
        templates: ['json'],
      }[folder];
      if (admitted?.includes(extension)) continue;
      const refused = await write(`${folder}/b.${extension}`, '{}');
      expect([refused.status, refused.json().error], `${folder} ${extension}`).toEqual([400, 'extension']);
    }
  });

  it.each(['a.css', '1.css', 'A-b_c.d.css'])('file name: %s', async (name) => {
    expect((await write(`assets/${name}`, '')).status).toBe(200);
  });
  it.each([
    '.css',
    '_a.css',
    '-a.css',
    'a b.css',
    'a%20.css',
    'à.css',
    'a\u0000.css',
  ])('file name: not %j', async (name) => {
    expect((await write(`assets/${name}`, '')).status).toBe(400);
  });

  it.each([
    '/assets/exact.css',
    './assets/exact.css',
    'assets//exact.css',
    'Assets/exact.css',
    'assets/EXACT.css',
  ])('path comparison on read and delete is exact: %s is another path', async (path) => {
    await write('assets/exact.css', 'là');
    const url = `/api/themes/${themeId}/fichiers?chemin=${encodeURIComponent(path)}`;
    expect((await ask('GET', url)).json().error).toBe('fichier_introuvable');
    expect((await ask('DELETE', url)).json()).toEqual({ ok: true });
    expect((await ask('GET', `/api/themes/${themeId}/fichiers?chemin=assets/exact.css`)).status).toBe(200);
  });
});

describe('Syntax checks', () => {
  const refusal = async (chemin: string, contenu: string) => {
    const { status, json } = await write(chemin, contenu);
    const { error, ligne, colonne } = json();
    return [status, error, ligne, colonne];
  };

  it('.json must parse as JSON, with the place', async () => {
    expect(await refusal('templates/s.json', '{\n  "a": nul\n}')).toEqual([400, 'syntaxe', 2, expect.any(Number)]);
  });
  it('.json that ends early: no place', async () => {
    expect(await refusal('templates/s.json', '{"a": ')).toEqual([400, 'syntaxe', undefined, undefined]);
    expect(await refusal('templates/s.json', '')).toEqual([400, 'syntaxe', undefined, undefined]);
  });
  it('.liquid: Liquid analysis, with the place', async () => {
    expect(await refusal('snippets/s.liquid', 'a\nb {% if %}')).toEqual([400, 'syntaxe', 2, expect.any(Number)]);
  });
  it('.liquid of a section: the JSON inside {% schema %} too, its place in the whole file', async () => {
    const source = 'a\n{% schema %}\n{ "name": x }\n{% endschema %}';
    expect(await refusal('sections/s.liquid', source)).toEqual([400, 'syntaxe', 3, expect.any(Number)]);
  });
  it('.css and .svg: none', async () => {
    expect(await refusal('assets/s.css', '{% if %} }{')).toEqual([200, undefined, undefined, undefined]);
    expect(await refusal('assets/s.svg', '<svg')).toEqual([200, undefined, undefined, undefined]);
  });
  it('syntax, not meaning: an unknown variable, a missing snippet', async () => {
    const source = "{{ inconnue }}{% render 'absent' %}";
    expect(await refusal('snippets/sens.liquid', source)).toEqual([200, undefined, undefined, undefined]);
  });
});
