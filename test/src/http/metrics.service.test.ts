import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../support/client.ts';
import { createTenant, startTestProgram, type TestProgram } from '../../support/program.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await startTestProgram();
});
afterAll(() => vitrine.close());

describe('GET /metrics', () => {
  it('tells what docs/operations.md says that it tells', async () => {
    const { status, headers, text } = await vitrine.ask({ path: '/metrics', host: 'localhost' });
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    const told = [...text.matchAll(/^# TYPE (vitrine_\w+)/gm)].map(([, name]) => name);
    const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    const promised = [...page.matchAll(/^\| `(vitrine_\w+)/gm)].map(([, name]) => name);
    expect(told.sort()).toEqual(promised.sort());
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(text).toMatch(/^vitrine_isolates\{role="[a-z0-9-]+",pid="\d+"\} \d/m);
    for (const outcome of ['page', 'limit', 'refused', 'crashed']) {
      expect(text).toMatch(new RegExp(`^vitrine_renders_total\\{outcome="${outcome}"\\} \\d`, 'm'));
    }
  });

  it('counts each request once, where it was answered', async () => {
    const { slug } = await createTenant(vitrine.databaseUrl);
    const countsOf = async (entrance: string) => {
      const { text } = await vitrine.ask({ path: '/metrics', host: 'localhost' });
      const counts = new RegExp(`^vitrine_request_duration_seconds_count\\{entrance="${entrance}".* (\\d+)$`, 'gm');
      return [...text.matchAll(counts)].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const [ofSites, ofPlatform] = [await countsOf('site'), await countsOf('platform')];
    await vitrine.ask({ path: '/', host: `${slug}.localhost` });
    await vitrine.ask({ path: '/', host: 'inconnu.localhost' });
    expect((await countsOf('site')) - ofSites).toBe(1);
    // With the two questions before this one.
    expect((await countsOf('platform')) - ofPlatform).toBe(1 + 2);
  });

  it('a page that has been visited costs the database one statement', async () => {
    const client = await createClient(vitrine);
    await client.publish(await client.install());
    const asked = async () => {
      const { text } = await vitrine.ask({ path: '/metrics', host: 'localhost' });
      return Number(/^vitrine_database_statements_total\{pool="public_probes"\} (\d+)$/m.exec(text)?.[1]);
    };
    const costOfVisit = async () => {
      const before = await asked();
      expect((await vitrine.ask({ host: `${client.tenant.slug}.localhost` })).status).toBe(200);
      return (await asked()) - before;
    };
    await costOfVisit();
    expect(await costOfVisit()).toBe(1);
  });

  it.each([
    ['for another host', { host: 'exemple.fr' }],
    ['through a proxy', { host: 'localhost', headers: { 'x-forwarded-for': '192.0.2.1' } }],
    ['for a site', { host: 'site.localhost' }],
  ])('is not there %s', async (_case, question) => {
    const { status, text } = await vitrine.ask({ path: '/metrics', ...question });
    expect(status).toBe(404);
    expect(text).not.toContain('vitrine_');
  });
});
