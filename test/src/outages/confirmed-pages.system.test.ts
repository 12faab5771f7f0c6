import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ownSandbox, startTestProgram, type TestProgram } from '../../support/program.ts';
import { until } from '../../support/until.ts';
import { FROM_MEMORY, type FragileProgram, publishSite, type Site, startFragileProgram } from './support.ts';

let fragile: FragileProgram;
let second: TestProgram;
let site: Site;
beforeAll(async () => {
  fragile = await startFragileProgram();
  second = await startTestProgram({}, { databaseUrl: fragile.databaseUrl, sandbox: ownSandbox() });
});
beforeEach(async () => {
  await fragile.proxy.pass();
  // The database is found again by a look that comes every quarter of a second.
  await until('the program serves', async () =>
    expect((await fragile.vitrine.ask({ host: 'personne.test' })).status).toBe(200),
  );
  site = await publishSite(fragile, 'avant');
});
afterAll(async () => {
  await second.close();
  await fragile.close();
});

const visit = (program: TestProgram, etag?: string) =>
  program.ask({ host: `${site.slug}.localhost`, headers: etag === undefined ? {} : { 'if-none-match': etag } });
/** What a test begins with is waited for: on a busy machine the database may take longer than a visitor waits. */
async function tagFrom(program: TestProgram): Promise<string> {
  const page = await until('the page is served', async () => {
    const answer = await visit(program);
    return answer.status === 200 && answer;
  });
  return String(page.headers.etag);
}
const confirms = (etag: string) =>
  until('the page is confirmed', async () => expect((await visit(fragile.vitrine, etag)).status).toBe(304));

it('a page that a visitor has is confirmed from memory, too', async () => {
  const etag = await tagFrom(fragile.vitrine);
  await fragile.proxy.stop();
  const { status, text, headers } = await visit(fragile.vitrine, etag);
  expect([status, text, headers['cache-status']]).toEqual([304, '', expect.stringMatching(FROM_MEMORY)]);
});

it('and where this instance has never rendered it', async () => {
  const etag = await tagFrom(second);
  await confirms(etag);
  await fragile.proxy.stop();
  expect((await visit(fragile.vitrine, etag)).status).toBe(304);
  expect((await visit(fragile.vitrine)).status).toBe(503);
});

it('a confirmed page that is not at hand takes the place of none that is', async () => {
  await tagFrom(fragile.vitrine);
  await site.write('après');
  await confirms(await tagFrom(second));
  await fragile.proxy.stop();
  const page = await visit(fragile.vitrine);
  expect([page.status, page.text, page.headers['cache-status']]).toEqual([
    200,
    'avant',
    expect.stringMatching(FROM_MEMORY),
  ]);
});
