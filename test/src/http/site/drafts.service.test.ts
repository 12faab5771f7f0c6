import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createClient } from '../../../support/client.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../../support/program.ts';

/** What stands in every file of the drafts, but for their assets. */
const SECRET = 'brouillon-secret';

let vitrine: TestProgram;
let client: Client;
/** A site that publishes a theme, with its working draft and another draft. */
let drafts: string[];

beforeAll(async () => {
  vitrine = await sharedProgram();
  client = await createClient(vitrine);
  const published = await client.install();
  for (const [path, content] of Object.entries(MINIMAL_THEME)) await client.put(published, path, content);
  await client.publish(published);
  const working = (await client.themes('POST', { action: 'brouillon' })).json().themeId;
  drafts = [working, await client.install()];
  for (const id of drafts) {
    for (const path of ['layout/theme.liquid', 'sections/texte.liquid', 'snippets/a.liquid']) {
      expect((await client.put(id, path, SECRET)).status).toBe(200);
    }
    expect((await client.put(id, 'templates/seul.json', `{"sections":{},"order":[],"x":"${SECRET}"}`)).status).toBe(
      200,
    );
  }
});
afterAll(() => vitrine.close());

const PARAMETERS = [
  'theme',
  'theme_id',
  'themeId',
  'preview',
  'preview_theme_id',
  'apercu',
  'brouillon',
  'id',
  'version',
];

const addressesOf = (id: string): string[] => [
  '/',
  '/seul',
  ...PARAMETERS.flatMap((name) => [`/?${name}=${id}`, `/?${name}=1`, `/${name}/${id}`, `/${id}/${name}`]),
  `/${id}`,
  `/?theme=${id}&view=seul&section_id=texte`,
  `/themes/${id}/fichiers`,
  `/api/themes/${id}/fichiers?chemin=layout/theme.liquid`,
  ...[
    'theme.liquid',
    'layout/theme.liquid',
    '..%2flayout%2ftheme.liquid',
    '..%2Fsections%2Ftexte.liquid',
    'seul.json',
  ].map((file) => `/theme-assets/${id}/${file}`),
];

it('a draft theme cannot be previewed at any address, by its owner neither', async () => {
  const { tenant } = client;
  const seen: string[] = [];
  for (const id of drafts) {
    for (const path of addressesOf(id)) {
      for (const headers of [
        {},
        {
          authorization: `Bearer ${tenant.key}`,
          cookie: `vitrine_session=x; theme=${id}; preview_theme=${id}; _brouillon=${id}`,
          'x-service-site-cible': tenant.siteId,
          'x-service-theme': id,
        },
      ]) {
        const { status, text } = await vitrine.ask({ host: `${tenant.slug}.localhost`, path, headers });
        if (text.includes(SECRET)) seen.push(path);
        if (path.startsWith('/?')) expect([path, status, text]).toEqual([path, 200, '<main>bonjour</main>']);
      }
    }
    for (const host of [`${id}.localhost`, `${id}.${tenant.slug}.localhost`, `brouillon.${tenant.slug}.localhost`]) {
      if ((await vitrine.ask({ host })).text.includes(SECRET)) seen.push(host);
    }
  }
  expect(seen).toEqual([]);
});

it('of a site that has drafts only nothing shows', async () => {
  const one = await createClient(vitrine);
  const id = await one.install();
  await one.put(id, 'layout/theme.liquid', SECRET);
  for (const path of addressesOf(id)) {
    const { text } = await vitrine.ask({ host: `${one.tenant.slug}.localhost`, path });
    expect([path, text.includes(SECRET)]).toEqual([path, false]);
  }
  await one.publish(id);
  expect((await vitrine.ask({ host: `${one.tenant.slug}.localhost` })).text).toBe(SECRET);
});
