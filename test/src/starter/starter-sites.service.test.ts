import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDemoSites } from '../../../src/demo/demo-site.ts';
import { CATALOG_FOLDER, readCatalogFrom } from '../../../src/themes/catalog.ts';
import { encoded, URLENCODED } from '../../support/contact.ts';
import { query } from '../../support/database.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';

const themes = await readCatalogFrom(CATALOG_FOLDER);
const demos = new Map((await readDemoSites()).map(({ themeId, site }) => [themeId as string, site]));
const CONTACT = '/nous-contacter';

let vitrine: TestProgram;
let owner: Tenant;
let session: SignedIn['headers'];
beforeAll(async () => {
  vitrine = await startTestProgram();
});
afterAll(() => vitrine?.close());
/** An account that has made nothing yet: an account may make ten sites. */
async function newOwner(): Promise<void> {
  owner = await createTenant(vitrine.databaseUrl);
  session = (await signIn(vitrine, owner)).headers;
}

const NEW = { nom: 'Chez Léa', metier: 'artisan', origine: 'origo', edition: 'etabli' };
const make = (body: object, headers: Record<string, string> = session) =>
  vitrine.ask({ method: 'POST', path: '/api/sites', headers, body: { ...NEW, ...body } });
const codeOf = async (body: object) => {
  const answer = await make(body);
  return [answer.status, answer.json().error];
};

/** The texts of a page, as its visitors read them. */
const textOf = (html: string) => html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, ' ');
const linksOf = (html: string) => [...html.matchAll(/<a\b[^>]*\bhref="(\/[^"#?]*)/g)].map(([, path = '']) => path);

describe('a new site of the catalog', () => {
  beforeAll(newOwner);

  it.each(themes.map((theme) => [theme.id, theme] as const))('%s is whole at once', async (id, { metadata }) => {
    const [edition] = metadata.editions;
    const [metier] = edition?.metiers ?? [];
    const nom = `L’Œuvre & fils ${id}`;
    const made = await make({ nom, metier, origine: id, edition: edition?.id });
    expect(made.status, made.text).toBe(201);
    const { slug } = made.json();
    expect(slug).toBe(`l-oeuvre-et-fils-${id}`);
    const host = `${slug}.localhost`;
    const visit = (path: string) => vitrine.ask({ host, path });

    const home = await visit('/');
    const paths = new Set(['/', CONTACT, ...linksOf(home.text)]);
    expect(paths).toContain('/a-propos');
    for (const path of paths) {
      const { status, text } = await visit(path);
      expect(status, path).toBe(200);
      expect(text, path).not.toMatch(/<!--/);
      expect(text.match(/<(h[1-6]|li|section|dd|dt)\b[^>]*>\s*<\/\1>/)?.[0], path).toBeUndefined();
      expect(/<title>(.*?)<\/title>/s.exec(text)?.[1], path).toContain(`L’Œuvre &amp; fils ${id}`);
      expect(textOf(text), path).toContain(`L’Œuvre &amp; fils ${id}`);
      expect(textOf(text), path).not.toContain(demos.get(id)?.nom);
    }
    for (const anchor of home.text.matchAll(/href="\/?#([\w-]+)"/g)) {
      expect(home.text).toContain(`id="${anchor[1]}"`);
    }

    for (const path of ['/', CONTACT]) expect((await visit(path)).text).toMatch(/<form[^>]*action="\/contact"/);
    const sent = await vitrine.ask({
      host,
      method: 'POST',
      path: '/contact',
      headers: URLENCODED,
      body: encoded({ nom: 'Noé', email: 'noe@exemple.fr', message: 'Bonjour', _page: CONTACT, _instant: '' }),
    });
    expect([sent.status, sent.headers.location]).toEqual([303, expect.stringContaining('demande=merci')]);
  });

  it('has menus that name its pages', async () => {
    const { slug } = (await make({ nom: 'Menus' })).json();
    const { text } = await vitrine.ask({ host: `${slug}.localhost`, path: '/a-propos' });
    for (const word of ['Ce qui sort de l’atelier', 'À propos', 'Contact', 'Accueil']) {
      expect(textOf(text)).toContain(word);
    }
  });
});

describe('POST /api/sites', () => {
  beforeAll(newOwner);

  it('is for a browser session: a key and nobody are refused', async () => {
    const asked = { method: 'POST', path: '/api/sites', body: NEW };
    const byKey = await vitrine.ask({ ...asked, key: owner.key, besideSession: true });
    expect([byKey.status, byKey.json().error]).toEqual([401, 'unauthorized']);
    expect((await vitrine.ask(asked)).status).toBe(401);
  });

  it('refuses a session of another origin', async () => {
    expect((await make({}, { ...session, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('makes nothing of bad input', async () => {
    const sites = async () => (await query(vitrine.databaseUrl, 'SELECT count(*)::int FROM sites')).rows[0].count;
    const before = await sites();
    for (const body of [
      { nom: '' },
      { nom: ' \n ' },
      { nom: 'x'.repeat(1_000) },
      { metier: 'pirate' },
      { edition: 'inconnue' },
      { slug: 'A B' },
      { slug: '-a' },
      { slug: owner.siteId },
    ]) {
      expect(await codeOf(body), JSON.stringify(body)).toEqual([400, 'invalid_input']);
    }
    expect(await codeOf({ origine: '../origo' })).toEqual([400, 'theme_inconnu']);
    expect(await codeOf({ slug: owner.slug })).toEqual([409, 'adresse_de_site_prise']);
    expect(await sites()).toBe(before);
  });

  it('gives a typed address to one of two that ask at once', async () => {
    const asked = await Promise.all([make({ slug: 'typee' }), make({ slug: 'typee' })]);
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('gives an account without a confirmed address one site', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    await query(vitrine.databaseUrl, 'UPDATE comptes SET confirme_le = NULL WHERE id = $1', [other.accountId]);
    const { headers } = await signIn(vitrine, other);
    const answer = await make({}, headers);
    expect([answer.status, answer.json().error]).toEqual([409, 'trop_de_sites']);
  });
});
