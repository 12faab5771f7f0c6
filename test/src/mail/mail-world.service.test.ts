import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { enqueueMail } from '../../../src/storage/mails.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { freshDatabase, openPools } from '../../support/database.ts';
import { MailWorld, type Way } from './mail-world.ts';

let db: RolePools;

beforeAll(async () => {
  db = openPools(await freshDatabase(), 'vitrine_service');
});
afterAll(() => db.end());
beforeEach(async () => {
  await db.query('DELETE FROM courriels');
});

/** To an address of its own, which nothing counts against another. */
let addresses = 0;
async function enqueue(count: number): Promise<string[]> {
  const to = Array.from({ length: count }, () => `lea${++addresses}@exemple.fr`);
  for (const address of to) await enqueueMail(db, { kind: 'compte_supprime', to: address });
  return to;
}

const waiting = async () => (await db.query('SELECT destinataire, raison, essais FROM courriels')).rows;

it('all mail leaves, once, after the server was away for an hour', async () => {
  const world = new MailWorld(db);
  const sent = await enqueue(5);
  world.isServerAway = true;
  await world.pass(3_600);
  expect(await waiting()).toHaveLength(5);
  expect((await waiting())[0]).toMatchObject({ raison: 'le serveur n’est pas joint' });
  // Three instances, two minutes at most between two looks.
  expect(world.opened).toBeLessThan(150);
  world.isServerAway = false;
  await world.pass(150);
  expect(await waiting()).toEqual([]);
  expect(Object.fromEntries(world.taken)).toEqual(Object.fromEntries(sent.map((to) => [to, 1])));
});

it('a message that was sent just when the database went is not sent again, however long it was away', async () => {
  const world = new MailWorld(db);
  const [to = ''] = await enqueue(1);
  world.ways = ['database-goes'];
  await world.pass(1_200);
  expect(world.taken.get(to)).toBe(1);
  world.isDatabaseAway = false;
  await world.pass(1_200);
  expect(await waiting()).toEqual([]);
  expect(world.taken.get(to)).toBe(1);
});

it('a message is given up after some days, with the reason, and is not lost', async () => {
  const world = new MailWorld(db, 1);
  await enqueue(1);
  world.ways = Array.from({ length: 200 }, (): Way => 'later');
  await db.query("UPDATE courriels SET cree_le = cree_le - interval '4 days 23 hours'");
  await world.pass(2 * 3_600);
  const { rows } = await db.query('SELECT a_envoyer_le, raison FROM courriels');
  expect(rows).toEqual([{ a_envoyer_le: null, raison: 'plus tard' }]);
});

it('whatever befalls three senders and their server: no message is lost, each is sent twice at most, and twice only after a death', async () => {
  const ways: Way[] = ['taken', 'later', 'sender-dies', 'early-death', 'server-dies', 'database-goes'];
  const events = fc.array(
    fc.record({
      count: fc.integer({ min: 0, max: 4 }),
      ways: fc.array(fc.constantFrom(...ways), { maxLength: 4 }),
      isServerAway: fc.boolean(),
      seconds: fc.constantFrom(10, 40, 400),
    }),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(events, async (schedule) => {
      await db.query('DELETE FROM courriels');
      const world = new MailWorld(db);
      const sent: string[] = [];
      for (const { count, ways: next, isServerAway, seconds } of schedule) {
        sent.push(...(await enqueue(count)));
        Object.assign(world, { ways: next, isServerAway, isDatabaseAway: false });
        await world.pass(seconds);
      }
      Object.assign(world, { ways: [], isServerAway: false, isDatabaseAway: false });
      // Longer than a lease, the rests and the wait for a sender that may be alive.
      await world.pass(900);
      expect(await waiting()).toEqual([]);
      for (const to of sent) {
        const copies = world.taken.get(to) ?? 0;
        expect(copies).toBeGreaterThanOrEqual(1);
        expect(copies).toBeLessThanOrEqual(1 + (world.deaths.get(to) ?? 0));
      }
    }),
    { numRuns: 8 },
  );
});
