import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProfileFrame } from '../../../engine/index.ts';
import { query } from '../../support/database.ts';
import {
  createKey,
  createTenant,
  MINIMAL_THEME,
  sharedProgram,
  type Tenant,
  type TestProgram,
} from '../../support/program.ts';
import { publishTheme } from '../../support/published-theme.ts';
import { storeFiles } from '../../support/stored-files.ts';
import { whenIdle } from '../../support/when-idle.ts';

const LOOP =
  '{% for a in (1..9000) %}{% for b in (1..9000) %}{% for c in (1..9000) %}{% endfor %}{% endfor %}{% endfor %}';
const SECTION = `<ul>
{% for n in (1..3) %}
  {% render 'ligne', n: n %}
{% endfor %}</ul>`;

let vitrine: TestProgram;
let site: Tenant & { readonly themeId: string };

beforeAll(async () => {
  vitrine = await sharedProgram();
  const tenant = await createTenant(vitrine.databaseUrl);
  const themeId = await publishTheme(vitrine, tenant.siteId, {
    ...MINIMAL_THEME,
    'templates/page.json': '{"sections":{"p":{"type":"liste"}},"order":["p"]}',
    'sections/liste.liquid': SECTION,
    'snippets/ligne.liquid': "<li>{{ n | append: '.' }}{{ page.titre }}",
  });
  site = { ...tenant, themeId };
  await query(vitrine.databaseUrl, "INSERT INTO pages (site_id, slug, titre) VALUES ($1, 'liste', 'Liste')", [
    site.siteId,
  ]);
});
afterAll(() => vitrine.close());

const ask = (body: object, key = site.key) =>
  vitrine.ask({ path: '/api/themes', method: 'POST', key, body: { action: 'profiler', ...body } });
/** Measures a page with idle processors. */
const profile = (id: string, adresse = '/') =>
  whenIdle(
    async () => {
      const answer = await ask({ id, adresse });
      expect(answer.status).toBe(200);
      return answer.json();
    },
    ({ raison }) => raison === 'occupe',
  );
/** A draft of the site. */
async function draft(files: Readonly<Record<string, string>>): Promise<string> {
  const { rows } = await query(
    vitrine.databaseUrl,
    "INSERT INTO themes (site_id, nom, lignee) VALUES ($1, 'Brouillon', gen_random_uuid()) RETURNING id",
    [site.siteId],
  );
  await storeFiles(vitrine.databaseUrl, site.siteId, rows[0].id, files);
  return rows[0].id;
}
/** What tells a frame, without what it cost. */
const shape = ({ parent, genre, nom, chemin, ligne, colonne, appels }: ProfileFrame) =>
  `${parent} ${genre} ${nom} ${chemin}:${ligne}:${colonne} ×${appels}`;

describe('the profile of a page', () => {
  it('tells each part that was called, by what, from where, how often', async () => {
    const { profil, ms, objets, ...told } = await profile(site.themeId.toUpperCase(), '/liste?demande=merci');
    expect(told).toEqual({ ok: true, adresse: '/liste?demande=merci', statut: 200, raison: null, gabarit: 'page' });
    expect(profil.map(shape)).toEqual([
      'null page templates/page.json templates/page.json:1:1 ×1',
      '0 section liste sections/liste.liquid:1:1 ×1',
      '1 tag {% for n in (1..3) %} sections/liste.liquid:2:1 ×1',
      "2 tag {% render 'ligne', n: n %} sections/liste.liquid:3:3 ×3",
      '3 snippet ligne snippets/ligne.liquid:1:1 ×3',
      "4 tag {{ n | append: '.' }} snippets/ligne.liquid:1:5 ×3",
      '0 layout layout layout/theme.liquid:1:1 ×1',
    ]);
    expect([ms, objets]).toEqual([profil[0].ms, profil[0].objets]);
    expect(ms).toBeGreaterThan(0);
  });

  it('a frame is what it and its children are; an object counts where it was made', async () => {
    const { profil }: { profil: ProfileFrame[] } = await profile(site.themeId, '/liste');
    for (const [index, frame] of profil.entries()) {
      const children = profil.filter(({ parent }) => parent === index);
      const sum = (of: (one: ProfileFrame) => number) => children.reduce((total, one) => total + of(one), 0);
      expect(frame.ms).toBeCloseTo(frame.ms_propres + sum(({ ms }) => ms), 6);
      expect(frame.objets).toBe(frame.objets_propres + sum(({ objets }) => objets));
    }
    const own = (name: string) => profil.find(({ nom }) => nom.includes(name))?.objets_propres;
    // Three turns of the loop; three texts of two characters.
    expect([own('for n'), own('append')]).toEqual([3, 6]);
  });

  it.each([
    ['there is no such page', {}, '/absente', 404, 'gabarit_absent', null, []],
    ['there is no layout', { 'layout/theme.liquid': null }, '/', 503, 'layout_absent', 'index', ['page']],
    [
      'the layout fails',
      { 'layout/theme.liquid': "{% render 'absent' %}" },
      '/',
      503,
      'layout_en_erreur',
      'index',
      ['page', 'section', 'layout', 'tag'],
    ],
    [
      'a section is too long',
      {
        'sections/texte.liquid': `{% for a in (1..9000) %}{% capture x %}{% endcapture %}${'x'.repeat(4_000)}{% endfor %}`,
      },
      '/',
      503,
      'sortie',
      'index',
      ['page', 'section', 'tag', 'tag'],
    ],
  ])('%s: the reason, and what was measured until then', async (_what, files, adresse, statut, raison, gabarit, genres) => {
    const changes = Object.entries<string | null>({ ...MINIMAL_THEME, ...files }).flatMap(([path, text]) =>
      text === null ? [] : [[path, text] as const],
    );
    const themeId = await draft(Object.fromEntries(changes));
    const answer = await profile(themeId, adresse);
    expect(answer).toMatchObject({ ok: true, statut, raison, gabarit });
    expect(answer.profil.map(({ genre }: ProfileFrame) => genre)).toEqual(genres);
  });

  it('of a theme that loops ends as any render does; visitors see their own theme, and no quarantine', async () => {
    const themeId = await draft({ ...MINIMAL_THEME, 'sections/texte.liquid': LOOP });
    // It may have had no processor at all.
    const answer = () => ask({ id: themeId, adresse: '/' });
    const { raison, statut, profil } = (await whenIdle(answer, (one) => one.json().profil.length === 0)).json();
    // Whichever limit a machine of this speed comes to first, or none while others have its processors.
    expect([statut, raison]).toEqual([503, expect.stringMatching(/^(?:temps|objets|occupe)$/)]);
    expect(profil.map(shape)).toContain('1 tag {% for a in (1..9000) %} sections/texte.liquid:1:1 ×1');
    expect((await vitrine.ask({ host: `${site.slug}.localhost` })).text).toContain('bonjour');
    const { text } = await vitrine.ask({ path: '/metrics' });
    // The sandbox is lent to other tests, too.
    for (const id of [themeId, site.themeId]) expect(text).not.toContain(`theme="${id}"`);
  });
});

describe('who may ask', () => {
  const refusal = async (asked: ReturnType<typeof ask>) => [(await asked).status, (await asked).json().error];

  it.each([
    ['no theme of this name', { id: '00000000-0000-4000-8000-000000000000', adresse: '/' }, [404, 'introuvable']],
    ['no address', { id: '00000000-0000-4000-8000-000000000000' }, [400, 'invalid_input']],
    [
      'an address elsewhere',
      { id: '00000000-0000-4000-8000-000000000000', adresse: 'exemple.fr' },
      [400, 'invalid_input'],
    ],
  ])('%s', async (_what, body, expected) => {
    expect(await refusal(ask(body))).toEqual(expected);
  });

  it('nobody for a theme of another site; no key that may only read', async () => {
    const stranger = await createTenant(vitrine.databaseUrl);
    expect(await refusal(ask({ id: site.themeId, adresse: '/' }, stranger.key))).toEqual([404, 'introuvable']);
    const reading = await createKey(vitrine.databaseUrl, site.accountId, { scope: 'lecture' });
    expect(await refusal(ask({ id: site.themeId, adresse: '/' }, reading))).toEqual([403, 'portee_insuffisante']);
  });
});
