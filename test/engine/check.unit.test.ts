import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFile } from '../../engine/index.ts';

const SECTION = 'sections/a.liquid';

describe('what may be stored', () => {
  it.each([
    ['assets/a.css', '{% if'],
    ['assets/a.svg', '<svg'],
    ['config/a.json', ' {"a": [1, 2.5e3, "é"]}\n'],
    ['snippets/a.liquid', ''],
    ['snippets/a.liquid', '{{ inconnue.x | filtre_inconnu }}{% render "absent" %}'],
    [SECTION, '{% schema %}{"name": "A"}{% endschema %}'],
    [SECTION, '{%- schema -%}\n{}\n{%- endschema -%}'],
    [SECTION, '{% raw %}{% schema %}{{% endschema %}{% endraw %}'],
    [SECTION, '{% comment %}{% schema %}{% endcomment %}'],
    [SECTION, '{% javascript %}if (a) { b({{}) }{% endjavascript %}{% stylesheet %}a{{% endstylesheet %}'],
    [SECTION, '{% doc %} {% if %} {{ {% enddoc %}'],
    ['snippets/a.liquid', '{% schema %}not json{% endschema %}'],
    ['layout/theme.liquid', "{% section 'a' %}{{ content_for_layout }}"],
  ])('%s: %j', (chemin, contenu) => expect(checkFile(contenu, chemin)).toBeNull());
});

describe('a mistake is told with its place in the whole file', () => {
  it.each([
    ['config/a.json', '{"a" 1}', 1, 6],
    ['config/a.json', '{\r\n"a": 1,\r\n}', 3, 1],
    ['config/a.json', '{"a": 1} x', 1, 10],
    ['config/a.json', "{'a': 1}", 1, 2],
    ['config/a.json', '// non\n{}', 1, 1],
    ['config/a.json', '{\n  /* a */ "a": 1}', 2, 3],
    ['config/a.json', '{"a": "//"} // b', 1, 13],
    ['config/a.json', '\ufeff{}', 1, 1],
    ['config/a.json', '\ufeff/* a */{}', 1, 1],
    ['config/a.json', '/* jamais fermé', 1, 1],
    [SECTION, 'a\n{% schema %}\n{/**/}{% endschema %}', 3, 2],
    ['config/a.json', '[1,]', 1, 4],
    ['config/a.json', '[NaN]', 1, 2],
    ['config/a.json', '{"a":"\t"}', 1, 7],
    ['config/a.json', '{"a":"b\n"}', 1, 8],
    ['config/a.json', '{"a":"\\x"}', 1, 8],
    ['config/a.json', '[1,\r2 3]', 1, 7],
    ['snippets/a.liquid', 'a\rb{% nimporte %}', 1, 4],
    ['snippets/a.liquid', '{% if a %}', 1, 1],
    ['snippets/a.liquid', 'a\n\n  {% endif %}', 3, 3],
    ['snippets/a.liquid', 'a\r\n{{ x | }}{% nimporte %}', 2, 10],
    ['snippets/a.liquid', 'é😀{% nimporte %}', 1, 4],
    ['snippets/a.liquid', '{% for %}{% endfor %}', 1, 1],
    ['snippets/a.liquid', '{{ a', 1, 1],
    ['snippets/a.liquid', "{% layout 'a' %}", 1, 1],
    ['snippets/a.liquid', '{% block a %}{% endblock %}', 1, 1],
    [SECTION, 'a\n{% schema %}\n{"name": }\n{% endschema %}', 3, 10],
    [SECTION, '{% schema %}{}{% endschema %}\n{% nimporte %}', 2, 1],
    [SECTION, 'a\n {% schema %}{}', 2, 2],
    [SECTION, '{% schema %}{}{% endschema %}{% schema %}{}{% endschema %}', 1, 42],
  ])('%s: %j at %i:%i', (chemin, contenu, ligne, colonne) => {
    expect(checkFile(contenu, chemin)).toEqual({ message: expect.stringMatching(/./), ligne, colonne });
  });

  it.each([
    ['config/a.json', ''],
    ['config/a.json', ' \n'],
    ['config/a.json', '{"a": {'],
    ['config/a.json', '["a'],
    ['config/a.json', '-'],
    ['config/a.json', '1.'],
    ['config/a.json', '['.repeat(200_000)],
    [SECTION, '{% schema %}{"a": {% endschema %}'],
  ])('and without one when the JSON ends early: %s %.20j', (chemin, contenu) => {
    expect(checkFile(contenu, chemin)).toEqual({ message: expect.stringMatching(/./) });
  });

  it('the text does not repeat the place', () => {
    expect(checkFile('{% nimporte %}', 'snippets/a.liquid')?.message).toBe('la balise {% nimporte %} n’existe pas');
  });
});

it.each([
  ['{"a" 1}', 'deux-points attendus après le nom d’une propriété'],
  ['{"a": 1,}', 'une virgule est de trop avant cette accolade fermante'],
  ['[1, \n]', 'une virgule est de trop avant ce crochet fermant'],
  ['{a: 1}', 'le nom d’une propriété, entre guillemets doubles, est attendu'],
  ['/* a */{}', 'le JSON n’admet pas de commentaire : retirez celui-ci'],
  ['// a\n{}', 'le JSON n’admet pas de commentaire : retirez celui-ci'],
  ['{"a": 1 // b\n}', 'le JSON n’admet pas de commentaire : retirez celui-ci'],
  ['[1, /* b */ 2]', 'le JSON n’admet pas de commentaire : retirez celui-ci'],
  ['[1] /* b */', 'le JSON n’admet pas de commentaire : retirez celui-ci'],
  ['{"a": /* b', 'le JSON n’admet pas de commentaire : retirez celui-ci'],
  [
    '\ufeff{}',
    'ce texte commence par une marque d’ordre des octets (BOM), que le JSON n’admet pas : enregistrez-le en UTF-8 sans elle',
  ],
  ['[1 2]', 'une virgule ou un crochet fermant est attendu'],
  ['{"a": 1 "b"}', 'une virgule ou une accolade fermante est attendue'],
  ['{} x', 'rien ne doit suivre la fin du JSON'],
  ['["\r"]', 'un retour chariot s’écrit \\r dans un texte'],
  ['["a\r\nb"]', 'un saut de ligne ou une tabulation s’écrit \\n ou \\t dans un texte'],
  ['["\t"]', 'un saut de ligne ou une tabulation s’écrit \\n ou \\t dans un texte'],
  ['["\\x"]', 'cet échappement n’existe pas en JSON'],
  ['[01]', 'ce nombre n’est pas écrit comme en JSON'],
  ['[1,,2]', 'ce caractère n’est pas attendu dans du JSON'],
  ['{"a":', 'le JSON s’arrête avant sa fin'],
])('a mistake in JSON is one French sentence: %j', (json, message) => {
  expect(checkFile(json, 'config/a.json')?.message).toBe(message);
});

it('a file longer than what may be analysed is refused', () => {
  expect(checkFile('a'.repeat(524_288), 'snippets/a.liquid')).toBeNull();
  expect(checkFile('a'.repeat(524_289), 'snippets/a.liquid')?.message).toMatch(/524288/);
});

const pieces = fc.constantFrom(
  ...['{%', '%}', '{{', '}}', '-', ' ', '\n', '\r\n', 'schema', 'endschema', 'raw', 'endraw', 'comment', 'endcomment'],
  ...['doc', 'enddoc', '{% schema %}', '{% endschema %}', '{"a":', '}', '"', "'", 'if', 'endif', '|', 'é', '😀', 'x'],
);
const hostileSource = fc.array(pieces, { maxLength: 40 }).map((list) => list.join(''));

it('whatever is written, the check answers, and its place is inside the file', () => {
  fc.assert(
    fc.property(hostileSource, fc.constantFrom(SECTION, 'snippets/a.liquid', 'config/a.json'), (source, chemin) => {
      const diagnostic = checkFile(source, chemin);
      if (diagnostic?.ligne === undefined) return;
      const lines = source.split(/\r\n|\n|\r/);
      expect(diagnostic.ligne).toBeGreaterThanOrEqual(1);
      expect(diagnostic.ligne).toBeLessThanOrEqual(lines.length);
      expect(diagnostic.colonne).toBeGreaterThanOrEqual(1);
    }),
    { numRuns: 2_000 },
  );
});
