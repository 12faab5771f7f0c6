import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ARCHIVE_BYTES } from '../../../src/themes/archive.ts';
import { answerTo, beginImport } from '../../support/imports.ts';
import { createTenant, MINIMAL_THEME, sharedProgram, type TestProgram } from '../../support/program.ts';
import { until } from '../../support/until.ts';
import { ARCHIVE } from '../themes/archives.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());

/** Contents as JSON, by path. */
type Contents = ReadonlyMap<string, Buffer>;

/** 120 files of 524288 characters of three bytes, each its own. */
function largestContents(): Contents {
  const paths = Object.keys(MINIMAL_THEME).filter((path) => path !== 'sections/texte.liquid');
  for (let n = paths.length; n < 120; n++) paths.push(`snippets/n${n}.liquid`);
  return new Map(
    paths.map((path, n) => {
      const json = Buffer.alloc('""'.length + 524_288 * 3, '"');
      return [path, json.fill(String.fromCharCode(0x4e00 + n, 0x20ac), 1, json.length - 1)];
    }),
  );
}

const FILES = '"fichiers":{';

function archiveOf(contents: Contents): Buffer[] {
  const { fichiers: _, ...head } = ARCHIVE;
  const pieces: Buffer[] = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},${FILES}`)];
  for (const [path, json] of contents) pieces.push(Buffer.from(`${JSON.stringify(path)}:`), json, Buffer.from(','));
  return [...pieces.slice(0, -1), Buffer.from('}}')];
}

/** Compares the contents where they stand: to parse 188 MB keeps this process busy for seconds. */
function expectToHold(archive: Buffer, contents: Contents): void {
  const files = archive.indexOf(FILES) + FILES.length;
  expect(JSON.parse(`${archive.toString('utf8', 0, files)}}}`)).toMatchObject({ format: ARCHIVE.format, fichiers: {} });
  const paths: string[] = [];
  let at = files;
  for (let n = 0; n < contents.size; n++) {
    const colon = archive.indexOf(':', at);
    const path: string = JSON.parse(archive.toString('utf8', at, colon));
    const json = contents.get(path);
    at = colon + 1 + (json?.length ?? 0);
    expect(json?.equals(archive.subarray(colon + 1, at)), path).toBe(true);
    paths.push(path);
    at += ','.length;
  }
  expect(archive.toString('utf8', at - 1)).toBe('}}');
  expect(paths.sort()).toEqual([...contents.keys()].sort());
}

it('the largest legal archive goes in and comes back identical, while others are served', async () => {
  const [owner, other] = [await createTenant(vitrine.databaseUrl), await createTenant(vitrine.databaseUrl)];
  // This process is the program's too: what keeps it busy for seconds is done while nobody else asks for anything.
  const contents = largestContents();
  const sent = archiveOf(contents);
  const bytes = sent.reduce((sum, piece) => sum + piece.length, 0);
  expect(bytes).toBeGreaterThan(120 * 524_288 * 3);
  expect(bytes).toBeLessThan(ARCHIVE_BYTES);
  let isOver = false;
  let served = 0;
  const others = (async () => {
    while (!isOver) {
      const { status } = await vitrine.ask({ path: '/api/themes', key: other.key });
      const page = await vitrine.ask({ host: `${other.slug}.localhost` });
      expect([status, page.status]).toEqual([200, 200]);
      served++;
      await sleep(60);
    }
  })();
  let received: Buffer;
  try {
    const outgoing = beginImport(vitrine.port, owner.key, { 'content-length': bytes });
    const answer = answerTo(outgoing);
    for (const piece of sent) outgoing.write(piece);
    await until('others are served while the archive is on its way', () => served > 5);
    const before = served;
    outgoing.end();
    const { status, themeId } = await answer;
    expect(status).toBe(201);
    expect(served).toBeGreaterThan(before);

    const question = request({
      ...{ host: '127.0.0.1', port: vitrine.port, path: `/api/themes/${themeId}/export` },
      headers: { authorization: `Bearer ${owner.key}` },
    }).end();
    const [incoming] = (await once(question, 'response')) as [IncomingMessage];
    received = Buffer.concat(await incoming.toArray());
    expect(incoming.statusCode).toBe(200);
    expect(received.length).toBe(Number(incoming.headers['content-length']));
  } finally {
    isOver = true;
    await others;
  }
  expectToHold(received, contents);
});
