import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertSite } from '../../../src/storage/sites.ts';
import { onDatabase, query } from '../../support/database.ts';
import {
  createKey,
  createTenant,
  lentRenderer,
  MINIMAL_THEME,
  sharedProgram,
  type Tenant,
  type TestProgram,
} from '../../support/program.ts';
import { storeFiles } from '../../support/stored-files.ts';
import { until } from '../../support/until.ts';

const INDEX = MINIMAL_THEME['templates/index.json'] ?? '';
/** A theme with a template for every address of a site. */
const SOUND = {
  ...MINIMAL_THEME,
  ...Object.fromEntries(['page', 'blog', 'article', '404'].map((name) => [`templates/${name}.json`, INDEX])),
};

let vitrine: TestProgram;
let tenant: Tenant;
let themeId: string;

beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  themeId = await themeOf(tenant, SOUND);
});
afterAll(() => vitrine.close());

/** A draft of these files, as an import leaves them: unjudged. */
async function themeOf({ siteId }: Tenant, files: Readonly<Record<string, string>>): Promise<string> {
  const { rows } = await query(
    vitrine.databaseUrl,
    "INSERT INTO themes (site_id, nom, lignee) VALUES ($1, 'Essai', gen_random_uuid()) RETURNING id",
    [siteId],
  );
  await storeFiles(vitrine.databaseUrl, siteId, rows[0].id, files);
  return rows[0].id;
}

const ask = (id: string, { key = tenant.key, parameters = '?diagnostics', method = 'GET' } = {}) =>
  vitrine.ask({ path: `/api/themes/${id}/fichiers${parameters}`, key, method });
const told = async (files: Readonly<Record<string, string>>) =>
  (await ask(await themeOf(tenant, { ...SOUND, ...files }))).json().diagnostics;

describe('GET /api/themes/<theme_id>/fichiers?diagnostics', () => {
  it('returns the problems of the theme, sorted by path then place', async () => {
    const id = await themeOf(tenant, {
      ...SOUND,
      'sections/texte.liquid': "é\n{% render 'absent' %}{{ 'theme.css' | asset_url }}",
      'templates/page.json': '{"sections":{},\n"order":["x"]}',
      'assets/autre.css': 'a',
    });
    const answer = await ask(id);
    expect(answer.status).toBe(200);
    const message = expect.stringMatching(/^\S.*\.$/);
    expect(answer.json()).toEqual({
      theme: { id, nom: 'Essai', role: 'brouillon' },
      diagnostics: [
        {
          chemin: 'sections/texte.liquid',
          ligne: 2,
          colonne: 11,
          ligne_fin: 2,
          colonne_fin: 19,
          code: 'extrait_manquant',
          gravite: 'erreur',
          message,
        },
        {
          chemin: 'sections/texte.liquid',
          ligne: 2,
          colonne: 25,
          ligne_fin: 2,
          colonne_fin: 36,
          code: 'ressource_manquante',
          gravite: 'erreur',
          message,
        },
        {
          chemin: 'templates/page.json',
          ligne: 2,
          colonne: 10,
          ligne_fin: 2,
          colonne_fin: 13,
          code: 'section_absente',
          gravite: 'erreur',
          message,
        },
      ],
    });
  });

  it('a theme that is sound: an empty list', async () => {
    expect((await ask(themeId)).json().diagnostics).toEqual([]);
  });

  it('a template that an address of a site needs and the theme lacks: a warning', async () => {
    const { 'templates/blog.json': _blog, ...files } = SOUND;
    const { diagnostics } = (await ask(await themeOf(tenant, files))).json();
    const message = expect.stringContaining('la plateforme montre elle-même les listes du blog');
    expect(diagnostics).toEqual([
      { chemin: 'templates/blog.json', code: 'gabarit_manquant', gravite: 'avertissement', message },
    ]);
  });

  it('an asset counts by its name, whatever it holds', async () => {
    const files = { 'sections/texte.liquid': "{{ 'a.css' | asset_url }}", 'assets/a.css': '{% if' };
    expect(await told(files)).toEqual([]);
  });

  it.each([
    '?diagnostics',
    '?diagnostics=',
    '?diagnostics=non',
    '?diagnostics=1&diagnostics=2',
    '?chemin=x&diagnostics',
  ])('%s asks for them', async (parameters) => {
    expect((await ask(themeId, { parameters })).json()).toHaveProperty('diagnostics');
  });

  it('without the parameter the tree is answered as before', async () => {
    expect((await ask(themeId, { parameters: '' })).json()).toHaveProperty('fichiers');
    expect((await ask(themeId, { parameters: '?chemin=layout/theme.liquid' })).json()).toHaveProperty('fichier');
  });

  it('is open to the scope lecture, also on a suspended site', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    const id = await themeOf(other, MINIMAL_THEME);
    await query(vitrine.databaseUrl, 'UPDATE sites SET suspendu = true WHERE id = $1', [other.siteId]);
    const key = await createKey(vitrine.databaseUrl, other.accountId, { scope: 'lecture' });
    expect((await ask(id, { key })).status).toBe(200);
  });

  it('a theme of another site: 404 introuvable', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    const answer = await ask(themeId, { key: other.key });
    expect([answer.status, answer.json().error]).toEqual([404, 'introuvable']);
  });

  it('names files of a library that the site does not have', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    const store = async ({ siteId }: Tenant) => {
      const { rows } = await query(
        vitrine.databaseUrl,
        `INSERT INTO medias (site_id, nom, type, empreinte, objet, octets, largeur, hauteur)
         SELECT $1, 'a.jpg', 'image/jpeg', sha256(id::text::bytea), encode(sha256(id::text::bytea), 'hex') || '-0123456789abcdef', 1, 1, 1
         FROM (SELECT gen_random_uuid() AS id) i RETURNING id`,
        [siteId],
      );
      return rows[0].id;
    };
    const [own, foreign] = [await store(tenant), await store(other)];
    const layout = { 'layout/theme.liquid': '{{ content_for_layout }}{{ settings.a }}{{ settings.b }}' };
    const schema = ['a', 'b'].map((id) => ({ type: 'image_picker', id, label: id }));
    const current = { a: `/medias/${own}/a.jpg`, b: `/medias/${foreign}/a.jpg` };
    const found = await told({
      ...layout,
      'config/settings_schema.json': JSON.stringify([{ name: 'Images', settings: schema }]),
      'config/settings_data.json': JSON.stringify({ current }, null, 2),
    });
    expect(found).toMatchObject([{ chemin: 'config/settings_data.json', ligne: 4, code: 'media_absent' }]);
  });

  it('without a key: 401', async () => {
    const answer = await vitrine.ask({ path: `/api/themes/${themeId}/fichiers?diagnostics` });
    expect([answer.status, answer.json().error]).toEqual([401, 'unauthorized']);
  });

  it('a theme that is too long to be analysed has one diagnostic that says so; its assets do not count', async () => {
    const long = 'a'.repeat(524_288);
    const many = (folder: string, extension: string) =>
      Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${folder}/f${n}.${extension}`, long]));
    expect(await told(many('assets', 'css'))).toEqual([]);
    expect(await told(many('snippets', 'liquid'))).toEqual([
      { chemin: '', code: 'analyse_interrompue', gravite: 'erreur', message: expect.any(String) },
    ]);
  });

  it('changes nothing', async () => {
    const version = async () =>
      (await query(vitrine.databaseUrl, 'SELECT maj_le::text AS v FROM themes WHERE id = $1', [themeId])).rows[0].v;
    const before = await version();
    await ask(themeId);
    expect(await version()).toBe(before);
  });
});

it('one account with ten sites leaves another account its place', async () => {
  const crowd = await createTenant(vitrine.databaseUrl);
  const themes: { readonly siteId: string; readonly themeId: string }[] = [];
  for (let n = 0; n < 10; n++) {
    const slug = `${crowd.slug}-${n}`;
    const of = { slug, name: slug, state: 'actif', ownerId: crowd.accountId } as const;
    const site = await onDatabase(vitrine.databaseUrl, (client) => insertSite(client, of));
    const siteId = String(site?.id);
    themes.push({ siteId, themeId: await themeOf({ ...crowd, siteId }, SOUND) });
  }
  const renderer = await lentRenderer();
  const diagnose = renderer.diagnose.bind(renderer);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let reading = 0;
  const held = vi.spyOn(renderer, 'diagnose').mockImplementation((owner, read, options) =>
    diagnose(
      owner,
      async (atMost) => {
        reading++;
        await released;
        return read(atMost);
      },
      options,
    ),
  );
  try {
    let refused = 0;
    const asked = [...themes, ...themes].map(async ({ siteId, themeId: id }) => {
      const headers = { 'x-service-site-cible': siteId };
      const { status } = await vitrine.ask({ path: `/api/themes/${id}/fichiers?diagnostics`, key: crowd.key, headers });
      if (status === 503) refused++;
    });
    await until('all are held or refused', () => expect(reading + refused).toBe(asked.length));
    let answered = 0;
    const other = ask(themeId).finally(() => answered++);
    await until('the other one is held too', () => expect(reading + refused + answered).toBe(asked.length + 1));
    release();
    expect((await other).status).toBe(200);
    await Promise.all(asked);
    expect(refused).toBe(asked.length - 4);
  } finally {
    release();
    held.mockRestore();
  }
});
