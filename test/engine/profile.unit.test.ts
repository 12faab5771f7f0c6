import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileTheme, type ProfileFrame, type RenderResult, type ThemeFiles } from '../../engine/index.ts';
import { PageProfile } from '../../engine/profile/profile-page.ts';
import { runs } from '../support/soak.ts';
import { themeFiles as hostileTheme } from './hostile-themes.ts';
import { CONTENT, REQUEST, renderTheme, themeFiles } from './support.ts';

const FIXED = { ...REQUEST, present: 1_763_762_754_000 };

function profiled(files: ThemeFiles, clock = performance.now.bind(performance)) {
  const profile = new PageProfile('t', files, FIXED, clock);
  const result: RenderResult = profile.run(CONTENT, Date.now, 60_000);
  return { result, frames: profile.frames() };
}
const rendered = (files: ThemeFiles) => renderTheme(files, undefined, FIXED);
/** The frames as a tree in text: what each is, and how often it was called. */
function tree(frames: readonly ProfileFrame[]): string[] {
  const depth = (frame: ProfileFrame): number => {
    const parent = frame.parent === null ? undefined : frames[frame.parent];
    return parent ? depth(parent) + 1 : 0;
  };
  return frames.map((frame) => `${' '.repeat(depth(frame))}${frame.nom} ${frame.ligne} ×${frame.appels}`);
}
/** Each frame is exactly what it and its children are. */
function expectSums(frames: readonly ProfileFrame[]): void {
  const below = frames.map(() => ({ ms: 0, objets: 0 }));
  for (const { parent, ms, objets } of frames) {
    const sum = parent === null ? undefined : below[parent];
    if (!sum) continue;
    sum.ms += ms;
    sum.objets += objets;
  }
  for (const [index, frame] of frames.entries()) {
    expect(frame.ms).toBeCloseTo(frame.ms_propres + (below[index]?.ms ?? 0), 6);
    expect(frame.objets).toBe(frame.objets_propres + (below[index]?.objets ?? 0));
  }
}

describe('code that measures itself', () => {
  const corpus = JSON.parse(readFileSync(new URL('../corpus/liquid-cases.json', import.meta.url), 'utf8'));

  it('renders what ordinary code renders: each template of the corpus, as a section that a page shows twice', () => {
    for (const { name, template, templates = {} } of corpus.tests) {
      const snippets = Object.entries<string>(templates).map(([path, text]) => [`snippets/${path}.liquid`, text]);
      const files = themeFiles(template, {
        ...Object.fromEntries(snippets),
        'layout/theme.liquid': "{{ content_for_layout }}{% section 's' %}",
      });
      expect(profiled(files).result, name).toEqual(rendered(files));
    }
  });

  it('fails where ordinary code fails, whatever the theme', () => {
    fc.assert(
      fc.property(hostileTheme, (files) => {
        const { result, frames } = profiled(files);
        expect(result).toEqual(rendered(files));
        expectSums(frames);
      }),
      { numRuns: runs(75, 5_000) },
    );
  });

  it('is no part of ordinary code', () => {
    const files = themeFiles("{% for n in (1..3) %}{{ n | plus: 1 }}{% render 'k' %}{% endfor %}", {
      'snippets/k.liquid': '{% if true %}{% section "s" %}{% endif %}',
    });
    profiled(files);
    expect(JSON.stringify(compileTheme(files))).not.toContain('recorder');
  });
});

describe('what a profile tells', () => {
  it('leaves a part where `break`, `continue` or an error leaves it', () => {
    const { frames } = profiled(
      themeFiles(
        [
          '{% for n in (1..9) %}{% if n == 2 %}{% continue %}{% endif %}{% if n == 4 %}{% break %}{% endif %}',
          '{{ n | plus: 1 }}{% endfor %}',
          "{% render 'k' %}",
        ].join('\n'),
        {
          'snippets/k.liquid': "{% if true %}\n{{ 'a' | slice: 'b' }}{% endif %}",
          'layout/theme.liquid': '{{ content_for_layout }}{{ site.slug | upcase }}',
        },
      ),
    );
    expect(tree(frames)).toEqual([
      'templates/index.json 1 ×1',
      ' s 1 ×1',
      '  {% for n in (1..9) %} 1 ×1',
      '   {% if n == 2 %} 1 ×4',
      '   {% if n == 4 %} 1 ×3',
      '   {{ n | plus: 1 }} 2 ×2',
      "  {% render 'k' %} 3 ×1",
      '   k 1 ×1',
      '    {% if true %} 1 ×1',
      "     {{ 'a' | slice: 'b' }} 2 ×1",
      ' layout 1 ×1',
      '  {{ site.slug | upcase }} 1 ×1',
    ]);
  });

  it('renders a section that pages keep each time that it is asked for', () => {
    const { frames } = profiled(
      themeFiles('{{ settings.a | upcase }}', { 'layout/theme.liquid': "{% section 's' %}{% section 's' %}" }),
    );
    expect(tree(frames).filter((line) => line.includes('upcase'))).toHaveLength(3);
  });

  it('leaves out the time that the measuring takes', () => {
    // A clock by which nothing takes any time, but to read it.
    let now = 0;
    const { frames } = profiled(themeFiles('{% for n in (1..50) %}{{ n | plus: 1 }}{% endfor %}'), () => ++now);
    expect(frames.map(({ ms }) => ms)).toEqual(frames.map(() => 0));
  });

  it('is bounded: what is too much to be listed is counted together', () => {
    // 2^16 ways to call it.
    const many = "{% assign m = n | plus: 1 %}{% if m < 16 %}{% render 'k', n: m %}{% render 'k', n: m %}{% endif %}";
    const { frames } = profiled(themeFiles("{% render 'k', n: 0 %}", { 'snippets/k.liquid': many }));
    expect(frames.length).toBeLessThanOrEqual(2_000);
    expect(frames.some(({ genre, appels }) => genre === 'autres' && appels > 0)).toBe(true);
    expectSums(frames);
  });

  it('ends at a limit with what was measured until then', () => {
    const { result, frames } = profiled(
      themeFiles(
        "{{ 'a' | upcase }}\n{% for a in (1..9999) %}{% for b in (1..9999) %}{{ b | plus: a }}{% endfor %}{% endfor %}",
      ),
    );
    expect(result.outcome).toBe('limit');
    const [page, section, first, loop] = frames;
    expect([page, section, first, loop].map((frame) => frame?.nom)).toEqual([
      'templates/index.json',
      's',
      "{{ 'a' | upcase }}",
      '{% for a in (1..9999) %}',
    ]);
    expect(loop?.objets).toBeGreaterThan(1_000_000);
    expectSums(frames);
  });
});
