/** The pages that the engine is measured with: those of the catalog, and some that each use one part of the language a lot. */
import type { Page, SiteContent, ThemeFiles } from '../../engine/index.ts';
import demo from '../../src/demo/origo.json' with { type: 'json' };
import { applyEdition, readCatalogTheme } from '../../src/themes/catalog.ts';

export interface BenchPage {
  readonly name: string;
  readonly files: ThemeFiles;
  readonly content: SiteContent;
  readonly template: string;
  readonly page: Page;
}

const HOME: Page = { titre: 'Accueil', slug: '', contenu: '', demande: '' };
const SITE: SiteContent = {
  site: { nom: demo.nom, slug: demo.slug, description: demo.description, adresse: 'https://site.example' },
  menus: demo.menus,
};

const WORDS =
  'un meuble part toujours d’un mur une habitude un arbre tombé à vingt kilomètres nous partons de là'.split(' ');
/** Text of some number of words, the same in every run. */
const prose = (words: number, from = 0): string =>
  Array.from({ length: words }, (_, index) => WORDS[(from * 7 + index * 5) % WORDS.length]).join(' ');

/** What the section shows depends on the request, as far as the engine knows: it can keep no part of it for the next page. */
const OF_THE_REQUEST =
  "{%- if page.demande == 'jamais' -%}{%- assign section = page -%}{%- assign site = page -%}{%- endif -%}";

/** A theme with one section. @param values the section's entry in the template */
function theme(section: string, values: object, snippets: Record<string, string> = {}): ThemeFiles {
  return {
    'layout/theme.liquid':
      '<!DOCTYPE html><html lang="fr"><title>{{ page.titre | escape }}</title>{{ content_for_layout }}</html>',
    'templates/index.json': JSON.stringify({ sections: { s: { type: 's', ...values } }, order: ['s'] }),
    'config/settings_schema.json': '[]',
    'sections/s.liquid': `${OF_THE_REQUEST}${section}<p>{{ page.demande }}</p>`,
    ...Object.fromEntries(Object.entries(snippets).map(([name, source]) => [`snippets/${name}.liquid`, source])),
  };
}

const blocks = (count: number, settings: (index: number) => object) => ({
  blocks: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `b${index}`,
      { type: index % 3 ? 'carte' : 'citation', settings: settings(index) },
    ]),
  ),
  block_order: Array.from({ length: count }, (_, index) => `b${index}`),
});

/** Articles of a blog, as a site's content has them. */
const ARTICLES = Array.from({ length: 50 }, (_, index) => ({
  titre: `${index % 9 ? '' : '« '}Article ${index} : ${prose(6, index)}`,
  extrait: prose(38, index),
  adresse: `/blog/atelier/article-${index}`,
  image: index % 4 ? `image-${index % 6}.svg` : null,
  date: `2026-0${1 + (index % 9)}-1${index % 10}`,
  auteur: { nom: `Hélène ${index % 3}`, role: 'Ébéniste' },
  etiquettes: ['bois', 'atelier', 'angers'].slice(0, 1 + (index % 3)),
}));

const BLOG = `<h1>{{ section.settings.titre | escape }}</h1><ul class="articles">
{%- for article in site.articles %}
  <li class="article{% if forloop.first %} article-une{% elsif forloop.last %} article-fin{% endif %}">
    {%- if article.image %}
    <img src="{{ article.image | asset_url }}" alt="" width="640" height="400"{% unless forloop.first %} loading="lazy"{% endunless %}>
    {%- endif %}
    <h2><a href="{{ article.adresse | escape }}">{{ article.titre | escape }}</a></h2>
    <p class="date">{{ article.date }} – {{ article.auteur.nom | escape }}, {{ article.auteur.role | downcase }}</p>
    <p>{{ article.extrait | escape }}</p>
    {%- if article.etiquettes.size > 0 %}
    <p class="etiquettes">{% for etiquette in article.etiquettes %}<span>{{ etiquette | capitalize }}</span>{% unless forloop.last %}, {% endunless %}{% endfor %}</p>
    {%- endif %}
  </li>
{%- endfor %}
</ul><p>{{ site.articles.size }} articles</p>`;

const BLOCKS = `{%- for block in section.blocks -%}
{%- assign classe = 'bloc bloc-' | append: block.type -%}
{%- case block.type -%}
{%- when 'carte' -%}
<article class="{{ classe }}" id="{{ block.id }}"><h3>{{ forloop.index }}. {{ block.settings.titre | escape }}</h3>
<p>{{ block.settings.texte | escape }}</p>{% if block.settings.prix > 60 %}<p class="prix">{{ block.settings.prix }} €</p>{% endif %}</article>
{%- when 'citation' -%}
<blockquote class="{{ classe }}">{{ block.settings.texte | lignes }}<cite>{{ block.settings.titre | escape | default: 'Anonyme' }}</cite></blockquote>
{%- endcase -%}
{%- endfor -%}`;

const FILTERS = `{%- for block in section.blocks -%}
<h3>{{ block.settings.titre | upcase | truncate: 24 | escape }}</h3>
<p>{{ block.settings.texte | capitalize | truncatewords: 12 | escape }}</p>
<p>{{ block.settings.texte | replace: 'un ', 'une ' | remove: 'là' | strip | escape }}</p>
<p>{{ block.settings.prix | times: 12 | plus: 7 | divided_by: 5 | modulo: 97 }} – {{ block.settings.prix | at_least: 20 | minus: 3 }}</p>
<p>{{ block.settings.html | strip_html | newline_to_br }} {{ block.settings.date | date: '%d/%m/%Y' }}</p>
<a href="/recherche?q={{ block.settings.titre | url_encode }}">{{ block.settings.titre | slice: 0, 7 | append: '…' | escape }}</a>
<p>{{ block.settings.note | default: 'sans note' | downcase | escape }} {{ block.settings.titre | size }}</p>
{%- endfor -%}
{%- assign cartes = section.blocks | where: 'type', 'carte' -%}
<p>{{ cartes.size }} {{ section.blocks | map: 'type' | uniq | sort | join: ', ' }} {{ section.blocks | reverse | map: 'id' | first }}</p>`;

const WORD_LISTS = `{%- for block in section.blocks -%}
{%- assign mots = block.settings.texte | split: ' ' -%}
<p>{{ mots | size }} mots, {{ mots | uniq | size }} distincts : {{ mots | sort | uniq | join: ', ' | escape }}</p>
{%- endfor -%}`;

const DEEP = "{% for block in section.blocks %}{% render 'carte', bloc: block, niveau: 1 %}{% endfor %}";
const DEEP_SNIPPETS = {
  carte: `<article class="carte n{{ niveau }}">{% render 'tete', titre: bloc.settings.titre, numero: niveau %}{% render 'corps', bloc: bloc %}</article>`,
  tete: `<header>{% if numero == 1 %}{% render 'picto', nom: 'etoile' %}{% endif %}<h3>{{ titre | escape }}</h3></header>`,
  corps: `<div>{{ bloc.settings.texte | escape }}{% render 'pied', liens: bloc.settings.liens, id: bloc.id %}</div>`,
  pied: `<footer id="{{ id }}">{% for lien in liens %}{% render 'lien', lien: lien, dernier: forloop.last %}{% endfor %}</footer>`,
  lien: `<a href="{{ lien.url | escape }}">{% render 'picto', nom: lien.picto %}{{ lien.titre | escape }}</a>{% unless dernier %} · {% endunless %}`,
  picto: `<svg class="picto picto-{{ nom | default: 'point' }}" aria-hidden="true"><use href="#{{ nom }}"/></svg>`,
};

const TABLE = `<table><caption>{{ section.settings.titre | escape }}</caption>
{%- for jour in section.settings.jours -%}
<tr class="{% cycle 'pair', 'impair' %}"><th>{{ jour.nom | escape }}</th>
{%- for heure in (8..19) -%}
<td{% if heure >= jour.de and heure < jour.a %} class="ouvert"{% elsif heure == 12 or heure == 13 %} class="pause"{% endif %}>{{ heure }} h</td>
{%- endfor -%}
</tr>
{%- endfor -%}
</table>`;

const origo = await readCatalogTheme('origo');
if (!origo) throw new Error('the catalog has no theme origo');
export const ORIGO = applyEdition(origo, demo.edition);

const custom = (name: string, files: ThemeFiles, content = SITE): BenchPage => ({
  name,
  files,
  content,
  template: 'index',
  page: HOME,
});
const catalog = (template: string, page: Partial<Page> = {}): BenchPage => ({
  name: `origo, ${template}`,
  files: ORIGO,
  content: SITE,
  template,
  page: { ...HOME, ...page },
});

const article = { titre: 'Le chêne & l’orme', slug: 'chene', contenu: `<p>${prose(400)}</p>` };
const blogContent = { ...SITE, site: { ...SITE.site, articles: ARTICLES } };

export const PAGES: readonly BenchPage[] = [
  catalog('index'),
  catalog('page', article),
  catalog('404'),
  custom('blog, 50 articles', theme(BLOG, { settings: { titre: 'Le journal' } }), blogContent),
  custom(
    '200 blocks',
    theme(
      BLOCKS,
      blocks(200, (index) => ({ titre: `Bloc ${index}`, texte: prose(12, index), prix: index })),
    ),
  ),
  custom(
    'heavy filters',
    theme(
      FILTERS,
      blocks(40, (index) => ({
        titre: `${prose(3, index)} & fils`,
        texte: prose(40, index),
        prix: 10 + index,
        date: `2026-0${1 + (index % 9)}-1${index % 10}`,
        html: `<p>${prose(9)}</p>\n<script>x</script><b>${prose(4)}</b>`,
      })),
    ),
  ),
  custom(
    'deep render',
    theme(
      DEEP,
      blocks(40, (index) => ({
        titre: `Carte ${index}`,
        texte: prose(10, index),
        liens: Array.from({ length: 4 }, (_, n) => ({
          titre: `Lien ${n}`,
          url: `/p/${index}?a=${n}&b`,
          picto: `p${n}`,
        })),
      })),
      DEEP_SNIPPETS,
    ),
  ),
  custom(
    'timetable',
    theme(TABLE, {
      settings: {
        titre: 'Horaires',
        jours: Array.from({ length: 28 }, (_, index) => ({
          nom: `Jour ${index}`,
          de: 8 + (index % 3),
          a: 17 + (index % 3),
        })),
      },
    }),
  ),
];

/** Not part of the mean: V8's own split, sort and set do nearly all of the work, in every engine. */
export const WORDS_PAGE = custom(
  'sorted word lists',
  theme(
    WORD_LISTS,
    blocks(40, (index) => ({ texte: prose(40, index) })),
  ),
);

/** What the authors of Fluid, the Liquid engine of .NET, publish for 100 products, µs. A remark: the machine and the language are others. */
export const FLUID_US = 16;

const PRODUCTS = `<ul class="produits">
  {% for produit in site.produits %}
    <li>
      <h3>{{ produit.nom }}</h3>
        Pour {{ produit.prix }}
        {{ produit.texte | truncate: 15 }}
    </li>
  {% endfor %}
</ul>
`;

const TREES = 'quercus fagus tilia fraxinus betula ulmus pinus abies larix salix populus alnus acer carpinus'.split(
  ' ',
);
const PRODUCT_TEXT = Array.from({ length: 80 }, (_, index) => TREES[(index * 5) % TREES.length])
  .join(' ')
  .slice(0, 445);

const products = (count: number): SiteContent => {
  const produits = Array.from({ length: count }, (_, n) => ({ nom: `Objet${n}`, prix: n, texte: PRODUCT_TEXT }));
  const site = { ...SITE.site, produits };
  return { ...SITE, site };
};

/**
 * The page of Fluid's own benchmark (`Fluid.Benchmarks` of sebastienros/fluid): a list of products, each with a name, a number, and 445 characters
 * cut to 15. Template and text are ours, of the same shape and lengths. Not part of the mean: so it stays that of earlier reports.
 */
export const PRODUCT_PAGES: readonly BenchPage[] = [100, 500].map((count) =>
  custom(`${count} products`, theme(PRODUCTS, {}), products(count)),
);
