import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { runs } from '../../support/soak.ts';
import { type Act, type Deed, perform, type Wish } from './versions/deeds.ts';
import { SiteHistory } from './versions/site-history.ts';
import { Trimming } from './versions/trimming.ts';
import { type Phase, phases, SHOWN } from './versions/wishes.ts';
import { CLIENTS, World } from './versions/world.ts';

/** Requests of each client in a phase. */
const EACH = 8;
/** Versions of a theme that trimming keeps: those of one phase are all there at its end, to be explained. */
const KEPT = CLIENTS.length * EACH + 6;

let world: World;
let trimming: Trimming;
let history: SiteHistory;
/** Requests that the history does not know of yet. */
let deeds: Deed[] = [];
let imports = 0;

/** Two themes, one of them published, with so many versions that each one from now on lets an old one go. */
async function begin(): Promise<void> {
  world = await World.start();
  trimming = new Trimming(world.databaseUrl, KEPT);
  history = new SiteHistory(world, KEPT);
  const first = await done(0, { kind: 'import', name: 'Premier', files: {} });
  await done(0, { kind: 'publish', id: first.themeId });
  await done(1, { kind: 'duplicate', id: first.themeId });
  for (let n = 0; n < KEPT; n++) await done(0, { kind: 'write', id: first.themeId, path: SHOWN, content: `${n}` });
  await check();
}

afterAll(async () => {
  await trimming?.close();
  await world?.close();
});

async function act(client: number, wanted: Act): Promise<Deed> {
  const deed = await perform(world, client, wanted);
  deeds.push(deed);
  return deed;
}

/** What is asked for while nothing is struck is done; a busy machine may refuse it for the moment. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers field by field
async function done(client: number, wanted: Act): Promise<any> {
  for (let attempt = 1; ; attempt++) {
    const { outcome, answer, status } = await act(client, wanted);
    if (outcome === 'unknown' && status === 503 && attempt < 20) {
      await world.settle();
      continue;
    }
    expect([status, outcome, answer]).toMatchObject([expect.any(Number), 'done', { ok: true }]);
    return answer;
  }
}

async function check(options?: { whole: boolean }): Promise<void> {
  await history.check(deeds, options);
  deeds = [];
}

/** Reads which versions there are when a client wants one of them. */
async function actOf(client: number, wish: Wish): Promise<Act | null> {
  if (wish.kind === 'import') return { ...wish, name: `Import ${++imports}` };
  if (wish.kind === 'revert') return wish;
  const { theme, ...rest } = wish;
  const id = String(history.themes[theme % history.themes.length]?.id);
  if (rest.kind !== 'restore') return { ...rest, id };
  const answer = await world.ask(client, { path: `/api/themes/${id}/fichiers?versions` }).catch(() => null);
  if (answer?.status !== 200) return null;
  const { versions } = answer.json();
  return { kind: 'restore', id, version: versions[rest.back % versions.length].numero };
}

async function run({ wishes, blow }: Phase): Promise<void> {
  trimming.begin();
  let begun = 0;
  const strike = () => setTimeout(() => world.strike(blow.victim), blow.later);
  const live = async (client: number) => {
    for (const wish of wishes[client] ?? []) {
      const wanted = await actOf(client, wish);
      if (begun++ === blow.after) strike();
      if (wanted === null || (await act(client, wanted)).outcome === 'unknown') await world.settle();
    }
  };
  await Promise.all(CLIENTS.map((_, client) => live(client)));
  await world.settle();
  await trimming.pause();
  await check();
}

/** What each of the clients can rely on, when nobody else writes. */
async function goBackAndForth(): Promise<void> {
  const one = String(history.publication.published);
  const other = String(history.themes.find(({ id }) => id !== one)?.id);
  const shown = async () => (await world.visit()).text;
  const write = (id: string, content: string) => done(0, { kind: 'write', id, path: SHOWN, content });
  await write(one, 'avant');
  await write(other, 'autre');
  await done(1, { kind: 'publish', id: other });
  // So many that trimming would take what it had, if nobody could return to it.
  for (let n = 0; n < KEPT + 2; n++) await write(one, `depuis ${n}`);
  await trimming.round();
  await write(other, 'autre depuis');
  expect(await shown()).toBe('<main>autre depuis</main>');
  expect((await done(2, { kind: 'revert' })).themeId).toBe(one);
  expect(await shown()).toBe('<main>avant</main>');
  expect((await done(2, { kind: 'revert' })).themeId).toBe(other);
  expect(await shown()).toBe('<main>autre depuis</main>');
  await check();

  const theme = history.theme(one);
  const oldest = Math.max(1, theme.last - KEPT + 1);
  const before = theme.tree(oldest);
  await done(0, { kind: 'restore', id: one, version: oldest });
  const archive = (await world.ask(0, { path: `/api/themes/${one}/export` })).json();
  await done(1, { kind: 'import', name: `Import ${++imports}`, files: archive.fichiers });
  await check();
  expect(theme.tree(theme.last)).toEqual(before);
  expect(history.themes.at(-1)?.tree(1)).toEqual(before);
}

/** Trimming leaves what it must keep, and nothing else. */
async function trimWholly(): Promise<void> {
  await trimming.round();
  const { rows } = await query(
    world.databaseUrl,
    `SELECT count(*)::int AS versions, t.numero, t.retire_numero FROM themes t JOIN versions v ON v.theme_id = t.id GROUP BY t.id, t.site_id`,
  );
  for (const { versions, numero, retire_numero } of rows) {
    expect(versions).toBe(Math.min(numero, Math.max(KEPT, numero - (retire_numero ?? numero) + 1)));
  }
  const unused = `SELECT FROM textes WHERE cle NOT IN (SELECT texte FROM fichiers UNION SELECT texte FROM fichiers_remplaces)`;
  expect((await query(world.databaseUrl, unused)).rowCount).toBe(0);
}

it('nothing that was acknowledged is lost, whatever is killed', async () => {
  await begin();
  await fc.assert(
    fc.asyncProperty(phases(EACH), async (all) => {
      for (const phase of all) await run(phase);
      await goBackAndForth();
      await trimWholly();
      await check({ whole: true });
    }),
    {
      numRuns: runs(1, 12),
      // A failed run has left what the next one would begin with: there is nothing to be gained from a smaller one.
      endOnFailure: true,
    },
  );
  expect(trimming.rounds).toBeGreaterThan(0);
}, 900_000);
