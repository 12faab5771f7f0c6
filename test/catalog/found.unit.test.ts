import { describe, expect, it } from 'vitest';
import type { PageRequest, SiteContent } from '../../engine/index.ts';
import { CATALOG_FOLDER, readCatalogFrom } from '../../src/themes/catalog.ts';
import { loadedTheme } from '../engine/support.ts';
import { type ReadPage, readPage } from '../support/found/page-head.ts';
import { faultsIn, nodesIn } from '../support/found/schema-org.ts';
import { NONCE } from '../support/shown-theme.ts';

const ORIGIN = 'https://site.example';

/** Texts that would leave an attribute, a title, a script or a line of JSON, were they put out as they are. */
const HOSTILE = [
  '"quotes" and \'quotes\' and `ticks`',
  '</script><script>alert(1)</script>',
  '</SCRIPT ><img src=x onerror=alert(1)>',
  '<!-- <script>',
  '--><b>',
  '</title><meta name="robots" content="noindex">',
  '"><link rel="canonical" href="https://elsewhere.example/">',
  '","@type":"Person","name":"',
  '\\"}]}\\u003c',
  'line\u2028separator\u2029paragraph',
  'two\nlines\r\nand\ttabs',
  ']]> <![CDATA[',
  '{{ 7 | times: 6 }} {% raw %}',
  '&quot;&lt;/script&gt;&amp;amp;',
  'half \ud83d of a pair',
];

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A site that says everything, all of it hostile. */
const siteSaying = (text: string): SiteContent => ({
  site: {
    ...{ nom: text, slug: 's', description: text, adresse: ORIGIN, telephone: text, courriel: text },
    adresse_postale: { rue: text, complement: text, code_postal: text, ville: text, pays: text, texte: text },
    horaires: [{ jour: 'Lundi', schema: 'Monday', ferme: false, plages: [{ de: '09:00', a: '24:00' }], texte: text }],
    exceptions: [
      { libelle: text, du: '2026-12-24', au: '2026-12-26', dates: text, ferme: true, plages: [], texte: text },
      {
        libelle: '',
        du: '2026-12-31',
        au: '2026-12-31',
        dates: text,
        ferme: false,
        plages: [{ de: '18:00', a: '02:00' }],
        texte: text,
      },
    ],
    reseaux: [{ id: 'x', nom: text, adresse: 'https://network.example/a' }],
    ...{ activite: 'Restaurant', image: 'https://pictures.example/a.jpg' },
  },
  menus: {},
});

function viewsSaying(text: string): Record<string, Omit<PageRequest, 'nonce'>> {
  const page = { titre: text, slug: 'x', contenu: '<p>corps</p>', demande: '', instant: 0, description: text } as const;
  const blog = { titre: text, description: text, adresse: '/blog/b' };
  const article = {
    ...{ titre: text, extrait: text, adresse: '/blog/b/a', image: `/medias/${text}`, contenu: '<p>corps</p>', blog },
    ...{ date: '2026-08-01T10:00:00.000000Z', modifie: '2026-08-02T10:00:00.000000Z' },
  };
  const pagination = { page: 1, pages: 1, precedente: '', suivante: '' };
  return {
    index: { templates: ['index'], page: { ...page, slug: '', genre: 'accueil', adresse: '/' } },
    page: { templates: ['page'], page: { ...page, seo_titre: text, genre: 'page', adresse: '/x' } },
    blog: {
      templates: ['blog'],
      page: { ...page, genre: 'blog', adresse: '/blog/b' },
      blog: { ...blog, flux: '/blog/b.atom', articles: [article], blogs: [blog], pagination },
    },
    article: { templates: ['article'], page: { ...page, genre: 'article', adresse: '/blog/b/a' }, article },
    404: { templates: ['404'], page: { ...page, slug: '', genre: 'introuvable' } },
  };
}

const themes = await readCatalogFrom(CATALOG_FOLDER);

describe.each(themes.map((theme) => [theme.id, theme] as const))('%s', (_id, { files }) => {
  const theme = loadedTheme(files);
  const show = (content: SiteContent, view: Omit<PageRequest, 'nonce'>): ReadPage => {
    const result = theme.render(content, { ...view, nonce: NONCE });
    if (result.outcome !== 'page' || result.incidents.length > 0) throw new Error(JSON.stringify(result).slice(0, 500));
    return readPage(result.html);
  };

  it.each(HOSTILE)('keeps %j inside titles, attributes and structured data', (text) => {
    const content = siteSaying(text);
    for (const [name, view] of Object.entries(viewsSaying(text))) {
      const page = show(content, view);
      expect([name, page.strays]).toEqual([name, []]);
      expect(page.titles.map(squeezed)).toEqual([expect.stringContaining(squeezed(text))]);
      expect(page.metas.get('robots')).toBeUndefined();
      expect(page.links.get('canonical') ?? []).toEqual(name === '404' ? [] : [`${ORIGIN}${view.page.adresse}`]);
      expect(page.metas.get('og:site_name')?.map(squeezed)).toEqual([squeezed(text)]);
      const nodes = nodesIn(page.data);
      const house = nodes.find((node) => node['@type'] === 'Restaurant');
      expect(house).toMatchObject({ name: text, telephone: text, email: text, address: { postalCode: text } });
      expect(nodes.filter((node) => node['@type'] === 'Person')).toEqual([]);
      if (name === 'article') expect(nodes[0]).toMatchObject({ '@type': 'BlogPosting', headline: text });
    }
  });

  it('marks the home page in its menus where the page is shown, and not where nothing is found', () => {
    const site = { nom: 'Chez Léa', slug: 'lea', description: '', adresse: ORIGIN, activite: 'Organization' };
    const entries = [
      { titre: 'Accueil', url: '/' },
      { titre: 'Plus', url: '#', enfants: [{ titre: 'Maison', url: '/' }] },
    ];
    const menus = Object.fromEntries(['principal', 'pied', 'footer', 'main'].map((name) => [name, entries]));
    const views = viewsSaying('Titre');
    const marked = (name: string) => show({ site, menus }, views[name] as (typeof views)[string]).currents;
    expect(new Set(marked('index'))).toEqual(new Set(['/']));
    expect(marked('404')).toEqual([]);
  });

  it('says nothing of what is not said', () => {
    const site = { nom: 'Chez Léa', slug: 'lea', description: '', adresse: ORIGIN, activite: 'Organization' };
    const views = viewsSaying('Titre');
    for (const [name, { article, blog, page, ...view }] of Object.entries(views)) {
      const { description: _, ...bare } = page;
      const shown = show(
        { site, menus: {} },
        {
          ...{ ...view, page: bare },
          ...(article && { article: { ...article, extrait: '', image: '' } }),
          ...(blog && { blog }),
        },
      );
      const nodes = nodesIn(shown.data);
      expect([name, faultsIn(nodes, ORIGIN)]).toEqual([name, []]);
      expect(shown.data.join('')).not.toMatch(/:(?:""|null|\[\]|\{\})/);
      expect([...shown.metas.values()].flat()).not.toContain('');
      expect(nodes.at(-1)).toEqual({
        ...{ '@type': 'Organization', '@id': `${ORIGIN}/#organisation`, url: `${ORIGIN}/`, name: 'Chez Léa' },
      });
    }
  });

  it('tells hours past midnight and days of closure as Google reads them', () => {
    const shown = show(siteSaying('x'), viewsSaying('x').index as Omit<PageRequest, 'nonce'>);
    expect(nodesIn(shown.data).at(-1)).toMatchObject({
      openingHoursSpecification: [{ dayOfWeek: 'https://schema.org/Monday', opens: '09:00', closes: '23:59' }],
      specialOpeningHoursSpecification: [
        { opens: '00:00', closes: '00:00', validFrom: '2026-12-24', validThrough: '2026-12-26' },
        { opens: '18:00', closes: '02:00', validFrom: '2026-12-31', validThrough: '2026-12-31' },
      ],
    });
  });
});
