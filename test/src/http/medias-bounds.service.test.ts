import { once } from 'node:events';
import { rename, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEDIA_LIMITS } from '../../../src/media/limits.ts';
import { refusalOf } from '../../support/content-api.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { type MediasProgram, mediasApi, startMedias } from '../../support/medias.ts';
import { png } from '../../support/png.ts';
import { startTestProgram, type Tenant } from '../../support/program.ts';
import { sessionOfKey } from '../../support/sessions.ts';
import { until } from '../../support/until.ts';

const QUOTA = 350_000;

let databaseUrl: string;
let proxy: FaultProxy;
let program: MediasProgram;
beforeAll(async () => {
  databaseUrl = await freshDatabase();
  proxy = await FaultProxy.start(databaseUrl);
  program = await startMedias({ MEDIA_QUOTA: String(QUOTA) }, { databaseUrl: proxy.url(databaseUrl) });
});
afterAll(async () => {
  await program.close();
  await proxy.stop();
});

/** A document with so many bytes, of which no two are the same. */
let documents = 0;
const document = (bytes: number): Buffer => {
  const ends = [`%PDF-1.4\n% ${++documents}\n`, '\n%%EOF\n'] as const;
  return Buffer.from(ends[0] + ' '.repeat(bytes - ends[0].length - ends[1].length) + ends[1]);
};
const PDF = 'application/pdf';

/** An upload whose body is sent piece by piece. */
async function begin({ key }: Tenant, headers: Record<string, string | number>): Promise<ClientRequest> {
  const cookie = await sessionOfKey(databaseUrl, key);
  const outgoing = request({
    ...{ host: '127.0.0.1', port: program.vitrine.port, method: 'POST', path: '/api/medias?nom=a.pdf', agent: false },
    headers: { authorization: `Bearer ${key}`, cookie, 'content-type': PDF, ...headers },
  });
  outgoing.on('error', () => undefined);
  return outgoing;
}

async function answerTo(outgoing: ClientRequest): Promise<[number | undefined, string | undefined]> {
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return [incoming.statusCode, ((await json(incoming)) as { error?: string }).error];
}

const untilArriving = (count: number) =>
  until(`${count} bodies arrive`, async () => expect((await program.kept()).arriving).toBe(count));
const nothingIsLeft = async ({ siteId }: Tenant) => {
  const { files, ...kept } = await program.kept();
  expect(files.filter((key) => key.includes(siteId))).toEqual([]);
  expect(kept).toEqual({ rowsWithoutBytes: 0, bytesWithoutRows: 0, arriving: 0 });
};

describe('a body that is too long', () => {
  it('40,000,001 bytes: 400 trop_lourd, before anything of them is sent', async () => {
    const outgoing = await begin(await program.newTenant(), { 'content-length': MEDIA_LIMITS.bytes + 1 });
    outgoing.flushHeaders();
    expect(await answerTo(outgoing)).toEqual([400, 'trop_lourd']);
    outgoing.destroy();
  });

  it('the same of a body that does not say how long it is: 400 trop_lourd, and nothing is left', async () => {
    const tenant = await program.newTenant();
    const outgoing = await begin(tenant, { 'transfer-encoding': 'chunked' });
    const answer = answerTo(outgoing);
    const piece = Buffer.alloc(1_000_000, 0x20);
    for (let sent = 0; sent < MEDIA_LIMITS.bytes; sent += piece.length) {
      if (!outgoing.write(piece)) await once(outgoing, 'drain');
    }
    outgoing.write(' ');
    expect(await answer).toEqual([400, 'trop_lourd']);
    outgoing.destroy();
    await untilArriving(0);
    await nothingIsLeft(tenant);
  });
});

describe('uploads of one site', () => {
  it('four at a time; the others wait unread for their turn, those of another site do not wait', async () => {
    const tenant = await program.newTenant();
    const bodies = Array.from({ length: 6 }, () => document(1_000));
    const open = await Promise.all(bodies.map((body) => begin(tenant, { 'content-length': body.length })));
    const answers = open.map(answerTo);
    for (const [n, outgoing] of open.entries()) outgoing.write(bodies[n]?.subarray(0, 500));
    await untilArriving(4);
    const other = program.asking(await program.newTenant());
    expect((await other.upload('b.pdf', document(1_000), PDF)).status).toBe(201);
    expect((await program.kept()).arriving).toBe(4);
    for (const [n, outgoing] of open.entries()) outgoing.end(bodies[n]?.subarray(500));
    expect(await Promise.all(answers)).toEqual(Array(6).fill([201, undefined]));
    await untilArriving(0);
  });

  it('a client that goes away half-way leaves nothing', async () => {
    const tenant = await program.newTenant();
    const outgoing = await begin(tenant, { 'content-length': 1_000 });
    outgoing.write(document(500));
    await untilArriving(1);
    outgoing.destroy();
    await untilArriving(0);
    await nothingIsLeft(tenant);
  });
});

describe('two instances', () => {
  it('get the same bytes at once, beside deletions: one row, and its bytes', async () => {
    const environment = { DATA_DIR: program.dataDir, MEDIA_QUOTA: String(QUOTA) };
    const second = await startTestProgram(environment, { databaseUrl });
    const tenant = await program.newTenant();
    const both = [program.asking(tenant), mediasApi(second, tenant)];
    const bytes = png(700, 500, '#0a0b0c');
    const upload = () => Promise.all([...both, ...both].map((one) => one.upload('a.png', bytes)));
    const answers = await upload();
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    const [media] = await mediasApi(second, tenant).list();
    const removal = both[0]?.ask('DELETE', `?id=${media?.id}`);
    const later = await upload();
    expect((await removal)?.status).toBe(200);
    for (const { status } of later) expect([200, 201]).toContain(status);
    const { rowsWithoutBytes, arriving, files } = await program.kept();
    const originals = files.filter((key) => key.startsWith(`originaux/${tenant.siteId}`));
    expect([originals.length, arriving]).toEqual([(await both[0]?.list())?.length, 0]);
    // A variant that the deletion has taken from the other upload is made again when it is asked for.
    expect(rowsWithoutBytes).toBeLessThanOrEqual(2);
    await second.close();
  });
});

describe('the quota', () => {
  it('holds while ten files of a third of it come at once: three are taken', async () => {
    const own = program.asking(await program.newTenant());
    const answers = await Promise.all(Array.from({ length: 10 }, () => own.upload('a.pdf', document(100_000), PDF)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(refusalOf(answer)).toEqual([409, 'quota_atteint']);
    }
    const [first] = await own.list();
    const put = (bytes: number) =>
      own.ask('PUT', `?id=${first?.id}`, { body: document(bytes), headers: { 'content-type': PDF } });
    expect(refusalOf(await put(150_001))).toEqual([409, 'quota_atteint']);
    expect((await put(150_000)).status).toBe(200);
    expect((await put(50_000)).status).toBe(200);
    expect((await own.upload('b.pdf', document(100_000), PDF)).status).toBe(201);
    expect(await program.kept()).toMatchObject({ rowsWithoutBytes: 0, bytesWithoutRows: 0, arriving: 0 });
  });
});

describe('what fails on the way leaves nothing', () => {
  /** Holds a lock, so that transactions wait which would add a file. */
  async function hold(statement: string, values: unknown[] = []) {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    await client.query('BEGIN');
    await client.query(statement, values);
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    return {
      untilWait: (count: number) =>
        until(`${count} wait`, async () => expect((await query(databaseUrl, waiting)).rowCount).toBe(count)),
      release: async () => {
        await client.query('COMMIT');
        await client.end();
      },
    };
  }

  it('the database, lost before the row is written: 503 indisponible', async () => {
    const tenant = await program.newTenant();
    const held = await hold('SELECT FROM sites WHERE id = $1 FOR UPDATE', [tenant.siteId]);
    const answer = program.asking(tenant).upload('a.png', png(900, 700));
    await held.untilWait(1);
    proxy.cut();
    // The look for the row waits as well, beside the transaction whose connection is gone.
    await held.untilWait(2);
    await held.release();
    expect(refusalOf(await answer)).toEqual([503, 'indisponible']);
    await nothingIsLeft(tenant);
  });

  it('the answer to a commit, lost: the row decides, and the upload is answered', async () => {
    const tenant = await program.newTenant();
    // The commit waits until the test lets go.
    await query(
      databaseUrl,
      `CREATE FUNCTION attendre() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(40); RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER attendre AFTER INSERT ON medias DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION attendre()`,
    );
    const held = await hold('SELECT pg_advisory_xact_lock(40)');
    const answer = program.asking(tenant).upload('a.png', png(900, 702));
    await held.untilWait(1);
    proxy.cut();
    await held.untilWait(2);
    await held.release();
    expect((await answer).status).toBe(201);
    await query(databaseUrl, 'DROP FUNCTION attendre CASCADE');
    expect(await program.asking(tenant).list()).toHaveLength(1);
    expect(await program.kept()).toMatchObject({ rowsWithoutBytes: 0, bytesWithoutRows: 0, arriving: 0 });
  });

  it('the store: 503 indisponible, and afterwards all is well', async () => {
    const tenant = await program.newTenant();
    const own = program.asking(tenant);
    const originals = join(program.dataDir, 'medias', 'originaux');
    await own.add('a.pdf', document(1_000), PDF);
    await rename(originals, `${originals}-ailleurs`);
    await writeFile(originals, '');
    expect(refusalOf(await own.upload('b.png', png(901, 700)))).toEqual([503, 'indisponible']);
    await rm(originals);
    await rename(`${originals}-ailleurs`, originals);
    expect((await own.upload('b.png', png(901, 700))).status).toBe(201);
    expect(await program.kept()).toMatchObject({ rowsWithoutBytes: 0, bytesWithoutRows: 0, arriving: 0 });
  });
});
