import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODES } from '../../engine/diagnose/codes.ts';
import { DIAGNOSTICS_AT_MOST } from '../../engine/diagnose/diagnose.ts';
import { type DiagnosticCode, diagnose, type ThemeDiagnostic, type ThemeFiles } from '../../engine/index.ts';
import { runs } from '../support/soak.ts';
import { themeFiles as hostileFiles, object } from './hostile-themes.ts';
import { HTML_CODES, IMAGE_CODES, POLICY_CODES, UNREAD_CODES } from './html-codes.ts';
import { NAME_CODES } from './name-codes.ts';
import { html } from './support.ts';

const schema = (json: string) => `{% schema %}${json}{% endschema %}`;

/** A theme that nothing is wrong with: `s` declares nothing, `b` a setting, and two blocks at most. */
const SOUND: ThemeFiles = {
  'layout/theme.liquid': '{{ content_for_layout }}',
  'templates/index.json': '{"sections":{"a":{"type":"s"}},"order":["a"]}',
  'templates/404.json': '{"sections":{"a":{"type":"s"}},"order":["a"]}',
  'templates/page.json': '{"sections":{"a":{"type":"s"}},"order":["a"]}',
  'templates/blog.json': '{"sections":{"a":{"type":"s"}},"order":["a"]}',
  'templates/article.json': '{"sections":{"a":{"type":"s"}},"order":["a"]}',
  'config/settings_schema.json': '[{"name":"g","settings":[{"type":"text","id":"nom"}]}]',
  'sections/s.liquid': 's',
  'sections/b.liquid': schema(
    '{"settings":[{"type":"text","id":"titre"}],"blocks":[{"type":"t","settings":[{"type":"text","id":"mot"}]}],"max_blocks":2}',
  ),
  'snippets/la.liquid': '{% if x or s or contenu %}{% endif %}',
  'assets/theme.css': '',
};

const PAGE = 'templates/page.json';
const DATA = 'config/settings_data.json';
const GLOBALS = 'config/settings_schema.json';
const SECTION = 'sections/s.liquid';
const LAYOUT = 'layout/theme.liquid';
const SNIPPET = 'snippets/a.liquid';
const placed = (section: string) => `{"sections":{"a":${section}},"order":["a"]}`;
const declared = (...settings: string[]) => `[{"name":"g","settings":[${settings.join()}]}]`;

const told = (files: ThemeFiles): ThemeDiagnostic[] =>
  diagnose(files).filter(({ code }) => !UNREAD_CODES.includes(code));

const select = (options: string) => `{"type":"select","id":"a","options":[${options}]}`;

/** What is found in a sound theme with these files laid over it. */
const found = (files: ThemeFiles): ThemeDiagnostic[] => told({ ...SOUND, ...files });

/** The place of the mark. */
function markIn(content: string): { ligne?: number; colonne?: number } {
  const at = content.indexOf('¦');
  if (at === -1) return {};
  const lines = content.slice(0, at).split('\n');
  return { ligne: lines.length, colonne: (lines.at(-1)?.length ?? 0) + 1 };
}

const withoutEnd = ({ ligne_fin: _line, colonne_fin: _column, correction: _correction, ...rest }: ThemeDiagnostic) =>
  rest;

/** Each file has one mistake, at the mark where it has a place. */
const MISTAKES: readonly (readonly [DiagnosticCode, string, string])[] = [
  ['liquid_tolere', SNIPPET, '{% assign b = 1 %}{{ ¦b | plus: 1 | | times: 2 }}'],
  ['liquid_tolere', SNIPPET, '{% assign b = 1 %}{% if ¦b & 1 %}{% endif %}'],
  ['liquid_invalide', SNIPPET, 'a\r\n é😀¦{% nimporte %}'],
  ['liquid_invalide', SECTION, `${schema('{}')}\n¦{% if nonce %}`],
  ['json_invalide', PAGE, '{"sections": {},\n ¦}'],
  ['json_invalide', DATA, '{"current": ¦é}'],
  ['json_invalide', 'config/autre.json', '{"a":'],
  ['json_invalide', SECTION, 'a\n{% schema %}\n{"name": ¦}\n{% endschema %}'],
  ['json_trop_profond', 'config/autre.json', `¦${'['.repeat(100_000)}${']'.repeat(100_000)}`],

  ['json_commente', PAGE, '¦/* a */\n{"sections":{"a":{"type":"s"}},"order":["a"]} // b'],
  ['json_commente', DATA, '{"current": {¦// a\n}}'],
  ['json_commente', SECTION, schema('{¦/* a */}')],
  ['marque_passee', PAGE, '¦\ufeff{"sections":{"a":{"type":"s"}},"order":["a"]}'],
  ['json_invalide', PAGE, '/* a */ {"sections": {},\n ¦}'],
  ['json_invalide', PAGE, '¦/* jamais fermé {}'],
  ['json_invalide', PAGE, '\ufeff/**/'],

  ['objet_attendu', PAGE, ' ¦[]'],
  ['objet_attendu', PAGE, '{"sections":¦[],"order":[]}'],
  ['objet_attendu', PAGE, placed('{"type":"s","settings":¦1}')],
  ['objet_attendu', PAGE, placed('{"type":"s","blocks":¦"x"}')],
  ['objet_attendu', PAGE, placed('{"type":"b","blocks":{"x":{"type":"t","settings":¦[]}},"block_order":["x"]}')],
  ['objet_attendu', DATA, '¦null'],
  ['objet_attendu', DATA, '{"current":¦1}'],
  ['objet_attendu', DATA, '{"current":{"sections":¦[]}}'],
  ['objet_attendu', DATA, '{"current":{"sections":{"s":¦1}}}'],
  ['liste_attendue', PAGE, '{"sections":{},"order":¦{}}'],
  ['liste_attendue', PAGE, placed('{"type":"s","block_order":¦1}')],
  ['liste_attendue', SECTION, schema('{"settings":¦{}}')],
  ['liste_attendue', SECTION, schema('{"blocks":¦1}')],
  ['liste_attendue', SECTION, schema('{"blocks":[{"type":"t","settings":¦1}]}')],
  ['liste_attendue', GLOBALS, '[{"name":"g","settings":¦{}}]'],
  ['cle_ignoree', PAGE, '{"sections":{"a":{"type":"s"}},"order":["a",¦1]}'],
  ['cle_ignoree', PAGE, placed('{"type":"s","block_order":[¦null]}')],

  ['sections_absentes', PAGE, '¦{"order":[]}'],
  ['ordre_absent', PAGE, '¦{"sections":{}}'],
  ['gabarit_vide', PAGE, '{"sections":{},"order":¦[]}'],
  ['section_desactivee', PAGE, placed('{"type":"s","disabled":¦true}')],
  ['section_desactivee', DATA, '{"current":{"sections":{"s":{"disabled":¦true}}}}'],
  ['section_mal_formee', PAGE, placed('¦1')],
  ['section_mal_formee', PAGE, placed('¦{}')],
  ['section_mal_formee', PAGE, placed('{"type":¦1}')],
  ['section_absente', PAGE, '{"sections":{"a":{"type":"s"}},\n"order":["a", ¦"é"]}'],
  ['section_hors_ordre', PAGE, '{"sections":{"a":{"type":"s"},¦"b":{"type":"s"}},"order":["a"]}'],
  ['section_inconnue', PAGE, placed('{"settings":{"q":1},"type":¦"x"}')],
  ['section_inconnue', LAYOUT, '{{ content_for_layout }}\n{%- section ¦"x" -%}'],
  ['section_inconnue', SNIPPET, "{% liquid\n  section ¦'x'\n%}"],
  ['valeurs_sans_section', DATA, '{"current":{"sections":{¦"x":{}}}}'],

  ['bloc_mal_forme', PAGE, placed('{"type":"b","blocks":{"x":¦{}},"block_order":["x"]}')],
  ['bloc_non_declare', PAGE, placed('{"type":"b","blocks":{"x":{"type":¦"u"}},"block_order":["x"]}')],
  ['bloc_non_declare', PAGE, placed('{"type":"s","blocks":{"x":{"type":¦"u"}},"block_order":["x"]}')],
  ['bloc_absent', PAGE, placed('{"type":"b","block_order":[¦"x"]}')],
  ['bloc_absent', DATA, '{"current":{"sections":{"b":{"block_order":[¦"x"]}}}}'],
  ['bloc_desactive', PAGE, placed('{"type":"b","blocks":{"x":{"type":"t","disabled":¦true}},"block_order":["x"]}')],
  [
    'bloc_desactive',
    PAGE,
    placed(
      '{"type":"b","blocks":{"x":{"type":"t"},"y":{"type":"t","disabled":¦true},"z":{"type":"t"}},"block_order":["x","y","z"]}',
    ),
  ],
  ['prereglage_absent', DATA, '{"current":¦"Default","presets":{}}'],
  ['prereglage_absent', DATA, '{"current":¦"Default"}'],
  ['objet_attendu', DATA, '{"current":"a","presets":{"a":¦1}}'],
  ['objet_attendu', DATA, '{"current":"a","presets":¦1}'],
  ['reglage_non_declare', DATA, '{"current":"a","presets":{"a":{"nom":"",¦"titre":""},"b":{"autre":""}}}'],
  ['bloc_hors_ordre', PAGE, placed('{"type":"b","blocks":{¦"x":{"type":"t"}}}')],
  [
    'trop_de_blocs',
    PAGE,
    placed(
      '{"type":"b","blocks":{"x":{"type":"t"},"y":{"type":"t"},"z":{"type":"t"}},"block_order":["x","y",¦"z","x"]}',
    ),
  ],

  ['reglage_non_declare', PAGE, placed('{"type":"b","settings":{"titre":"",¦"titer":""}}')],
  ['reglage_non_declare', PAGE, placed('{"type":"s","settings":{¦"__proto__":""}}')],
  [
    'reglage_non_declare',
    PAGE,
    placed('{"type":"b","blocks":{"x":{"type":"t","settings":{¦"titre":""}}},"block_order":["x"]}'),
  ],
  ['reglage_non_declare', DATA, '{"current":{"nom":"",¦"titre":""}}'],
  ['reglage_non_declare', DATA, '{"current":{"sections":{"b":{"settings":{¦"nom":""}}}}}'],
  ['valeur_inadaptee', PAGE, placed('{"type":"b","settings":{"titre":¦[]}}')],
  ['valeur_inadaptee', DATA, '{"current":{"nom":¦true}}'],
  ['valeur_inadaptee', GLOBALS, declared('{"type":"checkbox","id":"a","default":¦"true"}')],

  ['schema_en_double', SECTION, `${schema('{}')}\n${schema('¦{')}`],
  ['schema_mal_forme', SECTION, schema('¦[]')],
  ['groupes_attendus', GLOBALS, '¦{}'],
  ['groupe_mal_forme', GLOBALS, '[¦1]'],
  ['reglage_mal_forme', GLOBALS, declared('¦1')],
  ['reglage_mal_forme', SECTION, schema('{"settings":[¦"a"]}')],
  ['reglage_sans_id', SECTION, schema('{"settings":[¦{"type":"text"}]}')],
  ['reglage_sans_id', SECTION, schema('{"settings":[{"type":"text","id":¦1}]}')],
  ['reglage_sans_type', SECTION, schema('{"settings":[¦{"id":"a"}]}')],
  ['reglage_en_double', SECTION, schema('{"settings":[{"type":"text","id":"a"},{"type":"text","id":¦"a"}]}')],
  ['reglage_en_double', GLOBALS, '[{"settings":[{"type":"text","id":"a"}]},{"settings":[{"type":"text","id":¦"a"}]}]'],
  ['type_inconnu', SECTION, schema('{"settings":[{"type":¦"heading","id":"a"}]}')],
  ['type_inconnu', SECTION, schema('{"blocks":[{"type":"t","settings":[{"type":¦"constructor","id":"a"}]}]}')],
  ['options_absentes', SECTION, schema('{"settings":[{"type":¦"select","id":"a"}]}')],
  ['bloc_sans_type', SECTION, schema('{"blocks":[¦{}]}')],
  ['bloc_en_double', SECTION, schema('{"blocks":[{"type":"t"},{"type":¦"t"}]}')],
  ['option_en_double', GLOBALS, declared(select('"x","y",¦"x"'))],
  ['option_en_double', GLOBALS, declared(select('{"value":1},{"value":¦"1"}'))],
  ['option_sans_valeur', GLOBALS, declared(select('"x",¦{"label":"Y"}'))],
  ['borne_absente', GLOBALS, declared('{"type":"range","id":¦"a","min":1}')],
  ['borne_absente', SECTION, schema('{"settings":[{"type":"range","id":¦"a","max":1}]}')],
  ['borne_invalide', GLOBALS, declared('{"type":"range","id":"a","min":¦"1","max":5}')],
  ['bornes_inversees', GLOBALS, declared('{"type":"range","id":"a","min":¦5,"max":1,"default":3}')],
  ['pas_invalide', GLOBALS, declared('{"type":"range","id":"a","min":0,"max":5,"step":¦0}')],
  ['pas_invalide', GLOBALS, declared('{"type":"range","id":"a","min":0,"max":5,"step":¦2}')],
  ['pas_invalide', GLOBALS, declared('{"type":"range","id":"a","min":0,"max":5,"step":¦6}')],
  ['cle_en_double', PAGE, '{¦"order":[],"sections":{"a":{"type":"s"}},"order":["a"]}'],
  ['cle_en_double', PAGE, '{"sections":{¦"a":{"type":"x"},"a":{"type":"s"}},"order":["a"]}'],
  ['cle_en_double', SECTION, schema('{"settings":[{¦"type":"x","id":"a","type":"text"}]}')],
  ['cle_inconnue', PAGE, placed('{"type":"s",¦"setings":{"q":1}}')],
  ['cle_inconnue', PAGE, placed('{"type":"b","blocks":{"x":{"type":"t",¦"setting":{}}},"block_order":["x"]}')],
  ['cle_inconnue', GLOBALS, declared('{"type":"text","id":"a",¦"defaut":"x"}')],
  ['cle_inconnue', SECTION, schema('{"max_blocks":2,¦"setings":[]}')],
  ['cle_inconnue', DATA, '{¦"curent":{},"autre":1}'],
  ['max_blocks_invalide', SECTION, schema('{"max_blocks":¦"2"}')],
  ['max_blocks_invalide', SECTION, schema('{"max_blocks":¦-1}')],

  ['contenu_absent', LAYOUT, '<main>{{ page.contenu }}</main>'],
  ['extrait_manquant', SNIPPET, "{% render\n ¦'x', a: 'b' %}"],
  ['extrait_manquant', SNIPPET, '{%- include ¦"x" -%}'],
  ['extrait_manquant', SNIPPET, '{% liquid\nif a\n render ¦"x" for b as c\nendif %}'],
  ['ressource_manquante', LAYOUT, "{{ content_for_layout }}{{ ¦'a.css' | asset_url | stylesheet_tag }}"],
  ['ressource_manquante', SNIPPET, '{% assign a = ¦"a.css" | asset_url %}{{ a }}'],
  ['ressource_avec_dossier', SNIPPET, "{{ ¦'assets/theme.css' | asset_url }}"],
  ['filtre_inconnu', SNIPPET, "{{ 'a | monnaie' | upcase\n | ¦monnaie: 'x' }}"],
  ['filtre_inconnu', SNIPPET, '{% echo a | ¦t %}'],
  ['filtre_mal_appele', SNIPPET, '{{ a | ¦append }}'],
  ['filtre_mal_appele', SNIPPET, '{{ a | ¦upcase: 1, b: 2 }}'],
  ['filtre_mal_appele', SNIPPET, '{{ a | ¦upcase: b: 2 }}'],
  ['lecture_non_declaree', SECTION, '{{ ¦section.settings.q }}'],
  ['lecture_non_declaree', SECTION, "{% if 1 == 'section.settings.q' or ¦section . settings.q %}{% endif %}"],
  ['lecture_non_declaree', SECTION, '{{ ¦section["settings"]["q"] }}'],
  ['lecture_non_declaree', SECTION, '{{ nonce | append: ¦section.settings.q }}'],
  ['lecture_non_declaree', SECTION, '{% for b in section.blocks %}{{ ¦b.settings.q }}{% endfor %}'],
  [
    'lecture_non_declaree',
    SECTION,
    `{% for b in section.blocks limit: 2 %}{{ b.settings.mot }}{{ ¦b.settings.q }}{% endfor %}${schema('{"blocks":[{"type":"t","settings":[{"type":"text","id":"mot"}]}]}')}`,
  ],
  ['lecture_non_declaree', SECTION, '{% render "la", x: ¦settings.q %}'],
  ['lecture_non_declaree', LAYOUT, '{{ content_for_layout }}{% case ¦settings.q %}{% when 1 %}{% endcase %}'],
  ['lecture_non_declaree', LAYOUT, '{{ content_for_layout }}{% liquid\n echo settings.nom\n echo ¦settings.q\n%}'],
];

describe('each mistake is told once, with its place', () => {
  it.each(MISTAKES)('%s: %s %.120j', (code, chemin, content) => {
    const { gravite } = CODES[code];
    const place = markIn(content);
    const all = found({ [chemin]: content.replace('¦', '') }).map(withoutEnd);
    expect(all).toEqual([{ chemin, ...place, code, gravite, message: expect.stringMatching(/^\S.*(?:\.| \?)$/) }]);
  });

  it.each(
    Object.keys(SOUND).filter((path) => /theme\.liquid|index\.json|settings_schema/.test(path)),
  )('fichier_requis_manquant: %s', (chemin) => {
    const { [chemin]: _missing, ...files } = SOUND;
    expect(told(files)).toEqual([
      { chemin, code: 'fichier_requis_manquant', gravite: 'erreur', message: expect.any(String) },
    ]);
  });

  it.each([
    ['404', 'Le thème n’a pas ce gabarit : la plateforme dit elle-même aux visiteurs que la page est introuvable.'],
    ['page', 'Le thème n’a pas ce gabarit : une page qui n’a pas de gabarit à elle répond 404.'],
    ['blog', 'Le thème n’a pas ce gabarit : la plateforme montre elle-même les listes du blog.'],
    ['article', 'Le thème n’a pas ce gabarit : la plateforme montre elle-même les articles.'],
  ])('gabarit_manquant: templates/%s.json', (name, message) => {
    const chemin = `templates/${name}.json`;
    const { [chemin]: _missing, ...files } = SOUND;
    expect(told(files)).toEqual([{ chemin, code: 'gabarit_manquant', gravite: 'avertissement', message }]);
  });

  it('each reading of a setting is told from its first letter to behind its last', () => {
    const twice = '{{ section.settings.q | append: section.settings.q }}';
    expect(found({ [SECTION]: twice }).map(({ colonne, colonne_fin }) => [colonne, colonne_fin])).toEqual([
      [4, 22],
      [33, 51],
    ]);
  });

  it('every code has its test', () => {
    const elsewhere = [
      ...['fichier_requis_manquant', 'gabarit_manquant', 'analyse_interrompue', 'autres_diagnostics'],
      ...['verification_inconnue', 'verification_imposee', 'commentaire_sans_effet', 'exception_inutile'],
      ...NAME_CODES,
      ...[...HTML_CODES, ...IMAGE_CODES, ...POLICY_CODES, ...UNREAD_CODES],
    ];
    expect(new Set([...MISTAKES.map(([code]) => code), ...elsewhere])).toEqual(new Set(Object.keys(CODES)));
  });

  it('the sentence names the thing, shortened', () => {
    const [one] = found({ [SNIPPET]: `{% render '${'é'.repeat(200)}' %}` });
    expect(one?.message).toBe(`L’extrait « ${'é'.repeat(79)}… » n’existe pas : ce qui l’appelle échoue à l’affichage.`);
    const [unseen] = found({ [SNIPPET]: "{% render 'a\r\n\u001bb' %}" });
    expect(unseen?.message).toContain('« a␍␊␛b »');
    const [other] = found({ [SNIPPET]: "{% render '{nom}$&' %}" });
    expect(other?.message).toContain('« {nom}$& »');
  });
});

const WORDS = '{"type":"header","content":"Mots"},{"type":"paragraph","content":{"fr":"Un texte"}}';
/** Headings and texts wherever a schema has settings; the same one may stand twice. */
const WORDED: ThemeFiles = {
  [GLOBALS]: declared(WORDS, '{"type":"text","id":"nom"}', WORDS),
  'sections/w.liquid': schema(
    `{"settings":[${WORDS},${WORDS}],"blocks":[{"type":"t","settings":[${WORDS},{"type":"header","id":"a","content":"A"},{"type":"paragraph","id":"a","default":1}]}]}`,
  ),
};

describe('what was meant by a misspelt name', () => {
  const mended = (chemin: string, content: string): string | undefined => {
    const [one] = found({ [chemin]: content }).filter(({ correction }) => correction);
    const { debut, fin, texte } = one?.correction ?? {};
    return texte === undefined ? undefined : content.slice(0, debut) + texte + content.slice(fin);
  };

  it.each([
    [SNIPPET, "{% if nonce && 'a||b' == nonce %}{% endif %}", "{% if nonce and 'a||b' == nonce %}{% endif %}"],
    [SNIPPET, '{%- unless nonce||blank %}{% endunless %}', '{%- unless nonce or blank %}{% endunless %}'],
    [PAGE, placed('{"type":"b","settings":{"titer":""}}'), placed('{"type":"b","settings":{"titre":""}}')],
    [PAGE, placed('{"type":"s","setings":{}}'), placed('{"type":"s","settings":{}}')],
    [
      PAGE,
      '{"sections":{"accueil":{"type":"s"}},"order":["acueil"]}',
      '{"sections":{"accueil":{"type":"s"}},"order":["accueil"]}',
    ],
    [
      PAGE,
      placed('{"type":"b","blocks":{"mot-1":{"type":"t"}},"block_order":["mot1"]}'),
      placed('{"type":"b","blocks":{"mot-1":{"type":"t"}},"block_order":["mot-1"]}'),
    ],
    [DATA, '{"current":{"non":""}}', '{"current":{"nom":""}}'],
    [GLOBALS, declared('{"type":"txt","id":"nom"}'), declared('{"type":"text","id":"nom"}')],
    [GLOBALS, declared('{"type":"headr","id":"nom"}'), declared('{"type":"header","id":"nom"}')],
    [SNIPPET, "{{ 'assets/theme.css' | asset_url }}", "{{ 'theme.css' | asset_url }}"],
  ])('%s: %s', (chemin, content, expected) => {
    expect(mended(chemin, content)).toBe(expected);
    expect(found({ [chemin]: content }).some(({ message }) => message.includes(' : vouliez-vous « '))).toBe(
      chemin !== SNIPPET,
    );
  });

  it('nothing is mended where two names are as near, or none is', () => {
    expect(mended(PAGE, placed('{"type":"b","settings":{"q":""}}'))).toBeUndefined();
    expect(mended(SNIPPET, "{{ 'css/autre.css' | asset_url }}")).toBeUndefined();
    const [one] = found({ [PAGE]: placed('{"type":"b","settings":{"inconnu":""}}') });
    expect(one?.message).toBe('Aucun schéma ne déclare le réglage « inconnu » : personne ne peut le modifier.');
  });
});

describe('a correct theme has no diagnostics', () => {
  it.each<[string, ThemeFiles]>([
    ['a sound theme', {}],
    ['null and absent values', { [PAGE]: placed('{"type":"b","settings":{"titre":null}}') }],
    [
      'values in a preset that `current` names',
      { [DATA]: '{"current":"a","presets":{"a":{"nom":"x","sections":{"b":{"settings":{"titre":"x"}}}}}}' },
    ],
    ['words between settings', WORDED],
    ['`disabled` that disables nothing', { [PAGE]: placed('{"type":"s","disabled":false}') }],
    ['the same section twice in the order', { [PAGE]: '{"sections":{"a":{"type":"s"}},"order":["a","a"]}' }],
    ['other JSON of the theme', { 'config/theme.json': '[1, {"sections": 2}]' }],
    [
      'as many blocks as there may be',
      {
        [PAGE]: placed('{"type":"b","blocks":{"x":{"type":"t"},"y":{"type":"t"}},"block_order":["y","x"]}'),
      },
    ],
    [
      'values of a section that a tag names',
      {
        [LAYOUT]: "{{ content_for_layout }}{% section 'b' %}",
        [DATA]: '{"current":{"nom":"x","sections":{"b":{"settings":{"titre":"x"}}}}}',
      },
    ],
    ['no values of the theme', { [DATA]: '{}' }],
    ['names that are computed', { [SNIPPET]: '{% assign n = "x" %}{% include n %}{% section n %}{{ n | asset_url }}' }],
    ['a snippet named with its extension', { [SNIPPET]: "{% render 'la.liquid' %}{% include 'la' %}" }],
    ['an asset that is there', { [SNIPPET]: "{{ 'theme.css' | asset_url }}{{ '' | asset_url }}" }],
    ['an address that a filter has changed', { [SNIPPET]: "{{ 'theme' | append: '.css' | asset_url }}" }],
    [
      'what is not read',
      {
        [SECTION]:
          "{% comment %}{% render 'x' %}{% endcomment %}{% raw %}{{ section.settings.q }}{% endraw %}" +
          "{% doc %}{% section 'x' %}{% enddoc %}{{ 'section.settings.q' }}",
      },
    ],
    [
      'a setting that is declared',
      { 'sections/b.liquid': `{{ section.settings.titre }}${SOUND['sections/b.liquid']}` },
    ],
    [
      'settings as a whole',
      { [SECTION]: '{% render "la", s: section.settings %}{{ section.settings.size }}{{ settings | json }}' },
    ],
    [
      'a name that is assigned',
      {
        [SECTION]:
          '{% assign settings = site[nonce] %}{% assign section = settings[nonce] %}{{ settings.q }}{{ section.settings.q }}',
      },
    ],
    [
      'the variable of a loop',
      {
        [SECTION]:
          '{% for section in site[nonce] %}{{ section.settings.q }}{% endfor %}{% tablerow settings in menus.a %}{{ settings.url }}{% endtablerow %}',
      },
    ],
    [
      'a variable that is no block',
      {
        [SECTION]:
          '{% for b in site[nonce] %}{{ b.settings.q }}{% endfor %}{% for b in section.blocks %}{% for b in site[nonce] %}{{ b.settings.q }}{% endfor %}{% endfor %}',
      },
    ],
    [
      'variables shared with a partial',
      {
        [SECTION]: '{% include "lb" %}{{ section.settings.q }}{{ inconnu.q }}',
        'snippets/lb.liquid': '{% assign section = inconnu %}{% assign inconnu = x %}',
      },
    ],
    ['settings in a snippet', { [SNIPPET]: '{{ section.settings.q }}{{ settings.q }}' }],
    ['a layout whose partial may put the content out', { [LAYOUT]: '{% include "la" %}' }],
    ['a layout that passes its content on', { [LAYOUT]: '{% render "la", contenu: content_for_layout %}' }],
    ['CSS and SVG', { 'assets/a.css': '{% if', 'assets/a.svg': '{{' }],
  ])('%s', (_what, files) => expect(found(files)).toEqual([]));

  it('words have no value: a value under their id is one that nothing declares', () => {
    const worded = {
      [GLOBALS]: declared('{"type":"header","id":"mots","content":"Mots"}', '{"type":"text","id":"nom"}'),
    };
    const codes = (files: ThemeFiles) => found({ ...worded, ...files }).map(({ code }) => code);
    expect(codes({ [DATA]: '{"current":{"mots":1}}' })).toEqual(['reglage_non_declare']);
    expect(codes({ [LAYOUT]: '{{ content_for_layout }}{{ settings.mots }}' })).toEqual(['lecture_non_declaree']);
  });

  it('each mistake of a Liquid file is told, and a tag of Shopify’s with what to write instead', () => {
    const source =
      '{% form "a" %}\n{% if a = 1 %}b{% endif %}\n{{ c }\n{% endform %}\n{% for d in e %}\n{% nimporte %}';
    const all = found({ [SNIPPET]: source }).filter(({ code }) => code === 'liquid_invalide');
    expect(all.map(({ ligne }) => ligne)).toEqual([1, 2, 3, 5, 6]);
    expect(all[0]?.message).toContain(
      '{% form %} n’existe pas ici : écrivez <form method="post" action="/contact">, le seul formulaire que la plateforme reçoit',
    );
  });

  it('JSON is read on behind what is certain, and each mistake is told', () => {
    const text =
      '{\n "sections": {}\n "order": [1 2,],\n "a" "b\tc",\n "d": "\\x",\n "e": [1,]\n "f": \'g\',\n "h": [,]\n}';
    const all = found({ [PAGE]: text }).filter(({ chemin }) => chemin === PAGE);
    expect(all.map(({ code, ligne, colonne }) => `${code} ${ligne}:${colonne}`)).toEqual([
      ...['json_invalide 3:2', 'json_invalide 3:14', 'json_invalide 3:16', 'json_invalide 4:6', 'json_invalide 4:8'],
      ...['json_invalide 5:9', 'json_invalide 6:10', 'json_invalide 7:2', 'json_invalide 7:7'],
    ]);
    const mended = all
      .toReversed()
      .reduce(
        (sum, { correction: one }) => (one ? sum.slice(0, one.debut) + one.texte + sum.slice(one.fin) : sum),
        text,
      );
    expect(mended).toContain('"sections": {},\n "order": [1, 2],\n "a": "b\\tc",');
    expect(mended).toContain('"e": [1],\n "f"');
  });

  it.each([
    '{"sections": {},\n "order": ["a,\n "b"]}',
    '{"a": "x,\n "b": "y"}',
    '{"a": "},\n "b": "y"}',
    '{"a": "x }\n}\n',
    '{"a:" "b"}',
    '{"a": "b,"\n "c": 1}',
  ])('a quote that is missing or stands too far is not taken for something else: %j', (text) => {
    const all = found({ [PAGE]: text }).filter(({ code }) => code === 'json_invalide');
    expect(all.length).toBeGreaterThan(0);
    expect(all.flatMap(({ correction }) => correction ?? [])).toEqual([]);
  });

  it('a text with a quote in it is no missing comma', () => {
    const all = found({ [PAGE]: '{"a": "dire "oui" ici"}' }).filter(({ chemin }) => chemin === PAGE);
    expect(all).toMatchObject([{ code: 'json_invalide' }]);
    expect(all[0]?.correction).toBeUndefined();
  });

  it('a file that cannot be read causes no further diagnostics', () => {
    const codes = (files: ThemeFiles) => found(files).map(({ code }) => code);
    const values = {
      [PAGE]: placed('{"type":"s","settings":{"q":1},"blocks":{"x":{"type":"t"}},"block_order":["x"]}'),
    };
    expect(codes({ [SECTION]: '{{ section.settings.q }}{% if', ...values })).toEqual(['liquid_invalide']);
    expect(codes({ [SECTION]: `{{ section.settings.q }}${schema('{')}`, ...values })).toEqual(['json_invalide']);
    expect(codes({ [SECTION]: `{{ settings.q }}`, [GLOBALS]: '[', [DATA]: '{"current":{"q":1}}' })).toEqual([
      'json_invalide',
    ]);
  });

  it('a reading of what only a template gives: the key is told, not the reading', () => {
    const markup =
      '{{ section.settings.q }}{% for b in section.blocks %}{{ b.settings.r }}{% endfor %}{{ settings.q }}';
    const blocks = '"blocks":{"x":{"type":"t","settings":{"r":1}}},"block_order":["x"]';
    const given = found({
      [SECTION]: `${markup}${schema('{"blocks":[{"type":"t"}]}')}`,
      [PAGE]: placed(`{"type":"s","settings":{"q":1},${blocks}}`),
      [DATA]: '{"current":{"q":1}}',
    });
    expect(given.map(({ chemin, code }) => `${chemin} ${code}`)).toEqual([
      `${DATA} reglage_non_declare`,
      `${PAGE} reglage_non_declare`,
      `${PAGE} reglage_non_declare`,
    ]);
  });
});

describe('the fourteen types of settings', () => {
  const misfits = (setting: string, value: string) =>
    found({
      [GLOBALS]: declared(`{"id":"a",${setting}}`, '{"type":"text","id":"nom"}'),
      [DATA]: `{"current":{"a":${value}}}`,
    }).flatMap(({ chemin, code }) => (chemin === DATA ? [`${chemin} ${code}`] : []));
  const options = '"options":[{"value":"x","label":"X"},{"value":"y","label":"Y"}]';

  it.each([
    ['"type":"text"', ['"x"', '""', '1', 'null'], ['true', '[]', '{}']],
    ['"type":"textarea"', ['"x"', '1'], ['false', '{}']],
    ['"type":"richtext"', ['"<p>x</p>"'], ['[]', 'true']],
    ['"type":"number"', ['1', '-2.5', '""', 'null'], ['"1"', 'true', '[1]']],
    ['"type":"range","min":1,"max":5', ['1', '5', '2.5'], ['0', '6', '"3"']],
    ['"type":"range","min":5,"max":1', ['3'], []],
    ['"type":"checkbox"', ['true', 'false', 'null'], ['"true"', '1', '""']],
    [`"type":"select",${options}`, ['"x"', '"y"', 'null'], ['"z"', '""', '1']],
    [`"type":"radio",${options}`, ['"x"'], ['"X"']],
    ['"type":"select","options":["x",2]', ['"x"', '2'], ['"z"', '{}']],
    ['"type":"color"', ['"#fff"', '"red"', '"var(--a)"', '""'], ['1', 'false', '"a;b"']],
    ['"type":"image_picker"', ['"a.svg"', '""', '{"src":"a.svg"}'], ['1', '"javascript:a"', '{}', '{"src":[]}']],
    ['"type":"url"', ['"/#a"', '""'], ['{}', '"javascript:alert(1)"']],
    ['"type":"menu_picker"', ['"principal"'], ['[]']],
    ['"type":"video_url"', ['"https://exemple.fr/v"'], ['1', '"data:text/html,a"']],
    ['"type":"font_picker"', ['"inter"', '"systeme"', '""'], ['"comic"', '"constructor"', '1']],
  ])('%s', (setting, fitting, others) => {
    for (const value of fitting) expect([value, misfits(setting, value)]).toEqual([value, []]);
    for (const value of others) expect([value, misfits(setting, value)]).toEqual([value, [`${DATA} valeur_inadaptee`]]);
  });
});

describe('the list', () => {
  it('is sorted by path, then by place', () => {
    const all = found({
      [SNIPPET]: "{% render 'x' %}\n{{ a | t }}{% render 'y' %}\n{{ a | u }}",
      'assets/z.css': '',
      [LAYOUT]: '{{ settings.q }}',
      'templates/b.json': '{"order":["x"]}',
      'templates/B.json': '[',
    });
    const padded = (n = 0) => String(n).padStart(3, '0');
    const places = all.map(({ chemin, ligne, colonne }) => `${chemin} ${padded(ligne)} ${padded(colonne)}`);
    expect(all.length).toBe(9);
    expect(places).toEqual([...places].sort());
  });

  it('ends after so many, and says that there are more', () => {
    const many = (n: number) => ({ [SNIPPET]: "{% render 'x' %}\n".repeat(n) });
    const read = {
      'sections/b.liquid': `{{ section | json }}${SOUND['sections/b.liquid']}`,
      [SECTION]: '{{ settings | json }}{% include nonce %}',
    };
    expect(diagnose({ ...SOUND, ...read, ...many(DIAGNOSTICS_AT_MOST) })).toHaveLength(DIAGNOSTICS_AT_MOST);
    const list = diagnose({
      ...SOUND,
      ...read,
      ...many(DIAGNOSTICS_AT_MOST + 1),
      'snippets/b.liquid': "{% render 'x' %}",
    });
    expect(list).toHaveLength(DIAGNOSTICS_AT_MOST + 1);
    expect(list.at(-2)).toMatchObject({ chemin: SNIPPET, ligne: DIAGNOSTICS_AT_MOST, colonne: 11 });
    expect(list.at(-1)).toEqual({
      chemin: '',
      code: 'autres_diagnostics',
      gravite: 'avertissement',
      message: expect.stringContaining(String(DIAGNOSTICS_AT_MOST)),
    });
  });
});

const word = fc.constantFrom(
  ...['sections', 'order', 'type', 'settings', 'blocks', 'block_order', 'current', 'id', 'default', 'options', 'value'],
  ...['max_blocks', 'min', '__proto__', 'constructor', 's', 'b', 't', 'é😀', 'text', 'select', 'range', 'font_picker'],
);
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(
      word.map((of) => JSON.stringify(of)),
      fc.constantFrom('1', '-1', 'null', 'true', '{}', '[]', '\n[ ]'),
    ),
    fc.array(fc.tuple(word, tie('json')), { maxLength: 4 }).map(object),
    fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join(',\n')}]`),
  ),
}));
const strangeFiles: fc.Arbitrary<ThemeFiles> = fc.oneof(
  hostileFiles,
  fc.tuple(json, json, json, json, hostileFiles).map(([page, data, globals, section, others]) => ({
    ...others,
    [PAGE]: page,
    [DATA]: data,
    [GLOBALS]: globals,
    'sections/b.liquid': `{{ section.settings.id }}${schema(section)}`,
  })),
);

it('whatever a theme is made of, it is told about, and every place lies inside its file', () => {
  fc.assert(
    fc.property(strangeFiles, (files) => {
      for (const { chemin, ligne, colonne, code, gravite, message } of diagnose(files)) {
        expect(gravite).toBe(CODES[code].gravite);
        expect(message).toMatch(/\S/);
        if (ligne === undefined || colonne === undefined) continue;
        const line = files[chemin]?.split('\n')[ligne - 1];
        expect(line).toBeDefined();
        expect(colonne).toBeGreaterThanOrEqual(1);
        expect(colonne).toBeLessThanOrEqual((line?.length ?? 0) + 1);
      }
    }),
    { numRuns: runs(400, 8_000) },
  );
});

/** Templates as programs and people may write them. */
const templateText = fc
  .tuple(
    fc.oneof(
      fc.dictionary(
        fc.constantFrom('a', 'b'),
        fc.oneof(
          fc.record(
            {
              type: fc.constantFrom<unknown>('s', 's', 'absent', 3),
              disabled: fc.constantFrom<unknown>(true, false, 'true'),
            },
            { requiredKeys: [] },
          ),
          fc.constantFrom<unknown>(null, []),
        ),
      ),
      fc.constantFrom<unknown>(undefined, [], null),
    ),
    fc.oneof(
      fc.array(fc.constantFrom<unknown>('a', 'b', 'c', 1), { maxLength: 3 }),
      fc.constantFrom<unknown>(undefined, {}),
    ),
    fc.constantFrom('', '\ufeff', '/* a */', '// a\n', '/* a', '# '),
    fc.constantFrom('', ',}', '//'),
  )
  .map(([sections, order, head, tail]) => head + JSON.stringify({ sections, order }) + tail);

it('a page on which no section is seen is never without a reason', () => {
  fc.assert(
    fc.property(fc.oneof(templateText, json), (text) => {
      const files = { ...SOUND, 'templates/index.json': text };
      const seen = html(files).replace(/<!--.*?-->/g, '');
      const reasons = diagnose(files).filter(({ chemin }) => chemin === 'templates/index.json');
      expect([seen, reasons.length]).not.toEqual(['', 0]);
    }),
    { numRuns: runs(500, 20_000) },
  );
});
