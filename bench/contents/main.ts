/**
 * `npm run bench:contents [-- articles]`: how long the server takes for the texts of a site that has very many of them (5,000 articles of 10 kB, each
 * tenth with work in progress): the pages of the list, searches in it, reading one text and saving its work in progress. One request at a time.
 */
import { createHash } from 'node:crypto';
import { withConnection } from '../../src/storage/database.ts';
import { type Figure, lineOf, verdictOf } from '../figure.ts';
import { median } from '../median.ts';
import { runBench, say } from '../run.ts';
import { startHost } from '../vitrine/host.ts';
import { signIn } from '../vitrine/sign-in.ts';
import { normalSites } from '../vitrine/tenants.ts';

const ARTICLES = 5_000;
const ROUNDS = 20;
/** The longest that a person should wait for the server, milliseconds. */
const BAR_MS = 300;

interface Step {
  readonly what: string;
  /** Milliseconds until the whole answer is there. @param round counted from 0 */
  readonly take: (round: number) => Promise<number>;
}

await runBench(async ({ words, quick }) => {
  const articles = Number(words[0] ?? (quick ? 500 : ARTICLES));
  const rounds = quick ? 3 : ROUNDS;
  const host = await startHost(await normalSites(1));
  const [tenant] = host.tenants;
  if (!tenant) throw new Error('no site');
  const { cookie, siteId } = await signIn(host.databaseUrl, tenant.slug);
  const ids = await addTexts(host.databaseUrl, siteId, articles);
  const origin = `http://localhost:${host.port}`;
  const headers = {
    cookie: `vitrine_session=${cookie}`,
    'sec-fetch-site': 'same-origin',
    'x-service-site-cible': siteId,
  };

  const ask = async (path: string, init: RequestInit = {}): Promise<{ ms: number; text: string }> => {
    const began = performance.now();
    const answer = await fetch(origin + path, { ...init, headers: { ...headers, ...init.headers } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    return { ms: performance.now() - began, text };
  };
  const list = `/studio/${tenant.slug}/contenu?genre=articles`;
  const listed = (fields: string) => async () => (await ask(`${list}${fields}`)).ms;
  const nth = (round: number) => ids[(round * 97) % ids.length];
  const save = async (round: number) => {
    const body = JSON.stringify({
      id: nth(round),
      travail: { titre: `Titre ${round}`, contenu: textOf(`saved ${round}`) },
    });
    const sent = { 'content-type': 'application/json' };
    return (await ask('/api/articles', { method: 'PATCH', headers: sent, body })).ms;
  };
  const steps: readonly Step[] = [
    { what: 'the list, changed last', take: listed('') },
    { what: 'the list by title', take: listed('&tri=titre') },
    { what: 'the list of drafts', take: listed('&etat=brouillons') },
    { what: 'the list of texts that were hidden', take: listed('&etat=retires') },
    { what: 'a search that finds a few', take: listed('&q=numero+77') },
    { what: 'a search that finds nothing, by title', take: listed('&q=introuvable&tri=titre') },
    { what: 'a search for a link', take: async () => (await ask('/api/textes?q=numero+4')).ms },
    { what: 'reading one text', take: async (round) => (await ask(`/api/articles?id=${nth(round)}`)).ms },
    { what: 'saving work in progress', take: save },
  ];
  const figures: Figure[] = [];
  for (const { what, take } of steps) {
    const times: number[] = [];
    // The first is not counted: connections, plans and the page’s script are made then.
    await take(0);
    for (let round = 1; round <= rounds; round++) times.push(await take(round));
    const worst = Math.max(...times);
    const half = median(times);
    const figure: Figure = {
      what: `a site with ${articles} articles: ${what}`,
      bar: `< ${BAR_MS} ms`,
      measured: `median ${half.toFixed(0)} ms, longest of ${rounds} ${worst.toFixed(0)} ms`,
      verdict: verdictOf(worst < BAR_MS),
      values: { median: half, longest: worst },
    };
    say(lineOf(figure));
    figures.push(figure);
  }
  await host.end();
  return { figures, charts: [] };
});

/** About 10 kB that no compression makes small. */
function textOf(seed: string): string {
  const line = (n: number) => `<p>${createHash('sha256').update(`${seed} ${n}`).digest('hex')} mots</p>`;
  return Array.from({ length: 118 }, (_, n) => line(n)).join('\n');
}

/** Gives a site its articles. @returns their ids */
function addTexts(databaseUrl: string, siteId: string, count: number): Promise<readonly string[]> {
  return withConnection('DATABASE_URL', databaseUrl, async (client) => {
    const blog = await client.query(
      "INSERT INTO blogs (site_id, slug, titre) VALUES ($1, 'nouvelles', 'Nouvelles') RETURNING id",
      [siteId],
    );
    const made: string[] = [];
    for (let from = 0; from < count; from += 250) {
      const numbers = Array.from({ length: Math.min(250, count - from) }, (_, n) => from + n);
      const { rows: added } = await client.query(
        `INSERT INTO articles (site_id, blog_id, slug, titre, extrait, contenu, publie, publie_le, travail)
         SELECT $1, $2, 'numero-' || n, 'Été numéro ' || n, 'Ce qui se passe au numéro ' || n, texte, n % 5 > 0, now() - make_interval(hours => n),
                CASE WHEN n % 10 = 0 THEN jsonb_build_object('titre', 'Travaillé ' || n, 'contenu', texte) END
         FROM unnest($3::int[], $4::text[]) u (n, texte) RETURNING id`,
        [siteId, blog.rows[0].id, numbers, numbers.map((n) => textOf(String(n)))],
      );
      made.push(...added.map(({ id }) => id));
    }
    await client.query(
      `INSERT INTO versions_de_contenus (site_id, contenu_id, numero, moyen, valeurs)
       SELECT site_id, id, 1, 'publication', '{}' FROM articles WHERE site_id = $1 AND slug LIKE '%5'`,
      [siteId],
    );
    await client.query('ANALYZE articles, versions_de_contenus');
    return made;
  });
}
