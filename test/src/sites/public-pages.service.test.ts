import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Renderer } from '../../../sandbox/index.ts';
import { DatabaseWatch } from '../../../src/sites/database-watch.ts';
import { LinkEditor } from '../../../src/sites/link-editor.ts';
import { PublicPages } from '../../../src/sites/public-pages.ts';
import { viewAt } from '../../../src/sites/views.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { insertTheme, publishTheme } from '../../../src/storage/themes.ts';
import { freshDatabase, onDatabase, openPools } from '../../support/database.ts';
import { createTenant, MINIMAL_THEME } from '../../support/program.ts';
import { startTestRenderer } from '../../support/renderer.ts';
import { BY_NOBODY } from '../../support/stored-files.ts';

let url: string;
let pool: RolePools;
let renderer: Renderer;

beforeAll(async () => {
  url = await freshDatabase();
  pool = openPools(url, 'vitrine_public');
  renderer = await startTestRenderer({ themeCache: 5 });
});
afterAll(async () => {
  await renderer.close();
  await pool.end();
});

const publish = (siteId: string, text: string) =>
  onDatabase(url, async (client) => {
    const files = { ...MINIMAL_THEME, 'sections/texte.liquid': text };
    const id = await insertTheme(client, {
      siteId,
      name: text,
      version: '1',
      origin: null,
      authorship: BY_NOBODY,
      files,
    });
    await publishTheme(client, siteId, id);
  });

/** A visit of a site's home page, looked up and not yet rendered. */
async function beginVisit() {
  const { siteId, slug } = await createTenant(url);
  await publish(siteId, 'avant');
  const watch = new DatabaseWatch({ look: async () => undefined, log: { warn: () => undefined } });
  const pages = new PublicPages({
    ...{ db: pool, renderer, watch, links: new LinkEditor() },
    originOf: ({ slug }) => `http://${slug}.localhost`,
  });
  const address = { slug, host: `${slug}.localhost` };
  const finding = await pages.lookUp(address);
  if (!finding.answer) throw new Error('no site answers');
  const visit = { address, finding, url: '/', view: viewAt(''), demande: '' as const, nonce: 'n' };
  return { siteId, finish: async () => (await pages.render(visit)).page };
}

it('a theme that is replaced between the look-up and its reading gives the page of the new one', async () => {
  const { siteId, finish } = await beginVisit();
  await publish(siteId, 'après');
  const outcome = await finish();
  expect(outcome.outcome === 'page' && outcome.body.bytes().toString()).toBe('<main>après</main>');
});

it('a site that goes away meanwhile has no page', async () => {
  const { siteId, finish } = await beginVisit();
  await onDatabase(url, (client) => client.query('DELETE FROM sites WHERE id = $1', [siteId]));
  expect(await finish()).toEqual({ outcome: 'none' });
});
