/** A page in pieces is the same page as the page as text, whatever a theme does with its output (docs/decisions/fragments.md). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageRequest, RenderResult, SiteContent, ThemeFiles } from '../../engine/index.ts';
import { DEFAULT_LIMITS } from '../../engine/limits.ts';
import type { Pictures } from '../../engine/pictures/facts.ts';
import { compileTheme } from '../../engine/theme/load-theme.ts';
import { ThemeProgram } from '../../engine/theme/program.ts';
import { Theme } from '../../engine/theme/theme.ts';
import { runs } from '../support/soak.ts';
import { CONTENT, REQUEST } from './support.ts';

/** Who gets pages in pieces: keeps what has a name, and puts pages together of bytes, as the web process does. */
class Holder {
  readonly #texts = new Map<number, Buffer>();

  take(result: RenderResult): RenderResult {
    if (result.outcome !== 'page') return result;
    const { pieces = [], html, ...rest } = result;
    const parts: Buffer[] = [];
    let at = 0;
    const next = (units: number) => {
      at += units;
      return Buffer.from(html.slice(at - units, at));
    };
    for (let index = 0; index < pieces.length; index += 3) {
      const [newUnits = 0, name = 0, definedUnits = 0] = pieces.slice(index, index + 3);
      parts.push(next(newUnits));
      if (definedUnits > 0) this.#texts.set(name, next(definedUnits));
      parts.push(this.#texts.get(name) ?? Buffer.from(`[no text of the name ${name}]`));
    }
    parts.push(next(html.length - at));
    return { ...rest, html: Buffer.concat(parts).toString() };
  }
}

/** The page as UTF-8 has it: lone surrogates are U+FFFD. */
const encoded = (result: RenderResult): RenderResult =>
  result.outcome === 'page' ? { ...result, html: result.html.toWellFormed() } : result;

const LONG = [
  '<p>un texte assez long pour rester où il est, d’une page à l’autre</p>',
  `${'é😀'.repeat(90)}`,
  'x'.repeat(300),
];
const text = fc.constantFrom(
  ...LONG,
  ...LONG,
  ...LONG,
  'court',
  '',
  '\ud83d',
  '\ude00',
  `\ude00${LONG[0]}`,
  `${LONG[2]}\ud83d`,
  '\n',
);
/** A photograph, of which contents and pages know different things. */
const PHOTO = '01890a5d-ac96-774b-bcce-b302099a8057';
const picturesOf = (alt: string): Pictures => ({
  [PHOTO]: {
    ...{ name: 'a.jpg', kind: 'photo', width: 4000, height: 3000, alt, focal: { x: 500, y: 500 } },
    ...{ content: '3f9c01d2ef45', colour: '', placeholder: '' },
  },
});
const SHOWS_PHOTO = `'/medias/${PHOTO}/a.jpg' | image_url: width: 9 | image_tag`;

const value = fc.constantFrom(
  SHOWS_PHOTO,
  'nonce',
  'page.instant',
  'page.titre',
  'article.titre',
  'site.nom',
  'settings.v',
  'section.id',
  'v',
  "'now' | date: '%s'",
  "'a.css' | asset_url",
  'nonce | upcase',
  'page.instant | plus: 1',
  'content_for_layout | size',
  'content_for_layout',
);
const output = value.map((one) => `{{ ${one} }}`);

const template: fc.Arbitrary<string> = fc.letrec<{ part: string; body: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    output,
    fc.constantFrom(
      "{% section 'a' %}",
      "{% section 'b' %}",
      "{% section 'inconnue' %}",
      "{% render 'r', v: page.titre %}",
      "{% include 'i' %}",
      '{% stylesheet %}p{}{% endstylesheet %}',
      '{% javascript %}un(){% endjavascript %}',
      '{% assign v = content_for_layout %}',
      '{% assign nonce = 1 %}',
      '{% assign v = page.titre %}',
      '{% assign v = settings.v %}',
      "{% assign article = 'article' %}",
      "{% render 'absent' %}",
      '{% increment n %}',
      "{% cycle 'x', 'y' %}",
      '{% break %}',
    ),
    tie('body').map((body) => `{% capture v %}${body}{% endcapture %}{{ v }}`),
    tie('body').map((body) => `{% ifchanged %}${body}{% endifchanged %}`),
    tie('body').map((body) => `{% if page.titre == 'Un' %}${body}{% else %}${LONG[0]}{% endif %}`),
    tie('body').map((body) => `{% if settings.v %}${body}{% else %}${LONG[0]}{% endif %}`),
    tie('body').map((body) => `{% unless settings.v %}${body}{% endunless %}`),
    tie('body').map((body) => `{% for x in settings.none %}${body}{% endfor %}`),
    tie('body').map((body) => `{% case settings.v %}{% when 'autre' %}${body}{% endcase %}`),
    tie('body').map((body) => `{% for x in (1..3) %}${body}{% else %}${LONG[1]}{% endfor %}`),
    tie('body').map((body) => `{% case page.titre %}{% when 'Deux' %}${body}{% endcase %}`),
    tie('body').map((body) => `{% style %}${body}{% endstyle %}`),
    tie('body').map((body) => `{% tablerow x in (1..2) %}${body}{% endtablerow %}`),
  ),
  body: fc.array(tie('part'), { maxLength: 5 }).map((parts) => parts.join('')),
})).body;

/** Files in which parts may be the same on all pages: nothing in them remembers, and variables are set and read everywhere. */
const variables: fc.Arbitrary<string> = fc.letrec<{ part: string; body: string }>((tie) => {
  const name = fc.constantFrom('v', 'w');
  const read = fc.constantFrom('v', 'w', 'site.nom', 'settings.v', 'page.titre', "'x'", 'site.absent');
  const written = read.map((one) => `<i>{{ ${one} | upcase }}</i>`);
  const set = fc.tuple(name, read).map(([own, one]) => `{% assign ${own} = ${one} %}`);
  const body = tie('body');
  const within = (begin: (one: string) => string, end: string) =>
    fc.tuple(read, body).map(([one, inner]) => `${begin(one)}${inner}${end}`);
  return {
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      written,
      set,
      fc.constantFrom(
        `<p>{{ ${SHOWS_PHOTO} }}</p>`,
        "{% render 'r', v: v %}",
        "{% render 'r', v: site.nom %}",
        LONG[0] ?? '',
      ),
      fc.tuple(name, body).map(([own, inner]) => `{% capture ${own} %}${inner}{% endcapture %}`),
      within((one) => `{% if ${one} %}`, '{% endif %}'),
      within((one) => `{% if ${one} == 'Un' %}`, '{% else %}{{ v | upcase }}{% endif %}'),
      within((one) => `{% unless ${one} %}`, '{% endunless %}'),
      within((one) => `{% case ${one} %}{% when 'Deux', 'x' %}`, '{% endcase %}'),
      within((one) => `{% for v in ${one} %}`, '{% endfor %}'),
      body.map((inner) => `{% for x in (1..2) %}${inner}{% endfor %}`),
    ),
    body: fc.array(tie('part'), { maxLength: 6 }).map((parts) => parts.join('')),
  };
}).body;

const file = fc.oneof(template, { weight: 2, arbitrary: variables });

const theme: fc.Arbitrary<ThemeFiles> = fc
  .record({
    before: file,
    after: file,
    a: file,
    b: file,
    i: template,
    order: fc.subarray(['1', '2', '3']),
  })
  .map(({ before, after, a, b, i, order }) => ({
    'layout/theme.liquid': `${before}{{ content_for_layout }}${after}`,
    'sections/a.liquid': a,
    'sections/b.liquid': b,
    'snippets/r.liquid': `[{{ v }}${LONG[0]}]`,
    'snippets/i.liquid': i,
    'templates/index.json': JSON.stringify({
      sections: { 1: { type: 'a' }, 2: { type: 'b' }, 3: { type: 'a' } },
      order,
    }),
    'config/settings_data.json': '{"current":{"v":"réglage"}}',
  }));

const visit = fc.record({
  titre: fc.constantFrom('Un', 'Deux', '\ude00'),
  as: fc.constantFrom('pieces', 'pieces', 'pieces', 'pieces to another holder', 'text'),
  content: fc.constantFrom(0, 0, 0, 1),
});

const CONTENTS: readonly SiteContent[] = [
  CONTENT,
  { ...CONTENT, site: { ...CONTENT.site, nom: 'Chez Zoé' }, pictures: picturesOf('Une photo du site') },
];
const requestOf = (titre: string, turn: number): PageRequest => ({
  ...REQUEST,
  page: { ...REQUEST.page, titre, instant: 1_763_762_754_000 + turn },
  article: { titre } as never,
  pictures: turn % 2 === 0 ? picturesOf(`Photo de la page ${turn}`) : {},
  nonce: `nonce${turn}`,
});
/** Makes the theme anew at each call; its code is compiled once. */
function themeMaker(files: ThemeFiles): () => Theme {
  const units = compileTheme(files).map(({ path, code }) => ({ path, factory: new Function(`return ${code}`)() }));
  const program = new ThemeProgram(units, undefined);
  return () => new Theme('t', program, files);
}

const variable = fc.constantFrom('v', 'v', 'page');
const ofPageOrVersion = fc.constantFrom('page.titre', 'settings.v', "'fixe'", 'v', 'site.nom');
const test = fc.constantFrom('page.titre', 'settings.v', 'settings.none', 'v');
const simple = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(variable, ofPageOrVersion).map(([name, value]) => `{% assign ${name} = ${value} %}`),
  },
  { weight: 3, arbitrary: ofPageOrVersion.map((one) => `[{{ ${one} }}]`) },
  fc.tuple(variable, ofPageOrVersion).map(([name, value]) => `{% liquid\nassign ${name} = ${value}\necho ${name}\n%}`),
  ofPageOrVersion.map((one) => `{% render 'r', v: ${one} %}`),
  fc.constant("{% render 'heure' %}"),
);
const blockOf = (part: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const body = fc.array(part, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(''));
  return fc.oneof(
    fc.tuple(variable, body).map(([name, one]) => `{% capture ${name} %}${one}{% endcapture %}`),
    fc.tuple(test, body).map(([one, yes]) => `{% if ${one} %}${yes}{% endif %}`),
    fc.tuple(test, body, body).map(([one, no, yes]) => `{% unless ${one} %}${no}{% else %}${yes}{% endunless %}`),
    fc.tuple(ofPageOrVersion, body).map(([one, yes]) => `{% case ${one} %}{% when 'fixe', v %}${yes}{% endcase %}`),
    fc
      .tuple(variable, fc.constantFrom('(1..2)', 'settings.none', 'v'), body)
      .map(([name, list, turn]) => `{% for ${name} in ${list} %}${turn}{% endfor %}`),
    fc.tuple(variable, body).map(([name, one]) => `{% tablerow ${name} in (1..2) %}${one}{% endtablerow %}`),
  );
};
/** Files that set variables and show them: nothing in them but the values of variables decides what is steady. */
const setting = fc
  .array(fc.oneof({ weight: 2, arbitrary: simple }, blockOf(simple), blockOf(fc.oneof(simple, blockOf(simple)))), {
    minLength: 2,
    maxLength: 7,
  })
  .map((parts) => parts.join(''));

describe('a page in pieces', () => {
  it('is the page as text: every part of the language in any place, whatever pages came before', () => {
    let named = 0;
    fc.assert(
      fc.property(
        theme,
        fc.array(visit, { minLength: 4, maxLength: 9 }),
        fc.oneof({ weight: 4, arbitrary: fc.constant(DEFAULT_LIMITS.objects) }, fc.integer({ min: 20, max: 6_000 })),
        (files, visits, objects) => {
          const limits = { ...DEFAULT_LIMITS, objects };
          const newTheme = themeMaker(files);
          const shown = newTheme();
          let [id, holder] = [0, new Holder()];
          for (const [turn, { titre, as, content }] of visits.entries()) {
            const request = requestOf(titre, turn);
            const values = CONTENTS[content] as SiteContent;
            const expected = newTheme().render(values, request, () => 0, limits);
            if (as === 'pieces to another holder') [id, holder] = [id + 1, new Holder()];
            const result = shown.render(values, request, () => 0, limits, as === 'text' ? undefined : id);
            expect(holder.take(result)).toEqual(encoded(expected));
            if (result.outcome === 'page' && (result.pieces?.length ?? 0) > 0) named++;
          }
        },
      ),
      { numRuns: runs(100, 20_000) },
    );
    expect(named).toBeGreaterThan(30);
  });

  it.each([
    ['in a condition', "{% if site.absent %}{% assign v = 'a' %}{% endif %}", ['UN', 'DEUX', 'UN']],
    ['in a loop', "{% for x in site.absent %}{% assign v = 'a' %}{% endfor %}", ['UN', 'DEUX', 'UN']],
    [
      'in a block of a block',
      "{% if site.nom %}{% unless site.nom %}{% assign v = 'a' %}{% endunless %}{% endif %}",
      ['UN', 'DEUX', 'UN'],
    ],
    [
      'captured in a condition',
      '{% if site.absent %}{% capture v %}a{% endcapture %}{% endif %}',
      ['UN', 'DEUX', 'UN'],
    ],
    [
      'in a condition of a capture',
      "{% capture w %}{% if site.absent %}{% assign v = 'a' %}{% endif %}{% endcapture %}",
      ['UN', 'DEUX', 'UN'],
    ],
    ['in the other branch', "{% if page.titre == 'Un' %}{% assign v = 'a' %}{% endif %}", ['A', 'DEUX', 'A']],
    ['on every page', "{% assign v = 'a' %}", ['A', 'A', 'A']],
  ])('shows a variable of the page that is set once more %s as the page has it', (_, again, shown) => {
    const theme = themeMaker({
      'layout/theme.liquid': `{% assign v = page.titre %}${again}<p>{{ v | upcase }}</p>{{ content_for_layout }}`,
      'templates/index.json': '{}',
    })();
    const pages = ['Un', 'Deux', 'Un'].map((titre, turn) =>
      theme.render(CONTENT, requestOf(titre, turn), () => 0, DEFAULT_LIMITS),
    );
    expect(pages).toMatchObject(shown.map((text) => ({ html: `<p>${text}</p>` })));
  });

  it.each([
    ['a literal ends with half of a pair', `${LONG[2]}\ud83d{{ page.titre }}`, ''],
    ['a literal begins with the other half', `{{ page.titre }}\ude00${LONG[2]}`, ''],
    ['a steady section ends with half of a pair', "{% section 'a' %}{{ page.titre }}", `${LONG[2]}{{ '\ud83d' }}`],
    ['new text begins with the other half', `{{ page.titre }}{{ settings.half }}${LONG[2]}`, ''],
  ])('keeps pairs of surrogates together where %s', (_, layout, section) => {
    const newTheme = themeMaker({
      'layout/theme.liquid': `${layout}{{ content_for_layout }}`,
      'sections/a.liquid': section,
      'templates/index.json': '{}',
      'config/settings_data.json': '{"current":{"half":"\\ude00"}}',
    });
    const shown = newTheme();
    const holder = new Holder();
    for (const [turn, titre] of [
      'Un',
      'Deux',
      'Trois',
      '\ude00',
      '\ud83d',
      '\ude00',
      '\ud83d',
      'Un',
      '\ud83d',
    ].entries()) {
      const request = requestOf(titre, turn);
      const expected = newTheme().render(CONTENT, request, () => 0, DEFAULT_LIMITS);
      expect(holder.take(shown.render(CONTENT, request, () => 0, DEFAULT_LIMITS, 1))).toEqual(encoded(expected));
    }
  });

  it('shows the variables of this page, wherever the layout and sections set them', () => {
    fc.assert(
      fc.property(setting, setting, (layout, section) => {
        const newTheme = themeMaker({
          'layout/theme.liquid': `${layout}{{ content_for_layout }}`,
          'sections/a.liquid': section,
          'snippets/r.liquid': '({{ v }})',
          'snippets/heure.liquid': "{{ 'now' | date: '%s' }}",
          'templates/index.json': '{"sections":{"a":{"type":"a"}},"order":["a"]}',
          'config/settings_data.json': '{"current":{"v":"réglage"}}',
        });
        const shown = newTheme();
        for (const [turn, titre] of ['Un', 'Deux', 'Un', 'Un'].entries()) {
          const request = requestOf(titre, 0);
          const content = CONTENTS[turn < 3 ? 0 : 1] as SiteContent;
          const now = () => 1_000_000 * turn;
          const expected = newTheme().render(content, request, now, DEFAULT_LIMITS);
          expect(shown.render(content, request, now, DEFAULT_LIMITS)).toEqual(expected);
        }
      }),
      { numRuns: runs(200, 20_000) },
    );
  });

  it.each([
    ['a branch that no page takes', "{% if settings.none %}{% assign v = 'x' %}{% endif %}"],
    ['a loop without turns', '{% for x in settings.none %}{% assign v = x %}{% endfor %}'],
    ['a case without a match', "{% case settings.none %}{% when 1 %}{% assign v = 'x' %}{% endcase %}"],
    [
      'a branch within branches',
      '{% unless settings.none %}{% if settings.none %}{% capture v %}x{% endcapture %}{% endif %}{% endunless %}',
    ],
    [
      'a capture around a branch',
      "{% capture w %}{% if settings.none %}{% assign v = 'x' %}{% endif %}{% endcapture %}",
    ],
  ])('shows the variable of this page after %s', (_, code) => {
    for (const layout of [
      `{% assign v = page.titre %}${code}<h1>{{ v }}</h1>`,
      `${code.replaceAll(' v ', ' page ')}{{ page.titre }}`,
    ]) {
      const newTheme = themeMaker({
        'layout/theme.liquid': `${layout}{{ content_for_layout }}`,
        'templates/index.json': '{}',
      });
      const shown = newTheme();
      const pages = ['Un', 'Deux'].map((titre) => shown.render(CONTENT, requestOf(titre, 0), () => 0, DEFAULT_LIMITS));
      expect(pages).toEqual(
        ['Un', 'Deux'].map((titre) => newTheme().render(CONTENT, requestOf(titre, 0), () => 0, DEFAULT_LIMITS)),
      );
    }
  });

  it.each([
    ['pieces without a character', '{{ page.demande }}'.repeat(20_000), 2_000],
    ['long pieces', `${'m'.repeat(24)}{{ page.slug }}`.repeat(10_000), 50],
  ])('is the page as text, and soon there, where a theme makes millions of %s', (_, section, prints) => {
    const newTheme = themeMaker({
      'layout/theme.liquid': '{{ content_for_layout }}'.repeat(prints),
      'sections/a.liquid': section,
      'templates/index.json': '{"sections":{"a":{"type":"a"}},"order":["a"]}',
    });
    const holder = new Holder();
    const shown = newTheme();
    for (const turn of [1, 2, 3]) {
      const request = {
        ...requestOf('Un', turn),
        page: { ...requestOf('Un', turn).page, slug: 's', demande: '' as const },
      };
      const expected = newTheme().render(CONTENT, request, () => 0, DEFAULT_LIMITS);
      const result = holder.take(shown.render(CONTENT, request, () => 0, DEFAULT_LIMITS, 1));
      expect(result.outcome === 'page' && expected.outcome === 'page' && result.html === expected.html).toBe(true);
    }
  });

  it('is charged what the page as text is, whether a stretch was rendered before or not', () => {
    const newTheme = themeMaker({
      'layout/theme.liquid': `{% for i in (1..20) %}{{ settings.v }}{% endfor %}{{ page.titre }}${LONG[0]}{{ content_for_layout }}`,
      'sections/a.liquid': "{{ page.titre }}{% render 'r', v: settings.v %}{% section 'b' %}",
      'sections/b.liquid': '{{ settings.v | split: "" | join: "," }}',
      'snippets/r.liquid': '{{ v | append: v }}',
      'templates/index.json': '{"sections":{"a":{"type":"a"}},"order":["a"]}',
      'config/settings_data.json': '{"current":{"v":"réglage"}}',
    });
    const shown = newTheme();
    const outcomes = new Set<string>();
    shown.render(CONTENT, REQUEST, () => 0, DEFAULT_LIMITS, 1);
    for (let objects = 1; objects < 800; objects++) {
      const limits = { ...DEFAULT_LIMITS, objects };
      const { outcome } = newTheme().render(CONTENT, REQUEST, () => 0, limits);
      expect([objects, shown.render(CONTENT, REQUEST, () => 0, limits, 1).outcome]).toEqual([objects, outcome]);
      outcomes.add(outcome);
    }
    expect(outcomes).toEqual(new Set(['limit', 'page']));
  });

  it('has names again after a theme’s pages were too many different ones to remember', () => {
    const shown = themeMaker({
      'layout/theme.liquid': `{{ nonce }}${LONG[2]}{{ 'Sur ' | append: page.titre }}{{ nonce }}${LONG[2]}{{ nonce }}{{ content_for_layout }}`,
      'templates/index.json': '{}',
    })();
    const piecesOf = (titre: string, turn: number) => {
      const result = shown.render(CONTENT, requestOf(titre, turn), () => 0, DEFAULT_LIMITS, 1);
      return result.outcome === 'page' && result.pieces;
    };
    for (let turn = 0; turn < 2_000; turn++) piecesOf(`Page ${turn}`, turn);
    for (let turn = 0; turn < 2; turn++) piecesOf('Dernière', turn);
    const again = piecesOf('Dernière', 2) || [];
    expect([again.length, again[2], again[5]]).toEqual([6, 0, 0]);
    expect(shown.names.bytes).toBeLessThan(1_000_000);
  });

  it.each([
    ['a stretch', '{{ page.titre }}'],
    ['a section', ''],
  ])('fails where renders nest too deep, also in %s that was rendered before', (_, own) => {
    const newTheme = themeMaker({
      'layout/theme.liquid': '{{ content_for_layout }}',
      'sections/a.liquid': "{% render 'deep' %}",
      'sections/b.liquid': `${own}{% render 'r', v: settings.v %}`,
      'snippets/deep.liquid': "{% section 'b' %}{% render 'deep' %}",
      'snippets/r.liquid': '({{ v }})',
      'templates/index.json': '{"sections":{"a":{"type":"a"}},"order":["a"]}',
    });
    const shown = newTheme();
    const html = (theme: Theme) => {
      const result = theme.render(CONTENT, REQUEST, () => 0, DEFAULT_LIMITS);
      return result.outcome === 'page' && [result.html, result.incidents.length];
    };
    expect(html(shown)).toEqual(['<!-- section en erreur : a -->', 3]);
    expect(html(shown)).toEqual(['<!-- section en erreur : a -->', 3]);
  });
});
