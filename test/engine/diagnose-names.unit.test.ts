import { describe, expect, it } from 'vitest';
import { CODES } from '../../engine/diagnose/codes.ts';
import { type DiagnosticCode, diagnose, type ThemeDiagnostic, type ThemeFiles } from '../../engine/index.ts';
import { UNREAD_CODES } from './html-codes.ts';
import { NAME_CODES } from './name-codes.ts';

/** All but what is told of settings and snippets that nothing reads. */
const judged = (files: ThemeFiles): ThemeDiagnostic[] =>
  diagnose(files).filter(({ code }) => !UNREAD_CODES.includes(code));

const schema = (json: object) => `{% schema %}${JSON.stringify(json)}{% endschema %}`;
const setting = (type: string, id: string, more: object = {}) => ({ type, id, ...more });
const page = '{"sections":{"a":{"type":"s"}},"order":["a"]}';

/** What section `s` declares in every case. */
const DECLARED = schema({
  settings: [
    ...['texte', 'text'].map((type, at) => setting('text', ['titre', 'texte'][at] ?? type)),
    setting('image_picker', 'photo'),
    setting('menu_picker', 'menu'),
    setting('color', 'fond'),
    setting('select', 'style', { options: [{ value: 'plein' }, { value: 'ligne' }] }),
  ],
  blocks: [
    { type: 'image', settings: [setting('image_picker', 'photo'), setting('text', 'legende')] },
    { type: 'citation', settings: [setting('text', 'auteur')] },
  ],
});

const SOUND: ThemeFiles = {
  'layout/theme.liquid': '{{ content_for_layout }}',
  ...Object.fromEntries(['index', 'page', 'blog', 'article', '404'].map((name) => [`templates/${name}.json`, page])),
  'config/settings_schema.json': JSON.stringify([{ name: 'g', settings: [setting('font_picker', 'police')] }]),
  'sections/s.liquid': DECLARED,
};
const SECTION = 'sections/s.liquid';
const LAYOUT = 'layout/theme.liquid';
const SNIPPET = 'snippets/a.liquid';

/** A whole theme: the file of the case is a section unless it is told. */
function themeOf(files: string | ThemeFiles): ThemeFiles {
  const laid = typeof files === 'string' ? { [SECTION]: files } : files;
  const section = laid[SECTION] ?? '';
  return { ...SOUND, ...laid, [SECTION]: section.includes('{% schema') ? section : section + DECLARED };
}

const codesOf = (files: string | ThemeFiles) =>
  judged(themeOf(files)).map(({ chemin, code, message }) => `${chemin} ${code} ${message}`);

/** Where the marks `¦` stand around a name, and the files without them. */
function marked(files: string | ThemeFiles) {
  const laid = typeof files === 'string' ? { [SECTION]: files } : files;
  const [chemin = '', content = ''] = Object.entries(laid).find(([, text]) => text.includes('¦')) ?? [];
  const debut = content.indexOf('¦');
  const fin = content.lastIndexOf('¦') - 1;
  const before = content.slice(0, debut).split('\n');
  const plain = Object.fromEntries(Object.entries(laid).map(([path, text]) => [path, text.replaceAll('¦', '')]));
  return { chemin, debut, fin, ligne: before.length, colonne: (before.at(-1)?.length ?? 0) + 1, plain };
}

/** Each case has one mistake, its whole place between the marks; then the words that its sentence ends with, and what the correction writes. */
const MISTAKES: readonly (readonly [DiagnosticCode, string | ThemeFiles, string, string?])[] = [
  ['objet_inconnu', '{{ ¦setings¦.police }}', 'vouliez-vous « settings » ?', 'settings'],
  ['objet_inconnu', '{{ ¦inconnu¦.x }}', '« inconnu » n’existe pas ici.'],
  ['objet_inconnu', '{% assign total = 1 %}{{ total }}{{ ¦totla¦ }}', 'vouliez-vous « total » ?', 'total'],
  ['objet_inconnu', '{% if ¦paeg¦.titre %}{% endif %}', 'vouliez-vous « page » ?', 'page'],
  [
    'objet_inconnu',
    '{% for lien in menus.a %}{{ lien.url }}{{ ¦foorloop¦.index }}{% endfor %}',
    '« forloop » ?',
    'forloop',
  ],
  [
    'objet_inconnu',
    '{% for lien in menus.a %}{{ lien.url }}{% endfor %}{{ ¦lein¦.url }}',
    '« lein » n’existe pas ici.',
  ],
  ['objet_inconnu', "{{ 'a' | append: ¦titrre¦ }}", '« titrre » n’existe pas ici.'],
  [
    'objet_inconnu',
    {
      [SECTION]: "{% render 'a', titre: 'x' %}",
      [SNIPPET]: '{% doc %}\n@param titre\n{% enddoc %}{{ titre }}{{ ¦titer¦ }}',
    },
    'vouliez-vous « titre » ?',
    'titre',
  ],
  [
    'objet_inconnu',
    {
      [SECTION]: "{% render 'a', titre: 'x' %}",
      [SNIPPET]: '{% doc %}\n@param titre\n{% enddoc %}{{ titre }}{{ ¦legende¦ }}',
    },
    'l’extrait ne l’annonce pas par @param.',
  ],
  ['objet_inconnu', '{{ ¦product¦.title }}', 'ni produits, ni panier, ni clients.'],
  ['objet_inconnu', '{% assign product = ¦product¦ | sort: 1 %}{{ product }}', 'ni clients.'],
  ['objet_inconnu', { [SECTION]: "{% render 'a' %}", [SNIPPET]: '{% if ¦cart¦ %}{% endif %}' }, 'ni clients.'],
  ['objet_absent_ici', { [LAYOUT]: '{{ content_for_layout }}{{ ¦section¦.id }}' }, 'dans une enveloppe.'],
  ['objet_absent_ici', '{{ ¦content_for_layout¦ }}', 'dans une section.'],
  [
    'objet_absent_ici',
    { [SECTION]: "{% render 'a' %}", [SNIPPET]: '{{ ¦settings¦.police }}' },
    'que ce que son appel lui passe.',
  ],
  [
    'objet_hors_boucle',
    '{% for x in menus.a %}{{ x.url }}{% endfor %}{{ ¦x¦ }}',
    'que dans sa boucle : rien ne s’affiche ici.',
  ],
  ['objet_hors_boucle', '{{ ¦forloop¦.index }}', 'rien ne s’affiche ici.'],
  ['objet_hors_boucle', '{% for x in menus.a %}{{ x.url }}{% else %}{{ ¦forloop¦.index }}{% endfor %}', 'ici.'],
  ['lecture_avant_affectation', '{{ ¦x¦ }}{% assign x = 1 %}', 'que plus loin : rien ne s’affiche ici.'],
  ['lecture_avant_affectation', '{% assign x = ¦x¦ | plus: 1 %}{{ x }}', 'ici.'],
  [
    'lecture_avant_affectation',
    '{% for m in menus.a %}{{ m.url }}{{ ¦x¦ }}{% endfor %}{% capture x %}a{% endcapture %}',
    'ici.',
  ],

  ['propriete_inconnue', '{{ ¦page.tittre¦ }}', 'vouliez-vous « titre » ?', 'titre'],
  ['propriete_inconnue', '{{ ¦page.title¦ }}', 'écrivez « page.titre ».', 'page.titre'],
  ['propriete_inconnue', '{{ ¦page.metafields¦.a }}', 'déclarez un réglage dans le schéma.'],
  ['propriete_inconnue', '{{ ¦site.nim¦ }}', 'vouliez-vous « nom » ?', 'nom'],
  ['propriete_inconnue', "{{ ¦article['titel']¦ }}", 'vouliez-vous « titre » ?'],
  ['propriete_inconnue', "{{ ¦article[ 'titrre' ]¦ }}", 'vouliez-vous « titre » ?', 'titre'],
  ['propriete_inconnue', "{{ ¦article[ 'titrre']¦ }}", 'vouliez-vous « titre » ?', 'titre'],
  ['propriete_inconnue', '{{ ¦article.blog.adrese¦ }}', 'vouliez-vous « adresse » ?', 'adresse'],
  [
    'propriete_inconnue',
    '{% for x in menus.a %}{{ x.url }}{{ ¦forloop.indx¦ }}{% endfor %}',
    'vouliez-vous « index » ?',
    'index',
  ],
  ['propriete_inconnue', '{% for lien in menus.a %}{{ ¦lien.lien¦ }}{% endfor %}', ': rien ne s’affiche.'],
  [
    'propriete_inconnue',
    '{% for l in section.settings.menu %}{% for m in l.enfants %}{{ ¦m.tirte¦ }}{% endfor %}{% endfor %}',
    '« titre » ?',
    'titre',
  ],
  ['propriete_inconnue', '{{ ¦section.settings.photo.srcc¦ }}', 'vouliez-vous « src » ?', 'src'],
  ['propriete_inconnue', '{{ ¦settings.police.famly¦ }}', 'vouliez-vous « family » ?', 'family'],
  ['propriete_inconnue', '{{ ¦blog.articles.titre¦ }}', ': rien ne s’affiche.'],
  [
    'propriete_inconnue',
    '{% assign a = blog.articles | first %}{{ ¦a.extrai¦ }}',
    'vouliez-vous « extrait » ?',
    'extrait',
  ],
  [
    'propriete_inconnue',
    '{% assign a = blog.articles | sort: "date" | reverse %}{{ ¦a[0].extrai¦ }}',
    '« extrait » ?',
    'extrait',
  ],
  [
    'propriete_inconnue',
    '{% tablerow a in blog.articles %}{{ a.titre }}{{ ¦tablerowloop.cool¦ }}{% endtablerow %}',
    '« col » ?',
    'col',
  ],
  [
    'propriete_inconnue',
    {
      [SECTION]:
        "{% render 'a', image: section.settings.photo %}{% for b in section.blocks %}{% case b.type %}{% when 'image' %}{% render 'a', image: b.settings.photo %}{% endcase %}{% endfor %}",
      [SNIPPET]: '{{ image }}{{ ¦image.haut¦ }}',
    },
    ': rien ne s’affiche.',
  ],
  [
    'propriete_inconnue',
    { [SECTION]: "{% render 'a' for blog.articles as entree %}", [SNIPPET]: '{{ ¦entree.titer¦ }}{{ forloop.index }}' },
    'vouliez-vous « titre » ?',
    'titre',
  ],

  ['lecture_non_declaree', '{{ ¦section.settings.titer¦ }}', 'vouliez-vous « titre » ?', 'titre'],
  ['lecture_non_declaree', '{% assign r = section.settings %}{{ ¦r.titer¦ }}', 'vouliez-vous « titre » ?', 'titre'],
  [
    'lecture_non_declaree',
    '{% for b in section.blocks %}{{ ¦b.settings.autuer¦ }}{% endfor %}',
    'vouliez-vous « auteur » ?',
    'auteur',
  ],
  [
    'lecture_non_declaree',
    "{% for b in section.blocks %}{% case b.type %}{% when 'image' %}{{ ¦b.settings.auteur¦ }}{% endcase %}{% endfor %}",
    ': rien ne s’affiche.',
  ],
  [
    'lecture_non_declaree',
    "{% for b in section.blocks %}{% if b.type == 'citation' %}{{ ¦b.settings.photo¦.src }}{% endif %}{% endfor %}",
    ': rien ne s’affiche.',
  ],
  [
    'lecture_non_declaree',
    "{% assign c = section.blocks | where: 'type', 'citation' %}{{ ¦c.first.settings.photo¦ }}",
    ': rien ne s’affiche.',
  ],
  [
    'lecture_non_declaree',
    {
      [SECTION]: "{% for b in section.blocks %}{% render 'a', bloc: b %}{% endfor %}",
      [SNIPPET]: '{{ ¦bloc.settings.legnde¦ }}',
    },
    'vouliez-vous « legende » ?',
    'legende',
  ],
  [
    'lecture_non_declaree',
    { [SECTION]: "{% render 'a', section: section %}", [SNIPPET]: '{{ ¦section.settings.titer¦ }}' },
    'vouliez-vous « titre » ?',
    'titre',
  ],

  [
    'lecture_non_declaree',
    `{% for b in section.blocks %}{{ ¦b.settings.txete¦ }}{% endfor %}${schema({
      blocks: ['a', 'b'].map((type) => ({ type, settings: [setting('text', 'texte')] })),
    })}`,
    'vouliez-vous « texte » ?',
    'texte',
  ],

  ['variable_inutile', '{% assign ¦x¦ = 1 %}', '« x » n’est lu nulle part.'],
  ['variable_inutile', '{% capture ¦x¦ %}a{% endcapture %}', 'nulle part.'],
  [
    'comparaison_impossible',
    "{% if section.settings.style == '¦plien¦' %}{% endif %}",
    'vouliez-vous « plein » ?',
    'plein',
  ],
  [
    'comparaison_impossible',
    "{% for b in section.blocks %}{% case b.type %}{% when '¦imag¦' %}{% endcase %}{% endfor %}",
    '« image » ?',
    'image',
  ],
  ['comparaison_impossible', "{% if page.demande != '¦ok¦' %}{% endif %}", '« page.demande » ne vaut jamais « ok ».'],
  ['comparaison_impossible', "{% if template == '¦indx¦' %}{% endif %}", 'vouliez-vous « index » ?', 'index'],
  [
    'comparaison_impossible',
    {
      [SECTION]: "{% render 'a', style: section.settings.style %}",
      [SNIPPET]: "{% if style == '¦lignes¦' %}{% endif %}",
    },
    'vouliez-vous « ligne » ?',
    'ligne',
  ],

  ['filtre_inconnu', '{{ page.titre | ¦upcsae¦ }}', 'vouliez-vous « upcase » ?', 'upcase'],
  ['filtre_inconnu', '{{ page.titre | ¦xml_escape¦ }}', 'n’existe pas : écrivez « escape ».', 'escape'],
  ['filtre_inconnu', '{{ page.titre | ¦money¦ }}', 'écrivez le nombre, puis « € ».'],
  ['filtre_inconnu', '{{ page.titre | ¦monnaie¦ }}', 'n’existe pas : il ne change rien.'],
  [
    'filtre_sans_effet',
    '{{ section.blocks | ¦upcase¦ }}',
    'attend un texte et reçoit une liste : il n’en fait rien d’utile.',
  ],
  ['filtre_sans_effet', "{{ 'x' | ¦join¦: ',' }}", 'attend une liste et reçoit un texte : il n’en fait rien d’utile.'],
  [
    'filtre_sans_effet',
    '{{ blog.articles | ¦date¦: "%Y" }}',
    'attend une date et reçoit une liste : il n’en fait rien d’utile.',
  ],
  [
    'filtre_sans_effet',
    '{{ section.settings.fond | ¦font_face¦ }}',
    'attend une police et reçoit une couleur : il n’en fait rien d’utile.',
  ],
  [
    'filtre_sans_effet',
    "{{ page.titre | split: ' ' | ¦escape¦ | upcase }}",
    'reçoit une liste : il n’en fait rien d’utile.',
  ],
  ['filtre_sans_effet', '{{ blog.articles.size | ¦first¦ }}', 'reçoit un nombre : il n’en fait rien d’utile.'],

  ['section_inconnue', "{% section ¦'titer'¦ %}", 'il manque sections/titer.liquid.'],
  ['ressource_manquante', "{{ ¦'theme.css'¦ | asset_url }}", ': cette adresse ne mène nulle part.'],
  [
    'ressource_manquante',
    { [SECTION]: "{{ ¦'theem.css'¦ | asset_url }}", 'assets/theme.css': '' },
    '« theme.css » ?',
    'theme.css',
  ],
  [
    'extrait_manquant',
    { [SECTION]: "{% render ¦'bouttn'¦ %}", 'snippets/bouton.liquid': '' },
    'vouliez-vous « bouton » ?',
    'bouton',
  ],
  [
    'section_inconnue',
    { 'templates/page.json': '{"sections":{"a":{"type":¦"pied"¦}},"order":["a"]}', 'sections/pieds.liquid': '' },
    'vouliez-vous « pieds » ?',
    'pieds',
  ],

  [
    'boucle_couteuse',
    '{% for a in blog.articles %}{{ a.titre }}{% for ¦b¦ in blog.articles %}{{ b.titre }}{% endfor %}{% endfor %}',
    'la page ralentit avec le contenu du site.',
  ],
  [
    'boucle_couteuse',
    {
      [SECTION]: "{% for a in blog.blogs %}{{ a.titre }}{% render ¦'a'¦, liste: blog.articles %}{% endfor %}",
      [SNIPPET]: '{% for a in liste %}{{ a.titre }}{% endfor %}',
    },
    'le contenu du site.',
  ],

  [
    'parametre_jamais_passe',
    { [SECTION]: "{% render 'a', titre: 'x' %}", [SNIPPET]: '{{ titre }}{{ ¦soustitre¦ }}' },
    'ne lui passe « soustitre ».',
  ],
  [
    'parametre_jamais_passe',
    { [SECTION]: "{% render 'a', titre: 'x' %}", [SNIPPET]: '{% if ¦titer¦ %}{{ titre }}{% endif %}' },
    'vouliez-vous « titre » ?',
    'titre',
  ],
  [
    'parametre_inconnu',
    { [SECTION]: "{% render 'a', titre: 'x', ¦autre¦: 1 %}", [SNIPPET]: '{{ titre }}' },
    'L’extrait « a » ne lit pas « autre ».',
  ],
  [
    'parametre_inconnu',
    {
      [SECTION]: "{% render 'a', titre: 'x' %}{% render 'a', ¦titer¦: 'x' %}",
      [SNIPPET]: '{% doc %}@param titre{% enddoc %}{{ titre }}',
    },
    'vouliez-vous « titre » ?',
    'titre',
  ],
  [
    'parametre_manquant',
    {
      [SECTION]: "{% render ¦'a'¦ %}",
      [SNIPPET]:
        '{% doc %}\n  @param {string} titre - le titre\n  @param {string} [style]\n{% enddoc %}{{ titre }}{{ style }}',
    },
    'attend « titre », que cet appel ne lui passe pas.',
  ],
  [
    'parametre_manquant',
    {
      [SECTION]: "{% render 'a', titre: 'x', style: 1 %}{% render 'a', titre: 'y' %}{% render ¦'a'¦, style: 2 %}",
      [SNIPPET]: '{{ titre }}{% if style %}{{ style }}{% endif %}',
    },
    'attend « titre », que cet appel ne lui passe pas.',
  ],
  [
    'parametre_inutile',
    {
      [SECTION]: "{% render 'a', titre: 'x' %}",
      [SNIPPET]: '{% doc %}\n@param titre\n@param {string} [¦autre¦] - words\n{% enddoc %}{{ titre }}',
    },
    'Cet extrait annonce « autre » et ne le lit nulle part.',
  ],
  [
    'parametre_en_double',
    { [SECTION]: "{% render 'a', titre: 'x', ¦titre¦: 'y' %}", [SNIPPET]: '{{ titre }}' },
    '« titre » est passé deux fois : une seule valeur compte.',
  ],
];

/** The letters of a word, so that swapped ones are the same. */
const nearestLetters = (word: string): string => [...word].sort().join('');

describe('each mistake is told once, with its whole place', () => {
  it.each(
    MISTAKES.map(([code, files, ends, texte = null]) => [code, files, ends, texte] as const),
  )('%s: %j', (code, files, ends, texte) => {
    const { chemin, debut, fin, ligne, colonne, plain } = marked(files);
    const found: ThemeDiagnostic[] = judged(themeOf(plain));
    expect(found).toMatchObject([{ chemin, ligne, colonne, code, gravite: CODES[code].gravite }]);
    const [{ ligne_fin, colonne_fin, message, correction } = {} as ThemeDiagnostic] = found;
    expect([ligne_fin, colonne_fin]).toEqual([ligne, colonne + fin - debut]);
    expect(message.endsWith(ends), message).toBe(true);
    expect(correction?.texte ?? null).toBe(texte);
  });

  it('what a correction writes makes the file right', () => {
    for (const [, files, , texte] of MISTAKES) {
      if (texte === undefined) continue;
      const { chemin, plain } = marked(files);
      const [one] = judged(themeOf(plain));
      const { debut = 0, fin = 0 } = one?.correction ?? {};
      const source = themeOf(plain)[chemin] ?? '';
      const mended = { ...themeOf(plain), [chemin]: source.slice(0, debut) + texte + source.slice(fin) };
      expect([source, judged(mended)]).toEqual([source, []]);
    }
  });

  it('no tag is advised instead of one of another platform', () => {
    const [told] = judged(themeOf('{% form %}'));
    expect(told?.message).not.toContain('vouliez-vous');
    expect(told?.correction).toBeUndefined();
  });

  it('a property of another platform that has a name here is written so', () => {
    expect(judged(themeOf('{{ shop.name }}'))).toMatchObject([
      { code: 'objet_inconnu', colonne: 4, correction: { debut: 3, fin: 12, texte: 'site.nom' } },
    ]);
  });

  it('every code has its case', () => {
    expect([...new Set(MISTAKES.map(([code]) => code))]).toEqual(expect.arrayContaining(NAME_CODES));
  });

  it.each([
    ['{% fro x in menus.a %}{% endfor %}', 'la balise {% fro %} n’existe pas : vouliez-vous « for » ?', 'for'],
    ['{% if page %}{% esle %}{% endif %}', 'la balise {% esle %} n’existe pas : vouliez-vous « else » ?', 'else'],
    ['{% liquid\n ehco page.titre\n%}', 'la balise {% ehco %} n’existe pas : vouliez-vous « echo » ?', 'echo'],
    ['{%- if page %}{%- endfi -%}', 'vouliez-vous « endif » ?', 'endif'],
    ['{% nimporte %}', 'la balise {% nimporte %} n’existe pas.', undefined],
    ['{% if page %}', 'la balise {% if %} n’est jamais fermée.', undefined],
  ])('a misspelt tag: %s', (source, ends, texte) => {
    const found = judged(themeOf(source));
    const told = found.find(({ message }) => message.endsWith(ends));
    expect(told, JSON.stringify(found)).toMatchObject({ code: 'liquid_invalide' });
    const { debut = 0, fin = 0 } = told?.correction ?? {};
    expect([told?.correction?.texte, texte && nearestLetters(source.slice(debut, fin))]).toEqual([
      texte,
      texte && nearestLetters(texte),
    ]);
  });

  it('a misspelt variable that gets a value is told where it stands, and where the right name is read', () => {
    expect(codesOf('{% assign totla = 1 %}{{ total }}')).toEqual([
      `${SECTION} variable_inutile « totla » n’est lu nulle part : vouliez-vous « total » ?`,
      `${SECTION} objet_inconnu « total » n’existe pas ici : vouliez-vous « totla » ?`,
    ]);
    expect(codesOf('{% for lein in menus.a %}{{ lien.url }}{% endfor %}').map((one) => one.split(' ')[1])).toEqual([
      'variable_inutile',
      'objet_inconnu',
    ]);
  });
});

describe('nothing is told of what is not certain, or right', () => {
  it.each<[string, string | ThemeFiles]>([
    [
      'what a snippet shows only where somebody passes it',
      { [SECTION]: "{% render 'a', b: page %}", [SNIPPET]: '{{ b.titre }}{% if c %}<b>{{ c }}</b>{% endif %}' },
    ],
    [
      'objects and properties',
      '{{ page.titre }}{{ site.nom }}{{ article.blog.adresse }}{{ blog.pagination.page }}{{ template }}',
    ],
    [
      'computed names',
      "{% assign n = 'x' %}{{ page[n] }}{{ settings[n] }}{{ [n] }}{{ section.settings[n] }}{{ menus[n].first.url }}",
    ],
    ['what is set in a branch', '{% if page.slug %}{% assign x = 1 %}{% endif %}{{ x }}'],
    ['what a turn before has set', '{% for m in menus.a %}{{ m.url }}{{ x }}{% assign x = 1 %}{% endfor %}'],
    ['a default of its own', '{% assign x = x | default: 1 %}{{ x }}'],
    ['counters', '{% increment n %}{% decrement m %}'],
    ['a counter that is read', '{% increment n %}{{ n }}'],
    ['loops whose variable nobody reads', '{% for x in (1..3) %}a{% endfor %}'],
    [
      'loops in loops',
      '{% for a in menus.a %}{% for b in a.enfants %}{{ b.titre }}{{ forloop.parentloop.index }}{% endfor %}{% endfor %}',
    ],
    [
      'objects as texts',
      '{{ section.settings.photo | asset_url }}{{ section.settings.fond | upcase }}{{ section.settings.menu.size }}',
    ],
    ['texts by their characters', "{{ page.titre | first }}{{ 'x' | size }}{{ page.titre.size }}"],
    [
      'either of two types',
      '{% assign i = section.settings.photo %}{% if page.slug %}{% assign i = "a.svg" %}{% endif %}{{ i.alt }}{{ i | asset_url }}',
    ],
    [
      'settings of any block',
      '{% for b in section.blocks %}{{ b.settings.auteur }}{{ b.settings.photo.src }}{% endfor %}',
    ],
    [
      'a branch for the rest',
      "{% for b in section.blocks %}{% case b.type %}{% when 'image' %}{{ b.settings.legende }}{% else %}{{ b.settings.auteur }}{% endcase %}{% endfor %}",
    ],
    [
      'a condition turned round',
      "{% for b in section.blocks %}{% unless b.type == 'image' %}{{ b.settings.auteur }}{% endunless %}{% endfor %}",
    ],
    [
      'two conditions',
      "{% for b in section.blocks %}{% if b.type == 'image' or page.slug == 'x' %}{{ b.settings.auteur }}{% endif %}{% endfor %}",
    ],
    [
      'a loop that takes the name of another',
      "{% for b in section.blocks %}{% if b.type == 'image' %}{% for b in section.blocks %}{{ b.settings.auteur }}{% endfor %}{% endif %}{% endfor %}",
    ],
    [
      'an option that is there',
      "{% if section.settings.style == 'plein' or section.settings.style == '' %}{% endif %}",
    ],
    ['a template of another theme', "{% if template == 'collection' %}{% endif %}"],
    ['a text compared with another', "{% if page.slug == 'contact' and section.settings.titre == 'x' %}{% endif %}"],
    [
      'a list that is short',
      '{% for a in blog.articles limit: 3 %}{{ a.titre }}{% for b in blog.articles limit: 3 %}{{ b.titre }}{% endfor %}{% endfor %}',
    ],
    [
      'menus in loops over articles',
      '{% for a in blog.articles %}{{ a.titre }}{% for b in menus.a %}{{ b.titre }}{% endfor %}{% endfor %}',
    ],
    ['a snippet that nothing calls', { [SNIPPET]: '{{ x.y }}{{ settings.z }}' }],
    [
      'a snippet that asks for what nobody passes',
      {
        [SECTION]: "{% render 'a', titre: 'x' %}",
        [SNIPPET]: "{{ titre }}{{ autre | default: 'x' }}{% if ligne %}{{ titre }}{% endif %}",
      },
    ],
    [
      'what a snippet passes on',
      {
        [SECTION]: "{% render 'a', titre: 'x' %}",
        [SNIPPET]: "{% render 'b', texte: titre %}",
        'snippets/b.liquid': '{{ texte }}',
      },
    ],
    [
      'a snippet that calls itself',
      {
        [SECTION]: "{% render 'a', liste: menus.a %}",
        [SNIPPET]: "{% for lien in liste %}{{ lien.titre }}{% render 'a', liste: lien.enfants %}{% endfor %}",
      },
    ],
    [
      'parameters that may be left out',
      {
        [SECTION]: "{% render 'a' %}",
        [SNIPPET]: '{% doc %}@param {string} [titre]{% enddoc %}{{ titre }}',
      },
    ],
    [
      'a parameter that other calls leave out, too',
      {
        [SECTION]: "{% render 'a', titre: 'x' %}{% render 'a', titre: 'y' %}{% render 'a' %}{% render 'a' %}",
        [SNIPPET]: '{{ titre }}',
      },
    ],
    [
      'names that an included partial sets',
      {
        [SECTION]: "{% include 'a' %}{{ x }}{{ y.z }}",
        [SNIPPET]: '{% assign x = page.titre %}{% capture y %}{% endcapture %}{{ section.id }}',
      },
    ],
    [
      'variables that an included partial reads',
      {
        [SECTION]: "{% assign x = 1 %}{% include 'a' %}",
        [SNIPPET]: '{{ x }}',
      },
    ],
    [
      'an include of a computed name',
      {
        [SECTION]: '{% assign n = "a" %}{% include n %}{{ x.y }}{% assign z = 1 %}',
        [SNIPPET]: '{{ inconnu }}',
      },
    ],
    ['a value with its own name', { [SECTION]: "{% render 'a' with page.titre %}", [SNIPPET]: '{{ a }}' }],
    [
      'a parameter that is read through its name alone',
      {
        [SECTION]: "{% render 'a', x: 1 %}",
        [SNIPPET]: "{% assign n = 'x' %}{{ [n] }}",
      },
    ],
  ])('%s', (_what, files) => expect(codesOf(files)).toEqual([]));

  it('a file with a mistake of syntax: names that the mistake may hide are not told', () => {
    expect(
      codesOf('{% assign = x %}{% for x im menus.a %}{{ x }}{% endfor %}{% assign y = 1 %}').map(
        (one) => one.split(' ')[1],
      ),
    ).not.toContain('variable_inutile');
    const files = { [SECTION]: "{% render 'a' x: %}{% render 'a', titre %}{% if %}", [SNIPPET]: '{{ titre }}' };
    expect(codesOf(files).filter((one) => one.startsWith(SNIPPET))).toEqual([]);
  });
});

describe('a tag whose end is misspelt swallows those behind it', () => {
  it.each([
    '{% if page.titre }<b>{% assign mot = 1 %}{{ mot }}{% endif %}',
    '{% if page.titre -}{%- for mot in menus.a %}{{ mot.titre }}{{ mot.url }}{% endfor %}{% endif %}',
    '{% raw %}x{% endraw }{% assign mots = menus %}{{ mots.a }}',
    '{% assign mots = menus }{{ mots }}{% assign mot = 2 %}{{ mot }}',
    '{% if page.titre %}x{% else }{% assign mot = 2 %}{{ mot }}{% endif %}',
    '{{ page.titre }{% assign mot = 2 %}{{ mot }}{{ mot }}',
  ])('of names that it hides nothing is told: %s', (source) => {
    const told = diagnose(themeOf(source)).filter(({ code }) => NAME_CODES.includes(code));
    expect(told.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  });

  it('of others it is', () => {
    const source = '{% if page.titre }<b>{% assign mot = 1 %}{{ autre }}{% endif %}';
    expect(codesOf(source).join()).toContain('« autre » n’existe pas ici');
  });
});
