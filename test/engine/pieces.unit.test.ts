/** A page in pieces is the same page as the page as text, whatever a theme does with its output (docs/decisions/fragments.md). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageRequest, RenderResult, SiteContent, ThemeFiles } from '../../engine/index.ts';
import { DEFAULT_LIMITS } from '../../engine/limits.ts';
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
const value = fc.constantFrom(
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
      "{% render 'absent' %}",
      '{% increment n %}',
      "{% cycle 'x', 'y' %}",
      '{% break %}',
    ),
    tie('body').map((body) => `{% capture v %}${body}{% endcapture %}{{ v }}`),
    tie('body').map((body) => `{% ifchanged %}${body}{% endifchanged %}`),
    tie('body').map((body) => `{% if page.titre == 'Un' %}${body}{% else %}${LONG[0]}{% endif %}`),
    tie('body').map((body) => `{% for x in (1..3) %}${body}{% else %}${LONG[1]}{% endfor %}`),
    tie('body').map((body) => `{% case page.titre %}{% when 'Deux' %}${body}{% endcase %}`),
    tie('body').map((body) => `{% style %}${body}{% endstyle %}`),
    tie('body').map((body) => `{% tablerow x in (1..2) %}${body}{% endtablerow %}`),
  ),
  body: fc.array(tie('part'), { maxLength: 5 }).map((parts) => parts.join('')),
})).body;

const theme: fc.Arbitrary<ThemeFiles> = fc
  .record({
    before: template,
    after: template,
    a: template,
    b: template,
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

const CONTENTS: readonly SiteContent[] = [CONTENT, { ...CONTENT, site: { ...CONTENT.site, nom: 'Chez Zoé' } }];
const requestOf = (titre: string, turn: number): PageRequest => ({
  ...REQUEST,
  page: { ...REQUEST.page, titre, instant: 1_763_762_754_000 + turn },
  article: { titre } as never,
  nonce: `nonce${turn}`,
});
/** Makes the theme anew at each call; its code is compiled once. */
function themeMaker(files: ThemeFiles): () => Theme {
  const units = compileTheme(files).map(({ path, code }) => ({ path, factory: new Function(`return ${code}`)() }));
  const program = new ThemeProgram(units, undefined);
  return () => new Theme('t', program, files);
}

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
});
