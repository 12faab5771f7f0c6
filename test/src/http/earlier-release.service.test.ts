/**
 * While an upgrade is rolled out, the release before this one writes to pages and articles of the same database: with the statements here, which
 * know nothing of work in progress, plans and versions.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { type BlogSite, createBlogSite } from '../../support/blog-site.ts';
import { refusalOf } from '../../support/content-api.ts';
import { openPools, query } from '../../support/database.ts';
import { keepingVisitor } from '../../support/keeping-visitor.ts';
import { sharedProgram, type TestProgram } from '../../support/program.ts';

/** Of the release before: values that are null stay, or are those of a new row. */
const EARLIER = {
  pages: {
    insert: `INSERT INTO pages (site_id, slug, titre, gabarit, publiee, contenu) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT DO NOTHING RETURNING id`,
    update: `UPDATE pages SET slug = coalesce($3, slug), titre = coalesce($4, titre), gabarit = coalesce($5, gabarit),
               publiee = coalesce($6, publiee), contenu = coalesce($7, contenu), maj_le = greatest(statement_timestamp(), vitrine_apres(maj_le))
             WHERE site_id = $1 AND id = $2 RETURNING maj_le`,
  },
  articles: {
    insert: `INSERT INTO articles (site_id, blog_id, slug, titre, extrait, image, publie, publie_le, contenu)
             VALUES ($1, $7, $2, $3, $4, '', $5, coalesce(NULL, statement_timestamp()), $6) ON CONFLICT DO NOTHING RETURNING id`,
    update: `UPDATE articles SET slug = coalesce($3, slug), titre = coalesce($4, titre), extrait = coalesce($5, extrait),
               publie = coalesce($6, publie), contenu = coalesce($7, contenu), maj_le = greatest(statement_timestamp(), vitrine_apres(maj_le))
             WHERE site_id = $1 AND id = $2 RETURNING maj_le`,
  },
} as const;

const section = JSON.stringify({ sections: { a: { type: 'corps' } }, order: ['a'] });
const THEME = {
  'templates/page.json': section,
  'templates/article.json': section,
  'sections/corps.liquid': '[{{ page.contenu }}{{ article.contenu }}]',
};

let vitrine: TestProgram;
let site: BlogSite;
let blog: string;
let pools: RolePools;
beforeAll(async () => {
  vitrine = await sharedProgram();
  pools = openPools(vitrine.databaseUrl, 'vitrine_gestion');
  site = await createBlogSite(vitrine, THEME);
  blog = await site.addBlog('journal');
});
afterAll(() => Promise.all([vitrine.close(), pools.end()]));

/** What the release before does in one transaction. */
async function earlier(text: string, values: unknown[]) {
  const { client, release } = await pools.begin();
  await client.query('SELECT vitrine_tenir_site($1)', [site.siteId]);
  const { rows } = await client.query(text, values);
  await client.query('SELECT vitrine_changer_contenu($1)', [site.siteId]);
  await client.query('COMMIT');
  release();
  return rows[0];
}

describe.each([
  ['pages', 'page', 'publiee', ''],
  ['articles', 'article', 'publie', '/blog/journal'],
] as const)('what the release before writes to %s', (kind, one, published, folder) => {
  const path = `/api/${kind}`;
  const own = () => (kind === 'articles' ? { blog_id: blog } : {});
  const ask = (method: string, at: string, body?: object) =>
    vitrine.ask({ method, path: at, key: site.key, besideSession: true, ...(body && { body }) });
  const read = async (id: string) => (await ask('GET', `${path}?id=${id}`)).json()[one];
  const versions = async (id: string) =>
    (
      await query(
        vitrine.databaseUrl,
        'SELECT moyen, valeurs FROM versions_de_contenus WHERE contenu_id = $1 ORDER BY numero',
        [id],
      )
    ).rows.map(({ moyen, valeurs }) => [moyen, valeurs.contenu]);
  /** When what visitors see was changed last, as feeds and the sitemap tell it. */
  const shownSince = async (slug: string) => {
    const view = kind === 'pages' ? 'pages_publiques' : 'articles_publics';
    const { rows } = await query(
      vitrine.databaseUrl,
      `SELECT to_char(maj_le AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS le FROM ${view} WHERE site_id = $1 AND slug = $2`,
      [site.siteId, slug],
    );
    return rows[0].le;
  };
  const update = (id: string, contenu: string | null, isShown: boolean | null = null) =>
    earlier(EARLIER[kind].update, [site.siteId, id, null, null, null, isShown, contenu]);

  it('is seen at once, is told as the last change of what is shown, and comes into the versions with the next write', async () => {
    const { visit } = keepingVisitor(vitrine, site.host);
    const body = { slug: 'partage', titre: 'T', contenu: 'un', ...own() };
    const { id } = (await ask('POST', path, body)).json();
    await ask('PATCH', path, { id, travail: { contenu: 'travail', titre: 'T2' } });
    const before = await read(id);
    expect(before.montre_le < before.maj_le).toBe(true);
    expect(await shownSince('partage')).toBe(before.montre_le);
    expect((await visit(`${folder}/partage`)).text).toContain('[un]');
    const garde = { site: site.siteId, majLe: before.maj_le };

    const { maj_le } = await update(id, 'deux');
    expect((await visit(`${folder}/partage`)).text).toContain('[deux]');
    expect(await read(id)).toEqual({ ...before, contenu: 'deux', maj_le, montre_le: maj_le });
    expect(await shownSince('partage')).toBe(maj_le);
    expect(refusalOf(await ask('PATCH', path, { id, garde, travail: {} }))).toEqual([409, 'modifie_entre_temps']);

    await ask('PATCH', path, { id, travail: { contenu: 'travail, puis' } });
    const after = await read(id);
    expect([after.montre_le, after.maj_le > maj_le]).toEqual([maj_le, true]);
    expect(await shownSince('partage')).toBe(maj_le);
    await ask('PATCH', path, { id, publier: true });
    const kept = [
      ['publication', 'un'],
      ['enregistrement', 'travail'],
      ['origine', 'deux'],
      ['enregistrement', 'travail, puis'],
    ];
    expect(await versions(id)).toEqual([...kept, ['publication', 'travail, puis']]);
    expect((await visit(`${folder}/partage`)).text).toContain('[travail, puis]');

    await update(id, null, false);
    expect([(await visit(`${folder}/partage`)).status, (await read(id))[published]]).toEqual([404, false]);
  });

  it('a text that is made there is one of here', async () => {
    const { id } = await earlier(EARLIER[kind].insert, [
      ...[site.siteId, 'la-bas', 'Là-bas', kind === 'pages' ? 'page' : '', true, 'un'],
      ...(kind === 'articles' ? [blog] : []),
    ]);
    const made = await read(id);
    expect(made).toMatchObject({ contenu: 'un', travail: null, prevu: null, montre_le: made.maj_le, a_paru: true });
    await ask('PATCH', path, { id, travail: { contenu: 'deux' } });
    expect(await read(id)).toMatchObject({ contenu: 'un', montre_le: made.maj_le });
    expect(await versions(id)).toEqual([
      ['origine', 'un'],
      ['enregistrement', 'deux'],
    ]);
  });
});
