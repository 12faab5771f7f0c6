import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { isReservedSlug } from '../../../src/text/site-slugs.ts';

const HOSTS = { sitesDomain: 'sites.test', platformHost: 'plateforme.sites.test' };

it('no owner gets a slug that is a page of the studio: it would stand where the page of the site should', async () => {
  const routes = await readFile('src/http/studio/studio-routes.ts', 'utf8');
  const pages = [...routes.matchAll(/`\$\{STUDIO_PATH\}\/([a-z-]+)`/g)].map(([, name]) => String(name));
  expect(pages).toEqual(expect.arrayContaining(['nouveau', 'cles', 'compte', 'pieces']));
  expect(pages.filter((slug) => !isReservedSlug(slug, HOSTS))).toEqual([]);
});
