/**
 * `npm run bench:contents [-- articles]`: what the texts of a site cost that has very many of them (5,000 articles of 10 kB, each tenth with work in
 * progress), compared with a site that has a hundredth, by turns: the pages of the list, searches in it, reading one text and saving its work in
 * progress. One request at a time; processor time of the program and PostgreSQL.
 */
import { createHash } from 'node:crypto';
import { withConnection } from '../../src/storage/database.ts';
import { faulty } from '../fault/fault.ts';
import { type Figure, judged, lineOf } from '../figure.ts';
import { median } from '../median.ts';
import { byTurns } from '../rounds.ts';
import { runBench, say } from '../run.ts';
import { startHost } from '../vitrine/host.ts';
import { signIn } from '../vitrine/sign-in.ts';
import { normalSites, type Tenant } from '../vitrine/tenants.ts';

const ARTICLES = 5_000;
/** How many times as many there are as in the small site. */
const MORE = 100;
const ROUNDS = 5;
/** Requests of a turn: enough to be seen in the processor time. */
const REQUESTS = 8;
/** Turns each bar red: milliseconds of the web process besides. */
const FAULT_MS = 400;

/** A site with texts, as its owner sees it. */
interface Site {
  readonly slug: string;
  readonly ids: readonly string[];
  /** @returns milliseconds until the whole answer is there */
  ask(path: string, init?: RequestInit): Promise<number>;
}

interface Step {
  readonly what: string;
  /** How many times as much as in the small site it may cost. */
  readonly most: number;
  readonly take: (site: Site, round: number) => Promise<number>;
}

const listed = (fields: string) => (site: Site) => site.ask(`/studio/${site.slug}/contenu?genre=articles${fields}`);
const nth = ({ ids }: Site, round: number) => ids[(round * 97) % ids.length];
const save = (site: Site, round: number) => {
  const travail = { titre: `Titre ${round}`, contenu: textOf(`saved ${round}`) };
  const body = JSON.stringify({ id: nth(site, round), travail });
  return site.ask('/api/articles', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body });
};
const STEPS: readonly Step[] = [
  { what: 'the list, changed last', most: 6, take: listed('') },
  { what: 'the list by title', most: 6, take: listed('&tri=titre') },
  { what: 'the list of drafts', most: 6, take: listed('&etat=brouillons') },
  { what: 'the list of texts that were hidden', most: 6, take: listed('&etat=retires') },
  { what: 'a search that finds a few', most: 20, take: listed('&q=numero+77') },
  { what: 'a search that finds nothing, by title', most: 20, take: listed('&q=introuvable&tri=titre') },
  { what: 'a search for a link', most: 20, take: (site) => site.ask('/api/textes?q=numero+4') },
  { what: 'reading one text', most: 3, take: (site, round) => site.ask(`/api/articles?id=${nth(site, round)}`) },
  { what: 'saving work in progress', most: 3, take: save },
];

await runBench(async ({ words, quick }) => {
  const articles = Number(words[0] ?? (quick ? 500 : ARTICLES));
  const host = await startHost(await normalSites(2));
  const origin = `http://localhost:${host.port}`;
  const siteOf = async (tenant: Tenant | undefined, count: number, fault: Readonly<Record<string, string>>) => {
    if (!tenant) throw new Error('no site');
    const { cookie, siteId } = await signIn(host.databaseUrl, tenant.slug);
    const own = {
      cookie: `vitrine_session=${cookie}`,
      'sec-fetch-site': 'same-origin',
      'x-service-site-cible': siteId,
    };
    return {
      slug: tenant.slug,
      ids: await addTexts(host.databaseUrl, siteId, count),
      ask: async (path: string, init: RequestInit = {}) => {
        const began = performance.now();
        const answer = await fetch(origin + path, { ...init, headers: { ...own, ...fault, ...init.headers } });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
        return performance.now() - began;
      },
    };
  };
  const small = await siteOf(host.tenants[0], articles / MORE, {});
  const large = await siteOf(host.tenants[1], articles, faulty({ busy: FAULT_MS }));
  const figures: Figure[] = [];
  for (const { what, most, take } of STEPS) {
    const turn = async (site: Site, round: number) => {
      const before = await host.processorTime();
      const times: number[] = [];
      for (let n = 0; n < REQUESTS; n++) times.push(await take(site, round * REQUESTS + n));
      return { times, used: (1_000 * ((await host.processorTime()) - before)) / REQUESTS };
    };
    // The first is not counted: connections, plans and the page’s script are made then.
    for (const site of [small, large]) await take(site, 0);
    const rounds = await byTurns(
      quick ? 2 : ROUNDS,
      (round) => turn(large, round),
      (round) => turn(small, round),
    );
    const times = rounds.flatMap(({ ours }) => ours.times);
    const [mine, others] = (['ours', 'theirs'] as const).map((side) => median(rounds.map((round) => round[side].used)));
    const figure = judged({
      what: `a site with ${articles} articles: ${what}: processor time, compared with a site with ${articles / MORE}`,
      bar: { most },
      // A tick of the kernel's clock, shared by the requests, is the least that can be told.
      rounds: rounds.map(({ ours, theirs }) => ours.used / Math.max(theirs.used, 10 / REQUESTS)),
      measured: `${mine?.toFixed(1)} ms beside ${others?.toFixed(1)} ms; answered after ${median(times).toFixed(0)} ms, the longest of ${times.length} after ${Math.max(...times).toFixed(0)} ms`,
      fault: `a request takes ${FAULT_MS} ms more of the web process`,
      values: { median: median(times), longest: Math.max(...times) },
    });
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
