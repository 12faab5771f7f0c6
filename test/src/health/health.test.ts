import { afterAll, beforeAll, expect, it } from 'vitest';
import { Renderer } from '../../../sandbox/renderer.ts';
import { Health } from '../../../src/health/health.ts';
import { createPool, type Pool } from '../../../src/storage/pool.ts';
import { freshDatabase } from '../../support/database.ts';

let renderer: Renderer;
let database: Pool;
const nowhere = createPool('postgres://127.0.0.1:1/x', null);

beforeAll(async () => {
  renderer = await Renderer.start({ workers: 2, themeCache: 5, log: { warn: () => undefined } });
  database = createPool(await freshDatabase(), 'vitrine_public');
});
afterAll(async () => {
  await renderer.close();
  await database.end();
});

const states = async (health: Health) => {
  const { etat, composants } = await health.report();
  return { etat, ...Object.fromEntries(composants.map((component) => [component.cle, component.etat])) };
};

it('base is hs when the database does not answer', async () => {
  expect(await states(new Health(nowhere, renderer))).toEqual({ etat: 'hs', base: 'hs', rendu: 'ok' });
});

it('a report is remembered for ten seconds, and measured once for all who ask meanwhile', async () => {
  const health = new Health(database, renderer);
  const [first, second] = await Promise.all([health.report(), health.report()]);
  expect(second).toBe(first);
  expect(await health.report()).toBe(first);
});

it('rendu is hs when the sandbox does not render', async () => {
  const closed = await Renderer.start({ workers: 2, themeCache: 5, log: { warn: () => undefined } });
  await closed.close();
  expect(await states(new Health(database, closed))).toEqual({ etat: 'hs', base: 'ok', rendu: 'hs' });
});
