import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose, type ThemeFiles } from '../../engine/index.ts';
import { runs } from '../support/soak.ts';
import { HTML_CODES } from './html-codes.ts';

/** What is told of a theme's HTML, with the text that each diagnostic is at. */
const told = (files: ThemeFiles): string[] =>
  diagnose(files)
    .filter(({ code }) => HTML_CODES.includes(code))
    .map(({ chemin, code, ligne = 0, colonne = 0, ligne_fin = 0, colonne_fin = 0 }) => {
      const lines = (files[chemin] ?? '').split('\n');
      const at = (line: number, column: number) =>
        lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
      return `${code} ${(files[chemin] ?? '').slice(at(ligne, colonne), at(ligne_fin, colonne_fin))}`;
    });

const SECTION = 'sections/a.liquid';
const inSection = (source: string) => told({ [SECTION]: source });

describe('elements that do not fit together', () => {
  it.each([
    ['<div><p>a</p>', 'element_ouvert <div>'],
    ['<section><div class="x">a</section>', 'element_ouvert <div class="x">'],
    ['<div>a</div></div>', 'fin_sans_debut </div>'],
    ['<b><i>a</b></i>', 'elements_croises </b>'],
    ['<p><div>a</div></p>', 'fin_sans_debut </p>'],
    ['<img src="a"></img>', 'fin_sans_debut </img>'],
    ['<div/>a', 'element_ouvert <div/>'],
    ['<mon-element/>a', 'element_ouvert <mon-element/>'],
    ['<svg><g><path d="M0 0"/></svg>', 'element_ouvert <g>'],
    ['<ul><li>a<li>b</ul></ul>', 'fin_sans_debut </ul>'],
    ['<script nonce="{{ nonce }}">if (a < b) "</div>"', 'element_ouvert <script nonce="{{ nonce }}">'],
    ['<div>{% if a %}<span>{% endif %}</div>', 'element_ouvert <span>'],
    ['{% if a %}<div>a</div>{% else %}<div>b{% endif %}', 'element_ouvert <div>'],
    ['{% if a %}<div>{% else %}<div class="b">{% endif %}a', 'element_ouvert <div> element_ouvert <div class="b">'],
    ['{% for a in b %}<li><b>{{ a }}</li>{% endfor %}', 'element_ouvert <b>'],
    ['{% case a %}{% when 1 %}<i>a</i>{% when 2 %}<i>b{% endcase %}', 'element_ouvert <i>'],
    ['<h{{ n }}>a', 'element_ouvert <h{{ n }}>'],
    ['<a{{ classes }} href="/">a', 'element_ouvert <a{{ classes }} href="/">'],
    ['{% capture x %}<div><b>a</div>{% endcapture %}', 'element_ouvert <b>'],
    ['{% capture x %}<div>a{% endcapture %}{{ x }}', 'element_ouvert <div>'],
    ['{% raw %}<div>{% endraw %}', 'element_ouvert <div>'],
    ['<DIV><Section>a</SECTION>', 'element_ouvert <DIV>'],
    // The ends that follow are each taken by the element before: the one whose end stands under another one is meant.
    ['<div>\n  <div class="b">\n    a\n</div>', 'element_ouvert <div class="b">'],
    ['<div>\n  a\n  </div>\n</div>', 'fin_sans_debut </div>'],
  ])('%s', (source, expected) => expect(inSection(source).join(' ')).toBe(expected));

  it.each([
    ['optional ends', '<ul><li>a<li>b</ul><p>a<p>b<table><tr><td>a<td>b<tr><td>c</table><dl><dt>a<dd>b</dl>'],
    ['void elements', '<br><img src="a"/><input><hr /><wbr>'],
    [
      'branches that open and close alike',
      '{% if a %}<a href="b">{% else %}<div>{% endif %}c{% if a %}</a>{% else %}</div>{% endif %}',
    ],
    ['branches that both open the same', '{% if a %}<div class="a">{% else %}<div>{% endif %}b</div>'],
    ['a row that ends and begins', '<ul>{% for a in b %}{% if a %}</ul><ul>{% endif %}<li>c</li>{% endfor %}</ul>'],
    [
      'first and last turn',
      '{% for a in b %}{% if forloop.first %}<ul>{% endif %}<li>a</li>{% if forloop.last %}</ul>{% endif %}{% endfor %}',
    ],
    [
      'what the turn before has opened',
      '{% for a in b %}{% if c %}</ul>{% assign c = false %}{% else %}<ul>{% assign c = true %}{% endif %}{% endfor %}{% if c %}</ul>{% endif %}',
    ],
    ['a turn that is left', '{% for a in b %}<li>{% if a %}</li>{% continue %}{% endif %}c</li>{% endfor %}'],
    [
      'attributes in branches',
      '<div {% if a %}class="b"{% else %}class="c"{% endif %}{% if d %} id="e"{% endif %}>f</div>',
    ],
    ['a tag that branches begin', '{% if a %}<a href="b"{% else %}<a{% endif %} class="c">d</a>'],
    [
      'computed names',
      '<{{ a }} class="b">c</{{ a }}><h{{ n }}>d</h{{ n }}><{% if a %}h1{% else %}h2{% endif %}>c</{% if a %}h1{% else %}h2{% endif %}>',
    ],
    ['a computed name that another one ends', '<{{ a }}>b</{{ c }}>'],
    ['a picture', '<svg viewBox="0 0 1 1"><path d="M0 0"/><foreignObject><p>a</p></foreignObject></svg>'],
    ['a part of a picture', '<g><path d="M0 0"/><circle r="1"/></g>'],
    ['text that is no tag', 'a < b, 1 <2, <3 & a<='],
    ['comments', '<!-- <div> {{ a }} --><!----><!--> <!doctype html><?xml a?>'],
    ['conditional comments', '<!--[if IE]><div><![endif]-->'],
    [
      'scripts and styles',
      '<script nonce="{{ nonce }}">"<div>" {% if a %}<b>{% endif %}</script><style nonce="{{ nonce }}">a>b{}</style>',
    ],
    ['texts', '<textarea><div></textarea><title><b></title>'],
    [
      'what Liquid hides',
      '{% comment %}<div>{% endcomment %}{% doc %}<div>{% enddoc %}{% schema %}{"name":"<div>"}{% endschema %}',
    ],
    [
      'what Liquid writes',
      '{% style %}a > b {}{% endstyle %}{% stylesheet %}a<b>{% endstylesheet %}{% javascript %}a<b{% endjavascript %}',
    ],
    [
      'parts of captured markup',
      '{% capture a %}<div>{% endcapture %}{% capture b %}</div>{% endcapture %}{{ a }}c{{ b }}',
    ],
    ['tags in texts of Liquid', '{% assign fin = "</div>" %}<div>a{{ fin }}'],
    ['lines of Liquid', '{% liquid\n if a\n echo "<div>"\n endif\n%}'],
    ['one half of a condition', '{% if a %}<div>{% endif %}b{% if c %}</div>{% endif %}'],
    ['values with tags and signs', `<div data-a="<b>c</b>" data-d='{"e": 1}' title="a > b" style="color: red">f</div>`],
    ['unquoted values', '<a href=/b class=c{{ d }}>e</a><a href={{ f }}>g</a>'],
    ['Liquid broken elsewhere', '{% if a %}<div>'],
  ])('nothing is said of %s', (_what, source) => expect(inSection(source)).toEqual([]));

  it('a file may end what another one begins, where the two meet', () => {
    const pair = { 'snippets/debut.liquid': '<div>', 'snippets/fin.liquid': '</div>' };
    expect(told({ ...pair, [SECTION]: '{% render "debut" %}a{% render "fin" %}' })).toEqual([]);
    expect(told({ 'snippets/debut.liquid': '<div>', [SECTION]: '{% render "debut" %}a</div>' })).toEqual([]);
    expect(told({ ...pair, [SECTION]: '{% render "debut" %}a', 'sections/b.liquid': '{% render "fin" %}a' })).toEqual([
      'element_ouvert <div>',
      'fin_sans_debut </div>',
    ]);
  });

  it('an end that may be left out is missed where a theme writes the others', () => {
    const items = '<li>a</li>'.repeat(8);
    expect(inSection(`<ul>${items}<li>b</ul>`)).toEqual(['fin_omise <li>']);
    expect(inSection('<ul><li>a</li><li>b</ul>')).toEqual([]);
  });

  it('the sentence says what has come instead', () => {
    const [one] = diagnose({ [SECTION]: '<section><div>a</section>' }).filter(({ code }) => HTML_CODES.includes(code));
    expect(one?.message).toBe('L’élément <div> n’est jamais fermé : </section> vient avant sa fin.');
  });
});

describe('tags that are not well written', () => {
  it.each([
    ['<a class="b" href="c" class="d">e</a>', 'attribut_en_double class'],
    ['<a class="b"{% if c %} class="d"{% endif %}>e</a>', 'attribut_en_double class'],
    ['<a href="/b>c</a>\n<p class="d">e</p>', 'guillemet_ouvert href'],
    ['<a href="{{ b }}>c</a>', 'guillemet_ouvert href'],
    ['<a href="/b class="c">d</a>', 'guillemet_ouvert href'],
    ['<a class=b" id="c">d</a>', 'guillemet_perdu "'],
    ['<a href="b"">c</a>', 'guillemet_perdu "'],
    ['<div class="a"\n<p>b</p></div>', 'balise_ouverte <div class="a"\n'],
    ['<!-- a <div>', 'commentaire_ouvert <!--'],
  ])('%s', (source, expected) => expect(inSection(source)).toEqual([expected]));

  it.each([
    '<a {% if b %}class="c"{% else %}class="d"{% endif %}>e</a>',
    '<a class="b" {{ c }} data-class="d">e</a>',
    '<a title="a=" href="/?b=">c</a><a href="/?a="{% if b %} class="c"{% endif %}>d</a>',
    '<a onclick="b(\'c\')" title=\'d "e"\'>f</a>',
  ])('nothing is said of %s', (source) => expect(inSection(source)).toEqual([]));
});

const piece = fc.constantFrom(
  ...[
    '<div>',
    '</div>',
    '<p>',
    '</p>',
    '<a href="',
    '">',
    "'",
    '"',
    '<',
    '>',
    '</',
    '<!--',
    '-->',
    'é😀',
    ' ',
    '\n',
    '/>',
    '=',
  ],
  ...[
    '{{ a }}',
    '{% if a %}',
    '{% else %}',
    '{% endif %}',
    '{% for a in b %}',
    '{% endfor %}',
    '{% continue %}',
    '<svg>',
  ],
  ...[
    '</svg>',
    '<script>',
    '</script>',
    '{% capture a %}',
    '{% endcapture %}',
    'class',
    '<li>',
    '<{{ a }}>',
    '{% raw %}',
  ],
);

it('whatever a file is made of, every place lies inside it, and nothing is told twice', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const source = pieces.join('');
      const found = diagnose({ [SECTION]: source }).filter(({ code }) => HTML_CODES.includes(code));
      const places = found.map(({ ligne, colonne, code }) => `${ligne}:${colonne} ${code}`);
      expect(new Set(places).size).toBe(places.length);
      for (const { ligne = 0, colonne = 0 } of found) {
        expect(colonne).toBeLessThanOrEqual((source.split('\n')[ligne - 1] ?? '').length);
      }
    }),
    { numRuns: runs(500, 20_000) },
  );
});
