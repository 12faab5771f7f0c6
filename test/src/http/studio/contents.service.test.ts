import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { momentWords } from '../../../../src/text/zoned-times.ts';
import { query } from '../../../support/database.ts';
import { htmlFaults } from '../../../support/html-faults.ts';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from '../../../support/program.ts';
import { type SignedIn, signIn } from '../../../support/sign-in.ts';

let vitrine: TestProgram;
let tenant: Tenant;
let session: SignedIn;
let blogId: string;
beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  session = await signIn(vitrine, tenant);
  blogId = (await run("INSERT INTO blogs (site_id, slug, titre) VALUES ($1, 'actualites', 'Actualités') RETURNING id"))
    .rows[0].id;
});
afterAll(() => vitrine.close());

/** A statement whose `$1` is the site. */
const run = (text: string, ...values: unknown[]) => query(vitrine.databaseUrl, text, [tenant.siteId, ...values]);

interface Shown {
  readonly title: string;
  readonly address: string;
  readonly state: readonly string[];
}

const open = (search = '') =>
  vitrine.ask({ path: `/studio/${tenant.slug}/contenu${search}`, headers: session.headers });

/** What the script of a page begins with. */
async function propsOf(search = '') {
  const { status, text } = await open(search);
  expect(status, text).toBe(200);
  return JSON.parse(text.split(' id="donnees">')[1]?.split('<')[0] ?? '').props;
}
const shownAt = async (search = ''): Promise<Shown[]> => (await propsOf(search)).texts;
const titlesAt = async (search = '') => (await shownAt(search)).map(({ title }) => title);

/** An article with these columns besides. */
async function article(slug: string, columns: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const id = randomUUID();
  const all = Object.entries({ id, blog_id: blogId, slug, titre: slug, ...columns });
  await run(
    `INSERT INTO articles (site_id, ${all.map(([name]) => name)}) VALUES ($1, ${all.map((_, n) => `$${n + 2}`)})`,
    ...all.map(([, value]) => value),
  );
  return id;
}

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe('the list of texts', () => {
  it('says what visitors see of each, and what becomes of it', async () => {
    await run(
      'INSERT INTO parametres (site_id, onglet, valeurs) VALUES ($1, \'general\', \'{"fuseau":"Indian/Reunion"}\')',
    );
    const then = inHours(48);
    const moment = momentWords(then, 'Indian/Reunion');
    expect(moment).toMatch(/heure de La Réunion$/);
    await article('vu');
    await article('a-venir', { publie_le: then });
    await article('travaille', { travail: { titre: 'Titre en travail' } });
    await article('change', { prevu: { titre: 'Autre' }, prevu_le: then });
    await article('heure', { prevu: { titre: 'Changé à son heure' }, prevu_le: inHours(-1) });
    await article('finit', { retire_le: then });
    await article('fini', { publie_le: inHours(-5), retire_le: inHours(-1) });
    await article('brouillon', { publie: false, travail: { slug: 'adresse-a-venir', titre: '' } });
    const hidden = await article('cache', { publie: false });
    await run(
      "INSERT INTO versions_de_contenus (site_id, contenu_id, numero, moyen, valeurs) VALUES ($1, $2, 1, 'publication', '{}')",
      hidden,
    );
    const told = (await shownAt('?genre=articles&tri=titre')).map(({ title, address, state }) => [
      title,
      address,
      ...state,
    ]);
    expect(told).toEqual([
      ['a-venir', '/blog/actualites/a-venir', `Prévu pour le ${moment}`],
      ['brouillon', '/blog/actualites/adresse-a-venir', 'Brouillon'],
      ['cache', '/blog/actualites/cache', 'Retiré'],
      ['change', '/blog/actualites/change', 'Publié', `Changement prévu le ${moment}`],
      ['Changé à son heure', '/blog/actualites/heure', 'Publié'],
      ['fini', '/blog/actualites/fini', 'Retiré'],
      ['finit', '/blog/actualites/finit', 'Publié', `Jusqu’au ${moment}`],
      ['Titre en travail', '/blog/actualites/travaille', 'Publié', 'Modifications non publiées'],
      ['vu', '/blog/actualites/vu', 'Publié'],
    ]);
    const filtered: Record<string, string[]> = {};
    for (const etat of ['publies', 'prevus', 'modifies', 'brouillons', 'retires']) {
      filtered[etat] = (await titlesAt(`?genre=articles&tri=titre&etat=${etat}`)) as string[];
    }
    expect(filtered).toEqual({
      publies: ['change', 'Changé à son heure', 'finit', 'Titre en travail', 'vu'],
      prevus: ['a-venir', 'change'],
      modifies: ['Titre en travail'],
      brouillons: ['brouillon'],
      retires: ['cache', 'fini'],
    });
  });

  it('finds words in titles, addresses and excerpts, in work in progress too, whatever their accents and their order', async () => {
    await article('fermeture', { titre: 'Fermé à Noël', extrait: 'La boutique rouvre le 2 janvier.' });
    await article('soldes', { travail: { titre: 'Œuvres d’été', extrait: 'Cent pour cent 100% coton' } });
    const found = async (words: string) =>
      (await titlesAt(`?genre=articles&${new URLSearchParams({ q: words })}`)).sort();
    expect(await found('NOEL ferme')).toEqual(['Fermé à Noël']);
    expect(await found('janvier fermé')).toEqual(['Fermé à Noël']);
    expect(await found('/blog/actualites/ferm')).toEqual(['Fermé à Noël']);
    expect(await found('ete')).toEqual(['Œuvres d’été']);
    expect(await found('100% coton')).toEqual(['Œuvres d’été']);
    expect(await found('100_')).toEqual([]);
    expect(await found('\\')).toEqual([]);
  });

  it('has fifty at a time, each once and in order, whatever it is sorted by', async () => {
    await run(
      `INSERT INTO articles (site_id, blog_id, slug, titre, publie_le)
       SELECT $1, $2, 'n-' || n, 'Même ' || n % 7, now() - make_interval(hours => n % 11) FROM generate_series(1, 120) n`,
      blogId,
    );
    const all = (await run('SELECT count(*)::int AS n FROM articles WHERE site_id = $1')).rows[0].n;
    for (const tri of ['modif', 'titre', 'parution']) {
      const seen: string[] = [];
      for (let next: string | null = '', pages = 0; next !== null && pages < 9; pages++) {
        const props: { texts: { id: string }[]; next: string | null } = await propsOf(
          `?${new URLSearchParams({ genre: 'articles', tri, ...(next && { apres: next }) })}`,
        );
        expect(props.texts.length).toBeLessThanOrEqual(50);
        seen.push(...props.texts.map(({ id }) => id));
        next = props.next;
      }
      expect([tri, seen.length, new Set(seen).size]).toEqual([tri, all, all]);
    }
  });

  it('begins anew where a place, a filter or a blog is none', async () => {
    for (const search of [
      'apres=x',
      'apres=2026-02-31T00:00:00.000000Z_x',
      'tri=titre&apres=_',
      'etat=x',
      'blog=x',
      'tri=x',
      'genre=x&apres=%00',
      'q=%00',
    ]) {
      expect([search, (await open(`?genre=articles&${search}`)).status]).toEqual([search, 200]);
    }
    const { isFirst } = await propsOf('?genre=articles&apres=x');
    expect(isFirst).toBe(true);
  });

  it('has pages, with the way to what « Personnaliser » makes', async () => {
    await run(
      "INSERT INTO pages (site_id, slug, titre, publiee) VALUES ($1, '', 'Accueil', true), ($1, 'tarifs', '', true), ($1, 'equipe', 'Équipe', false)",
    );
    const { rows } = await run(
      "INSERT INTO themes (site_id, nom, role, lignee) VALUES ($1, 'Thème', 'publie', gen_random_uuid()) RETURNING id",
    );
    const props = await propsOf('?tri=titre');
    expect(props.customise).toBe(`/studio/${tenant.slug}/themes/${rows[0].id}/personnaliser`);
    expect(props.texts.map(({ title, state }: Shown) => [title, ...state])).toEqual([
      ['/tarifs', 'Publiée'],
      ['Accueil', 'Publiée'],
      ['Équipe', 'Brouillon'],
    ]);
  });

  it('has the blogs with their numbers of articles, and what was deleted in thirty days', async () => {
    await run("INSERT INTO blogs (site_id, slug, titre) VALUES ($1, 'recettes', 'Recettes')");
    const { blogs } = await propsOf('?genre=blogs');
    expect(blogs.map(({ titre, articles }: { titre: string; articles: number }) => [titre, articles > 100])).toEqual([
      ['Actualités', true],
      ['Recettes', false],
    ]);
    await run(
      `INSERT INTO contenus_supprimes (site_id, id, genre, titre, valeurs, auteur, supprime_le)
       SELECT $1, gen_random_uuid(), 'article', 'Il y a ' || n || ' jours', '{}', 'lea@exemple.fr', now() - make_interval(days => n) FROM unnest('{1,29,31}'::int[]) n`,
    );
    const { deleted } = await propsOf('?genre=supprimes');
    expect(deleted.map(({ titre }: { titre: string }) => titre)).toEqual(['Il y a 1 jours', 'Il y a 29 jours']);
  });

  it('is asked by the editor for what a link may lead to', async () => {
    const ask = async (q: string) =>
      (await vitrine.ask({ path: `/api/textes?${new URLSearchParams({ q })}`, headers: session.headers })).json();
    const { textes } = await ask('noel ferme');
    expect(textes).toEqual([
      {
        ...{ genre: 'article', id: expect.any(String), titre: 'Fermé à Noël', adresse: '/blog/actualites/fermeture' },
        visible: true,
      },
    ]);
    expect((await ask('tarifs')).textes.map(({ titre, adresse }: Record<string, string>) => [titre, adresse])).toEqual([
      ['/tarifs', '/tarifs'],
    ]);
    expect((await ask('')).textes).toHaveLength(20);
    await run(
      `INSERT INTO pages (site_id, slug, titre, publiee, travail) VALUES ($1, 'piege', 'Piège', false, '{"slug": "/ailleurs.example"}')`,
    );
    expect((await ask('piege')).textes.map(({ adresse }: Record<string, string>) => adresse)).toEqual(['/piege']);
  });

  it('is valid HTML in each of its tabs', async () => {
    for (const search of ['', '?q=rien', '?genre=articles', '?genre=blogs', '?genre=supprimes']) {
      expect([search, await htmlFaults((await open(search)).text)]).toEqual([search, []]);
    }
  });
});
