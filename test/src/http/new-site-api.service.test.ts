import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';

const NONCE = 'bm9uY2UgZGUgbOKAmWFwZXJjdQ==';
const HOSTILE = '"><script>alert(1)</script>\' \u202Ezeta {{ site.slug }}';

let vitrine: TestProgram;
let tenant: Tenant;
let session: SignedIn;
beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  session = await signIn(vitrine, tenant);
});
afterAll(() => vitrine.close());

const ask = (path: string, body: object, more: { headers?: Record<string, string>; key?: string } = {}) =>
  vitrine.ask({ method: 'POST', path, body, headers: session.headers, ...more });
const preview = (body: object = {}, more?: Parameters<typeof ask>[2]) =>
  ask('/api/sites/apercus', { nom: 'Chez Léa', metier: 'artisan', nonce: NONCE, ...body }, more);
const sites = async () => (await query(vitrine.databaseUrl, 'SELECT count(*)::int AS n FROM sites')).rows[0].n;

describe('previews of a site that is not there yet', () => {
  it('are home pages of three themes with its name and sentences of its trade, and nothing is stored', async () => {
    const before = await sites();
    const answer = await preview();
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const { propositions } = answer.json();
    expect(propositions).toHaveLength(3);
    for (const { html, ressources, fichiers, nom, pour } of propositions) {
      expect(html).toContain('Chez Léa');
      expect(html).toContain('href="/nous-contacter"');
      expect(html).toContain(`nonce="${NONCE}"`);
      expect([nom, pour].every((text) => text !== '')).toBe(true);
      const named = [...html.matchAll(new RegExp(`${ressources}([\\w.-]+)`, 'g'))].map(([, name]) => name);
      expect(named.length).toBeGreaterThan(0);
      expect(Object.keys(fichiers)).toEqual(expect.arrayContaining(named));
    }
    expect(await sites()).toBe(before);
  });

  it('a theme and an edition of them make the site', async () => {
    const [{ origine, edition }] = (await preview()).json().propositions;
    const made = await ask('/api/sites', { nom: 'Chez Léa', metier: 'artisan', origine, edition });
    expect([made.status, made.json().slug]).toEqual([201, 'chez-lea']);
    const page = await vitrine.ask({ host: 'chez-lea.localhost' });
    expect([page.status, page.text.includes('Chez Léa')]).toEqual([200, true]);
  });

  it('a hostile name stands in them as text', async () => {
    for (const { html } of (await preview({ nom: HOSTILE })).json().propositions) {
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(html).not.toContain('<script>alert(1)');
    }
  });

  it.each([
    [{ metier: 'plomberie' }],
    [{ nom: ' ' }],
    [{ nom: 'x'.repeat(81) }],
    [{ nonce: '"><script>' }],
  ])('%o is refused', async (body) => {
    const answer = await preview(body);
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
  });

  it('no key, no other origin and no stranger gets them, and no address shows them', async () => {
    const origin = await preview({}, { headers: { cookie: session.cookie, 'sec-fetch-site': 'cross-site' } });
    expect(origin.json().error).toBe('origine_refusee');
    expect((await preview({}, { headers: {}, key: tenant.key })).status).toBe(401);
    expect((await preview({}, { key: tenant.key })).status).toBe(401);
    expect((await preview({}, { headers: {} })).json().error).toBe('unauthorized');
    const got = await vitrine.ask({ path: '/api/sites/apercus', headers: session.headers });
    expect(got.text).not.toContain('propositions');
    const [{ ressources }] = (await preview()).json().propositions;
    expect((await vitrine.ask({ path: `${ressources}theme.css` })).status).toBe(404);
  });

  it('an account has three questions at a time', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => preview()));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
    expect(answers.find(({ status }) => status === 503)?.json().error).toBe('indisponible');
  });
});
