/** Links inside a site that lead nowhere, as the API tells them. */
import { beforeAll, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { createTenant, MINIMAL_THEME, sharedProgram, type TestProgram } from '../../support/program.ts';
import { publishTheme } from '../../support/published-theme.ts';
import { signIn } from '../../support/sign-in.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});

interface Link {
  readonly adresse: string;
  readonly etat: string;
  readonly ou: readonly { readonly genre: string; readonly id: string | null; readonly nom: string }[];
}

async function owner() {
  const tenant = await createTenant(vitrine.databaseUrl);
  const { headers } = await signIn(vitrine, tenant);
  const run = (text: string, ...values: unknown[]) => query(vitrine.databaseUrl, text, [tenant.siteId, ...values]);
  await run('DELETE FROM pages WHERE site_id = $1');
  const ask = (path: string) => vitrine.ask({ method: 'GET', path, headers });
  /** All parts of the site. */
  async function links(): Promise<{ links: Link[]; parts: number }> {
    const found: Link[] = [];
    let parts = 0;
    for (let from: string | null = ''; from !== null; parts++) {
      const { liens, suite }: { liens: Link[]; suite: string | null } = (
        await ask(`/api/liens-casses${from && `?${new URLSearchParams({ apres: from })}`}`)
      ).json();
      found.push(...liens);
      from = suite;
    }
    return { links: found, parts };
  }
  const where = (all: readonly Link[]) =>
    all.flatMap(({ adresse, etat, ou }) => ou.map(({ genre, nom }) => [adresse, etat, genre, nom].join(' | '))).sort();
  return { ...tenant, ask, run, links, where };
}

it('are told of every place that visitors or authors see, and only where nothing is', async () => {
  const who = await owner();
  const { run } = who;
  await publishTheme(vitrine, who.siteId, {
    ...MINIMAL_THEME,
    'templates/page.json':
      '{"sections":{"a":{"type":"texte","settings":{"lien":"/theme-absente","texte":"<a href=\\"/tarifs\\">","adresse":"/{{ page.slug }}"}}},"order":["a"]}',
  });
  const { rows: blogs } = await run(
    `INSERT INTO blogs (site_id, slug, titre, description) VALUES ($1, 'actualites', 'Actualités', '<a href="/blog-absente">') RETURNING id`,
  );
  const { rows: files } = await run(
    `INSERT INTO medias (site_id, nom, type, empreinte, objet, octets, largeur, hauteur)
     VALUES ($1, 'plan.pdf', 'application/pdf', $2, $3, 10, 0, 0) RETURNING id`,
    Buffer.alloc(32),
    `${'a'.repeat(64)}-${'b'.repeat(16)}`,
  );
  const file = files[0].id;
  const gone = '01980000-0000-7000-8000-000000000000';
  await run(
    `INSERT INTO pages (site_id, slug, titre, publiee, contenu, travail) VALUES
       ($1, 'tarifs', 'Tarifs', true, $2, '{"contenu":"<a href=\\"/travail-absente\\">"}'),
       ($1, 'brouillon', 'Brouillon', false, '', NULL)`,
    [
      ...[
        '/tarifs',
        '/Tarifs/',
        '/',
        '/blog',
        '/blog/actualites',
        '/blog/actualites?page=2',
        '/blog/actualites/un#haut',
      ],
      ...[
        '/contact',
        '/robots.txt',
        '/sitemap.xml',
        '/llms.txt',
        '/blog.atom',
        '/theme-assets/x/y.css',
        '/redirigee?a=b',
      ],
      ...[
        '//ailleurs.example/absente',
        'https://ailleurs.example/absente',
        'mailto:a@b.fr',
        '#haut',
        'tel:1',
        'absente',
      ],
      ...['/absente?a=1&amp;b=2#c', '/brouillon', '/supprimee', '/blog/actualites/prevu', '/blog/absent/un'],
      ...[`http://${who.slug}.localhost/hote-absente`, `//${who.slug}.localhost/hote2-absente`, '/%zz', '/a b'],
      ...[`/medias/${gone}/plan.pdf`, `/medias/${file}/plan.pdf`],
    ]
      .map((address, n) => (n % 2 ? `<a class="b" href='${address}'>x</a>` : `<img src="${address}">`))
      .join(''),
  );
  await run(
    `INSERT INTO articles (site_id, blog_id, slug, titre, publie, publie_le, extrait, image) VALUES
       ($1, $2, 'un', 'Un', true, now() - interval '1 day', '<p><a href=/extrait-absente>', '/medias/${gone}/x.jpg'),
       ($1, $2, 'prevu', 'Prévu', true, now() + interval '1 day', '', '')`,
    blogs[0].id,
  );
  await run('DELETE FROM menus WHERE site_id = $1');
  await run(
    `INSERT INTO menus (site_id, menus) VALUES ($1, '{"principal":[{"titre":"/titre","url":"/tarifs","enfants":[{"titre":"b","url":"/menu-absente"}]}]}')`,
  );
  await run(
    `INSERT INTO parametres (site_id, onglet, valeurs) VALUES ($1, 'seo', '{"image":"/medias/${gone}/y.jpg"}')
     ON CONFLICT (site_id, onglet) DO UPDATE SET valeurs = excluded.valeurs`,
  );
  await run(
    `INSERT INTO redirections (site_id, de, vers, dessous, moyen) VALUES ($1, '/redirigee', '/tarifs', false, 'main'),
       ($1, '/supprimee', NULL, false, 'main'), ($1, '/vieille', '/cible-absente', false, 'main')`,
  );
  const { links } = await who.links();
  expect(who.where(links)).toEqual(
    [
      '/theme-absente | absente | theme | Essai',
      '/blog-absente | absente | blog | Actualités',
      '/menu-absente | absente | menu | principal',
      `/medias/${gone}/y.jpg | absente | reglages | seo`,
      '/cible-absente | absente | redirection | /vieille',
      '/travail-absente | absente | page | Tarifs',
      '/absente?a=1&b=2 | absente | page | Tarifs',
      '/Tarifs/ | absente | page | Tarifs',
      '/brouillon | brouillon | page | Tarifs',
      '/supprimee | supprimee | page | Tarifs',
      '/blog/actualites/prevu | brouillon | page | Tarifs',
      '/blog/absent/un | absente | page | Tarifs',
      '/hote-absente | absente | page | Tarifs',
      '/hote2-absente | absente | page | Tarifs',
      '/%zz | absente | page | Tarifs',
      `/medias/${gone}/plan.pdf | absente | page | Tarifs`,
      '/extrait-absente | absente | article | Un',
      `/medias/${gone}/x.jpg | absente | article | Un`,
    ].sort(),
  );
});

it('are told a part of the site after the other, however much the site has', async () => {
  const who = await owner();
  const { rows } = await who.run("INSERT INTO blogs (site_id, slug, titre) VALUES ($1, 'b', 'B') RETURNING id");
  await who.run(
    `INSERT INTO articles (site_id, blog_id, slug, titre, publie_le, contenu)
     SELECT $1, $2, 'a-' || n, 'A ' || n, now() - interval '1 hour', repeat('<p>texte</p>', 800) || '<a href="/absente-' || n % 7 || '">' FROM generate_series(1, 450) n`,
    rows[0].id,
  );
  await who.run(
    `INSERT INTO pages (site_id, slug, titre, contenu) SELECT $1, 'longue-' || n, 'L', '<a href="/absente-1">' || repeat('x', 500000) FROM generate_series(1, 5) n`,
  );
  const { links, parts } = await who.links();
  expect(parts).toBeGreaterThan(8);
  const places = links.flatMap(({ ou }) => ou.map(({ id }) => id));
  expect(places.length).toBe(455);
  expect(new Set(places).size).toBe(455);
  expect(new Set(links.map(({ adresse }) => adresse)).size).toBe(7);
});

it('are told of a theme of many large files a part after the other, each place once', async () => {
  const who = await owner();
  const file = `{"sections":{},"order":[],"liens":["/absente","/\\ud83d"],"mots":"${'x'.repeat(200_000)}"}`;
  await publishTheme(vitrine, who.siteId, {
    ...MINIMAL_THEME,
    ...Object.fromEntries([...Array(7).keys()].map((n) => [`templates/page.p${n}.json`, file])),
  });
  const { links: found, parts } = await who.links();
  expect(parts).toBeGreaterThan(7);
  const told = found.filter(({ ou }) => ou.some(({ genre }) => genre === 'theme'));
  expect(told.map(({ adresse, ou }) => [adresse, ou.length])).toEqual(told.map(() => ['/absente', 1]));
  expect(told.length).toBe(3);
});

it('are not all looked up where one part has very many addresses, which the answer says', async () => {
  const who = await owner();
  await who.run(
    `INSERT INTO pages (site_id, slug, titre, contenu)
     SELECT $1, 'p', 'P', string_agg('<a href="/absente-' || n || '">', '') FROM generate_series(1, 5007) n`,
  );
  const { liens, omises } = (await who.ask('/api/liens-casses?apres=pages')).json();
  expect({ looked: liens.length, omises }).toEqual({ looked: 5000, omises: 7 });
});

it('are asked by sessions alone, and a cursor that is none is refused', async () => {
  const who = await owner();
  expect((await vitrine.ask({ path: '/api/liens-casses', key: who.key })).status).toBe(401);
  for (const apres of [
    'x',
    'articles',
    'pages /a',
    'redirections 1',
    "articles '; DROP TABLE sites",
    'site /a',
    'theme x',
  ]) {
    const { status } = await who.ask(`/api/liens-casses?${new URLSearchParams({ apres })}`);
    expect([apres, status]).toEqual([apres, ['articles'].includes(apres) ? 200 : 400]);
  }
});
