/** Texts appear, change and end at the instants that are planned, by the database's clock, on every instance, in all that visitors read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantAt } from '../../../src/text/zoned-times.ts';
import { BLOG_THEME, type BlogSite, createBlogSite } from '../../support/blog-site.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { handInInstants } from '../../support/database-instant.ts';
import { keepingVisitor } from '../../support/keeping-visitor.ts';
import { startTestProgram, type TestProgram } from '../../support/program.ts';
import { signIn } from '../../support/sign-in.ts';

const section = (type: string) => JSON.stringify({ sections: { a: { type } }, order: ['a'] });
const THEME = {
  ...BLOG_THEME,
  'layout/theme.liquid': '<title>{{ page.seo_titre }}</title>{{ site.nom }} {{ content_for_layout }}',
  'templates/page.json': section('page'),
  'sections/page.liquid': '{{ page.titre }} {{ page.contenu }}',
};

/** A change of the clocks: what is planned is the first minute after a leap, or one that comes twice. */
const CHANGES: readonly (readonly [zone: string, spring: Local, autumn: Local])[] = [
  ['Europe/Paris', ['2027-03-28', '03:00'], ['2027-10-31', '02:30']],
  ['America/New_York', ['2027-03-14', '03:00'], ['2027-11-07', '01:30']],
  ['Pacific/Auckland', ['2027-09-26', '03:00'], ['2028-04-02', '02:30']],
];
type Local = readonly [day: string, time: string];

/** All instants that a clock shows the time at: those that come twice are planned apart. */
function instantsOf(zone: string, [day, time]: Local): string[] {
  const named = instantAt(day, time, zone);
  if (named.kind === 'none') throw new Error(`${day} ${time} does not exist in ${zone}`);
  return named.kind === 'one' ? [named.instant] : [named.first, named.second];
}

let first: TestProgram;
let second: TestProgram;
let handIn: (instant: string) => Promise<void>;
beforeAll(async () => {
  const databaseUrl = await freshDatabase();
  handIn = await handInInstants(databaseUrl);
  first = await startTestProgram({}, { databaseUrl });
  second = await startTestProgram({}, { databaseUrl });
});
afterAll(() => Promise.all([first.close(), second.close()]));

const sql = (text: string, values: unknown[]) => query(first.databaseUrl, text, values);
/** A site with a page and an article of each kind of plan, all for one instant. */
async function plan(instant: string): Promise<BlogSite> {
  const site = await createBlogSite(first, THEME);
  const blogId = await site.addBlog('journal');
  const change = JSON.stringify({ titre: 'NOUVEAU', contenu: 'neuf', seo_titre: 'TITRE-NEUF' });
  await sql(
    `INSERT INTO pages (site_id, slug, titre, contenu, gabarit, publiee, publie_le, retire_le, prevu, prevu_le) VALUES
       ($1, 'toujours', 'TOUJOURS', '', 'page', true, NULL, NULL, NULL, NULL),
       ($1, 'debut', 'DEBUT', '', 'page', true, $2, NULL, NULL, NULL),
       ($1, 'fin', 'FIN', '', 'page', true, NULL, $2, NULL, NULL),
       ($1, 'change', 'ANCIEN', 'vieux', 'page', true, NULL, NULL, $3, $2),
       ($1, 'jamais', 'JAMAIS', '', 'page', false, $2, NULL, NULL, NULL)`,
    [site.siteId, instant, change],
  );
  await sql(
    `INSERT INTO articles (site_id, blog_id, slug, titre, contenu, publie, publie_le, retire_le, prevu, prevu_le) VALUES
       ($1, $4, 'toujours', 'A-TOUJOURS', '', true, '2020-01-01', NULL, NULL, NULL),
       ($1, $4, 'debut', 'A-DEBUT', '', true, $2, NULL, NULL, NULL),
       ($1, $4, 'fin', 'A-FIN', '', true, '2020-01-02', $2, NULL, NULL),
       ($1, $4, 'change', 'A-ANCIEN', 'vieux', true, '2020-01-03', NULL, $3::jsonb || '{"titre": "A-NOUVEAU"}', $2),
       ($1, $4, 'jamais', 'A-JAMAIS', '', false, $2, NULL, NULL, NULL)`,
    [site.siteId, instant, change, blogId],
  );
  return site;
}

const LISTS = ['/blog', '/blog/journal', '/blog.atom', '/blog/journal.atom', '/llms.txt'];
const SLUGS = ['toujours', 'debut', 'fin', 'change', 'jamais'];
const TEXTS = ['', '/blog/journal'].flatMap((folder) => SLUGS.map((slug) => `${folder}/${slug}`));

/** All that a visitor can see of a site: titles in lists, addresses in the sitemap, status and title of each text. */
type Seen = Readonly<Record<string, readonly string[]>>;

const TITLES = /(?:A-)?(?:TOUJOURS|DEBUT|FIN|ANCIEN|NOUVEAU|JAMAIS|TITRE-NEUF)/g;
const titlesIn = (text: string) => [...new Set(text.match(TITLES) ?? [])].sort();

/** What a visitor who keeps pages sees. */
function visitor(at: TestProgram, { host }: BlogSite) {
  const { visit, confirmed } = keepingVisitor(at, host);
  return {
    confirmed,
    async look(): Promise<Seen> {
      const seen: Record<string, readonly string[]> = {};
      for (const path of LISTS) seen[path] = titlesIn((await visit(path)).text);
      const sitemap = (await visit('/sitemap.xml')).text.matchAll(/<loc>http:\/\/[^/]+(\/[^<]+)</g);
      seen['/sitemap.xml'] = [...sitemap].map(([, path = '']) => path).sort();
      for (const path of TEXTS) {
        const { status, text } = await visit(path);
        seen[path] = [String(status), ...(status === 200 ? titlesIn(text) : [])];
      }
      return seen;
    },
  };
}

/** What is to be seen before the instant, or from then on. */
function expected(isThere: boolean): Seen {
  const articles = isThere ? ['A-DEBUT', 'A-NOUVEAU', 'A-TOUJOURS'] : ['A-ANCIEN', 'A-FIN', 'A-TOUJOURS'];
  const pages = isThere ? ['DEBUT', 'NOUVEAU', 'TOUJOURS'] : ['ANCIEN', 'FIN', 'TOUJOURS'];
  const slugs = ['change', isThere ? 'debut' : 'fin', 'toujours'];
  const text = (slug: string, prefix: string): string[] => {
    if (slug === 'toujours') return ['200', `${prefix}TOUJOURS`];
    if (slug === 'change') return ['200', ...(isThere ? [`${prefix}NOUVEAU`, 'TITRE-NEUF'] : [`${prefix}ANCIEN`])];
    return slug === (isThere ? 'debut' : 'fin') ? ['200', prefix + slug.toUpperCase()] : ['404'];
  };
  return {
    ...Object.fromEntries(
      LISTS.map((path) => [path, path === '/llms.txt' ? [...articles, ...pages].sort() : articles]),
    ),
    '/sitemap.xml': [
      '/blog',
      '/blog/journal',
      ...slugs.map((slug) => `/blog/journal/${slug}`),
      ...slugs.map((s) => `/${s}`),
    ].sort(),
    ...Object.fromEntries(SLUGS.map((slug) => [`/${slug}`, text(slug, '')])),
    ...Object.fromEntries(SLUGS.map((slug) => [`/blog/journal/${slug}`, text(slug, 'A-')])),
  };
}

/** The instant one microsecond before one of a full minute. */
const beforeThat = (instant: string) => new Date(Date.parse(instant) - 1).toISOString().replace('999Z', '999999Z');

describe.each(CHANGES)('texts that are planned for the changes of the clocks in %s', (zone, spring, autumn) => {
  it.each([
    ...instantsOf(zone, spring),
    ...instantsOf(zone, autumn),
  ])('are old one microsecond before %s, and new then, everywhere and on each instance', async (instant) => {
    const site = await plan(instant);
    const visitors = [visitor(first, site), visitor(second, site)];
    await handIn(beforeThat(instant));
    // The second look is of pages that are kept, and of addresses where nothing was.
    for (let looks = 0; looks < 2; looks++) {
      for (const each of visitors) expect(await each.look()).toEqual(expected(false));
    }
    const confirmed = visitors.map((each) => each.confirmed());
    for (const count of confirmed) expect(count).toBeGreaterThan(10);
    await handIn(instant);
    for (let looks = 0; looks < 2; looks++) {
      for (const each of [...visitors].reverse()) expect(await each.look()).toEqual(expected(true));
    }
    for (const [n, each] of visitors.entries()) expect(each.confirmed()).toBeGreaterThan((confirmed[n] ?? 0) + 10);
  });
});

it('a write that is made after a plan has come true is seen, however late that instant is', async () => {
  const instant = '2027-06-01T10:00:00Z';
  const site = await plan(instant);
  await handIn(instant);
  const visitors = [visitor(first, site), visitor(second, site)];
  for (const each of visitors) expect(await each.look()).toEqual(expected(true));
  const { rows } = await sql("SELECT id FROM pages WHERE site_id = $1 AND slug = 'toujours'", [site.siteId]);
  const body = { id: rows[0].id, titre: 'TOUJOURS FIN' };
  expect(
    (await first.ask({ method: 'PATCH', path: '/api/pages', key: site.key, besideSession: true, body })).status,
  ).toBe(200);
  for (const each of visitors) {
    const seen = await each.look();
    expect(seen['/toujours']).toEqual(['200', 'FIN', 'TOUJOURS']);
    expect(seen['/llms.txt']).toContain('FIN');
  }
});

it('previews show texts as visitors see them at the instant', async () => {
  const instant = '2027-03-28T01:00:00Z';
  const site = await plan(instant);
  const { headers } = await signIn(first, site);
  const { rows } = await sql('SELECT id FROM themes WHERE site_id = $1', [site.siteId]);
  const preview = async (adresse: string) => {
    const body = { adresse, nonce: 'bm9uY2UgZGUgbOKAmWFwZXJjdQ==' };
    const answer = await first.ask({ method: 'POST', path: `/api/themes/${rows[0].id}/apercu`, headers, body });
    const { statut, html } = answer.json();
    return [String(statut), ...(statut === 200 ? titlesIn(html) : [])];
  };
  for (const isThere of [false, true]) {
    await handIn(isThere ? instant : beforeThat(instant));
    const all = expected(isThere);
    for (const path of ['/blog', ...TEXTS]) {
      const [one] = all[path] ?? [];
      expect(await preview(path), path).toEqual(path === '/blog' ? ['200', ...(all[path] ?? [])] : one && all[path]);
    }
  }
});
