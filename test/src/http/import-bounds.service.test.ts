import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ARCHIVE_BYTES } from '../../../src/themes/archive.ts';
import {
  answerTo,
  beginImport,
  endImportProcesses,
  IMPORT_PATH,
  importProcesses,
  lockFiles,
  storedIn,
} from '../../support/imports.ts';
import { createTenant, type Tenant } from '../../support/program.ts';
import { until } from '../../support/until.ts';
import { type FragileProgram, startFragileProgram } from '../outages/support.ts';
import { ARCHIVE } from '../themes/archives.ts';

const BODY = Buffer.from(JSON.stringify(ARCHIVE));

let program: FragileProgram;
let tenant: Tenant;

beforeAll(async () => {
  program = await startFragileProgram();
  tenant = await createTenant(program.databaseUrl);
});
afterAll(() => program.close());
// One that waits for its next archive looks like one that is at work.
beforeEach(endImportProcesses);

const importArchive = (key = tenant.key, body: unknown = ARCHIVE) =>
  program.vitrine.ask({ method: 'POST', path: IMPORT_PATH, key, body });
const begin = (headers: Record<string, string | number>, key = tenant.key) =>
  beginImport(program.vitrine.port, key, headers);
const stored = () => storedIn(program.databaseUrl);
const untilProcesses = (count: number) =>
  until(`${count} processes take archives in`, () => expect(importProcesses()).toHaveLength(count));
const untilTaken = (key?: string) =>
  until('an archive is taken in again', async () => expect((await importArchive(key)).status).toBe(201));

describe('bounds of imports', () => {
  it('200 MiB + 1 byte: 400 invalid_input, before anything of it is sent', async () => {
    const outgoing = begin({ 'content-length': ARCHIVE_BYTES + 1 });
    outgoing.flushHeaders();
    expect(await answerTo(outgoing)).toMatchObject({ status: 400, error: 'invalid_input' });
    outgoing.destroy();
  });

  it('200 MiB + 1 byte of a body that does not say how long it is: 400 invalid_input', async () => {
    const outgoing = begin({ 'transfer-encoding': 'chunked' });
    const answer = answerTo(outgoing);
    const piece = Buffer.alloc(1024 * 1024, 0x20);
    for (let sent = 0; sent < ARCHIVE_BYTES; sent += piece.length) {
      if (!outgoing.write(piece)) await once(outgoing, 'drain');
    }
    await untilProcesses(1);
    outgoing.write(' ');
    expect(await answer).toMatchObject({ status: 400, error: 'invalid_input' });
    outgoing.destroy();
    await untilProcesses(0);
  });

  it('one of a site at a time: 503 indisponible with Retry-After, then again', async () => {
    const { key } = await createTenant(program.databaseUrl);
    const slow = begin({ 'content-length': BODY.length }, key);
    slow.write(BODY.subarray(0, 10));
    await untilProcesses(1);
    const refused = await importArchive(key);
    expect([refused.status, refused.json().error, refused.headers['retry-after']]).toEqual([503, 'indisponible', '2']);
    expect((await importArchive()).status).toBe(201);
    const answer = answerTo(slow);
    slow.end(BODY.subarray(10));
    expect((await answer).status).toBe(201);
    await untilTaken(key);
  });

  it('a few of all sites, by their bytes: 503 indisponible, then again', async () => {
    const [a, b, c] = await Promise.all([0, 1, 2].map(() => createTenant(program.databaseUrl)));
    const open = [a, b].map((owner) => begin({ 'content-length': ARCHIVE_BYTES }, owner?.key));
    for (const outgoing of open) outgoing.write('{');
    await untilProcesses(2);
    const refused = await importArchive(c?.key);
    expect([refused.status, refused.json().error]).toEqual([503, 'indisponible']);
    for (const outgoing of open) outgoing.destroy();
    await untilTaken(c?.key);
  });
});

describe('an import that fails leaves nothing in the database', () => {
  it('a client that goes away half-way', async () => {
    const before = await stored();
    const outgoing = begin({ 'content-length': BODY.length });
    outgoing.write(BODY.subarray(0, BODY.length / 2));
    await untilProcesses(1);
    outgoing.destroy();
    await untilProcesses(0);
    expect(await stored()).toEqual(before);
    await untilTaken();
  });

  it('a client that goes away while its files are written', async () => {
    const before = await stored();
    const files = await lockFiles(program.databaseUrl);
    const outgoing = begin({ 'content-length': BODY.length });
    outgoing.end(BODY);
    await files.untilSomebodyWaits();
    outgoing.destroy();
    await untilProcesses(0);
    await files.release();
    expect(await stored()).toEqual(before);
  });

  it('a process that is ended while its files are written: 503 indisponible', async () => {
    const before = await stored();
    const files = await lockFiles(program.databaseUrl);
    const answer = importArchive();
    await files.untilSomebodyWaits();
    for (const pid of importProcesses()) process.kill(pid, 'SIGKILL');
    expect([(await answer).status, (await answer).json().error]).toEqual([503, 'indisponible']);
    await files.release();
    expect(await stored()).toEqual(before);
  });

  it('a database that goes away while its files are written: 503 indisponible', async () => {
    const before = await stored();
    const files = await lockFiles(program.databaseUrl);
    const answer = importArchive();
    await files.untilSomebodyWaits();
    program.proxy.cut();
    expect([(await answer).status, (await answer).json().error]).toEqual([503, 'indisponible']);
    await files.release();
    expect(await stored()).toEqual(before);
    await untilTaken();
  });

  it('a process that V8 ends because its memory is full: 400 invalid_input', async () => {
    const before = await stored();
    const files = await lockFiles(program.databaseUrl);
    const answer = importArchive();
    await files.untilSomebodyWaits();
    // As V8 does itself: filling a gibibyte takes a minute.
    for (const pid of importProcesses()) process.kill(pid, 'SIGABRT');
    expect([(await answer).status, (await answer).json().error]).toEqual([400, 'invalid_input']);
    await files.release();
    expect(await stored()).toEqual(before);
  });

  it('too many values: 400 archive_invalide before they are built, and others are served', async () => {
    const before = await stored();
    // It is no JSON either, which is seen where the values are built.
    const body = Buffer.from(`{"a":[${'{},'.repeat(1024 * 1024)}0]`);
    const outgoing = begin({ 'content-length': body.length });
    const answer = answerTo(outgoing);
    outgoing.write(body.subarray(0, 10));
    await untilProcesses(1);
    const [pid = 0] = importProcesses();
    process.kill(pid, 'SIGSTOP');
    outgoing.end(body.subarray(10));
    for (let pages = 0; pages < 4; pages++) expect((await program.vitrine.ask({ path: '/' })).status).toBe(200);
    process.kill(pid, 'SIGCONT');
    expect(await answer).toMatchObject({ status: 400, error: 'archive_invalide' });
    expect(await stored()).toEqual(before);
  });
});

describe('a process that has taken an archive in', () => {
  it('takes in the next one too, of another site', async () => {
    const other = await createTenant(program.databaseUrl);
    const first = await importArchive();
    const processes = importProcesses();
    const second = await importArchive(other.key, {
      ...ARCHIVE,
      fichiers: { ...ARCHIVE.fichiers, 'assets/b.css': 'b' },
    });
    expect([first.status, second.status, processes.length]).toEqual([201, 201, 1]);
    expect(importProcesses()).toEqual(processes);
    const filesOf = async (key: string, themeId: string) =>
      Object.keys((await program.vitrine.ask({ path: `/api/themes/${themeId}/export`, key })).json().fichiers).sort();
    const own = Object.keys(ARCHIVE.fichiers);
    expect(await filesOf(tenant.key, first.json().themeId)).toEqual([...own].sort());
    expect(await filesOf(other.key, second.json().themeId)).toEqual([...own, 'assets/b.css'].sort());
  });

  it('ends when it has refused it', async () => {
    expect((await importArchive(tenant.key, { ...ARCHIVE, format_version: 2 })).status).toBe(400);
    await untilProcesses(0);
  });

  it('ends when it was a long one, since its memory stays as large', async () => {
    const fichiers = Object.fromEntries([1, 2, 3].map((n) => [`assets/${n}.css`, 'x'.repeat(512 * 1024)]));
    const body = { ...ARCHIVE, fichiers: { ...ARCHIVE.fichiers, ...fichiers } };
    expect((await importArchive(tenant.key, body)).status).toBe(201);
    await untilProcesses(0);
  });

  it('loses its connection to the database while it waits: the next archive is taken in', async () => {
    expect((await importArchive()).status).toBe(201);
    const processes = importProcesses();
    program.proxy.cut();
    // Connections of the program itself are lost with it.
    const list = () => program.vitrine.ask({ path: '/api/themes', key: tenant.key });
    await until('the database answers again', async () => expect((await list()).status).toBe(200));
    expect((await importArchive()).status).toBe(201);
    expect(importProcesses()).toEqual(processes);
  });

  it('is ended while it waits: another takes its place', async () => {
    expect((await importArchive()).status).toBe(201);
    await endImportProcesses();
    expect((await importArchive()).status).toBe(201);
  });

  it('is the only one that waits', async () => {
    const other = await createTenant(program.databaseUrl);
    const answers = await Promise.all([importArchive(), importArchive(other.key)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    await untilProcesses(1);
  });
});
