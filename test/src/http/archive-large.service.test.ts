import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ARCHIVE_BYTES } from '../../../src/themes/archive.ts';
import { answerTo, beginImport } from '../../support/imports.ts';
import { createTenant, MINIMAL_THEME, startTestProgram, type TestProgram } from '../../support/program.ts';
import { ARCHIVE } from '../themes/archives.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await startTestProgram();
});
afterAll(() => vitrine.close());

/** 120 files of 524288 characters of three bytes, each its own. */
function* largestArchive(): Generator<Buffer> {
  const { fichiers: _, ...head } = ARCHIVE;
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"fichiers":{`);
  const paths = [...Object.keys(MINIMAL_THEME).filter((path) => path !== 'sections/texte.liquid')];
  for (let n = paths.length; n < 120; n++) paths.push(`snippets/n${n}.liquid`);
  for (const [n, path] of paths.entries()) {
    const content = String.fromCharCode(0x4e00 + n, 0x20ac).repeat(262_144);
    yield Buffer.from(`${n > 0 ? ',' : ''}${JSON.stringify(path)}:${JSON.stringify(content)}`);
  }
  yield Buffer.from('}}');
}

/** Fingerprints of the files of an archive, which comes in pieces. */
function fingerprints(archive: Buffer): Map<string, string> {
  const { fichiers } = JSON.parse(archive.toString());
  return new Map(
    Object.entries<string>(fichiers).map(([path, content]) => [
      path,
      createHash('sha256').update(content).digest('hex'),
    ]),
  );
}

it('the largest legal archive goes in and comes back identical, while others are served', async () => {
  const [owner, other] = [await createTenant(vitrine.databaseUrl), await createTenant(vitrine.databaseUrl)];
  // This process is the program's too: what keeps it busy for seconds is done while nobody else asks for anything.
  const sent = Buffer.concat([...largestArchive()]);
  expect(sent.length).toBeGreaterThan(120 * 524_288 * 3);
  expect(sent.length).toBeLessThan(ARCHIVE_BYTES);
  let isOver = false;
  let served = 0;
  const others = (async () => {
    while (!isOver) {
      const { status } = await vitrine.ask({ path: '/api/themes', key: other.key });
      const page = await vitrine.ask({ host: `${other.slug}.localhost` });
      expect([status, page.status]).toEqual([200, 200]);
      served++;
      await sleep(20);
    }
  })();
  let received: Buffer;
  try {
    const outgoing = beginImport(vitrine.port, owner.key, { 'content-length': sent.length });
    const answer = answerTo(outgoing);
    outgoing.end(sent);
    const { status, themeId } = await answer;
    expect(status).toBe(201);

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
  expect(fingerprints(received)).toEqual(fingerprints(sent));
  expect(served).toBeGreaterThan(10);
});
