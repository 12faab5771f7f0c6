import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { catalogueRoutes, storefrontOf } from '../../src/http/catalogue/catalogue-routes.ts';
import { FontFiles } from '../../src/http/font-files.ts';
import { PublicAddress } from '../../src/http/public-address.ts';
import { COMMON_OPTIONS } from '../../src/http/server-options.ts';
import { readCatalogFrom } from '../../src/themes/catalog.ts';

/** The storefront alone, without a database, over a catalog of the test's own. */
export async function serveStorefront(folder: URL, demos: Readonly<Record<string, string>>) {
  const fonts = await FontFiles.open();
  const app = Fastify({
    ...COMMON_OPTIONS,
    serverFactory: (handler) =>
      createServer((request, response) => {
        if (!fonts.answer(request, response)) handler(request, response);
      }),
  });
  catalogueRoutes(app, {
    storefront: await storefrontOf(await readCatalogFrom(folder), folder),
    demoOf: (id) => demos[id] ?? null,
    sitesDomain: 'sites.exemple.fr',
    publicAddress: new PublicAddress({ baseUrl: undefined, trustProxy: false }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}

/** A catalog of all eight, whose themes and editions say what hostile ones might. */
export function manyThemes(): Readonly<Record<string, unknown>> {
  const theme = (nom: string | undefined, metiers: readonly string[], editions: readonly object[] = []) => ({
    ...(nom !== undefined && { nom }),
    version: '2.0.0',
    pour: 'Pour <tous> & "chacun".',
    traits: ['Un trait', 'Deux traits', 'Trois traits', 'Quatre traits'],
    metiers,
    editions,
  });
  const edition = (id: string, metiers: readonly string[]) => ({
    id,
    nom: `Édition ${id}`,
    pour: 'Pour voir.',
    metiers,
  });
  return {
    'aplomb/config/theme.json': theme('Aplomb', ['artisan', 'restauration'], [edition('un', ['artisan'])]),
    'cadence/config/theme.json': theme('Cadence', ['sport']),
    'epure/config/theme.json': '{',
    'forge/config/theme.json': theme('<b>Forge</b>', ['batiment'], [edition('"><b>x y', ['batiment'])]),
    'origo/config/theme.json': theme(
      'Origo',
      ['restauration', 'artisan'],
      [edition('etabli', ['artisan']), edition('tablee', ['restauration'])],
    ),
    'piazza/config/theme.json': theme(undefined, ['commerce']),
    'scene/config/theme.json': theme('Scène', ['image']),
    'vela/config/theme.json': theme('V'.repeat(80), ['beaute']),
  };
}
