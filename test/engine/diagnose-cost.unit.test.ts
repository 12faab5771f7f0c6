import { describe, expect, it } from 'vitest';
import { definitionAt } from '../../engine/assist/index.ts';
import { ThemeDocuments } from '../../engine/document/theme-documents.ts';
import { diagnose, type ThemeFiles } from '../../engine/index.ts';

const times = (count: number, piece: (at: number) => string, glue = ''): string =>
  Array.from({ length: count }, (_, at) => piece(at)).join(glue);

const files = (count: number, folder: string, source: (at: number) => string): ThemeFiles =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/f${at}.liquid`, source(at)]));

/** Names of the greatest length that is compared, which begin and end alike. */
const long = (at: number): string =>
  `${'q'.repeat(25)}${String(at)
    .padStart(8, '0')
    .replace(/\d/g, (digit) => 'abcdefghij'[+digit] ?? '')}${'w'.repeat(25)}`;

const text = (id: string) => ({ type: 'text', id });
const schema = (declared: object): string => `{% schema %}${JSON.stringify(declared)}{% endschema %}`;

const NAMES = Array.from({ length: 12 }, (_, at) => `n${at}`);
const permuted = (step: number): string => NAMES.map((name, at) => `${name}: n${(at * step + 1) % 12}`).join(', ');

/** What is not linear does not end in the time of a test with themes of this size. */
const THEMES: Readonly<Record<string, () => ThemeFiles>> = {
  'snippets that call each other in a long row': () =>
    files(4_000, 'snippets', (at) => `{% render 'f${(at + 1) % 4_000}', section: section %}`),
  'parameters that change places at each call': () => ({
    'sections/a.liquid': `{% render 'f0', n1: section, n2: section.settings, n3: section.blocks, n4: settings %}`,
    ...files(6, 'snippets', (at) =>
      times(6, (step) => `{% render 'f${(at + step) % 6}', ${permuted(step * 2 + 1)} %}`),
    ),
  }),
  'names that a snippet asks for, next to 300 long ones': () => ({
    'sections/a.liquid': `{% render 'a', ${times(300, (at) => `${long(at * 997)}: 1`, ', ')} %}`,
    'snippets/a.liquid': times(6_000, (at) => `{% if ${long(at * 983 + 5e6)} %}{% endif %}`),
  }),
  'templates that a section asks for, next to 300 long ones': () => ({
    ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`templates/${long(at * 997)}.json`, '{}'])),
    'sections/a.liquid': times(6_000, (at) => `{% if template == '${long(at * 983 + 5e6)}' %}{% endif %}`),
  }),
  'names that are told of nobody, next to 300 long ones': () => ({
    'sections/a.liquid': `{% # vitrine-ignorer objet_inconnu %}${times(300, (at) => `{% assign ${long(at * 997)} = 1 %}`)}${times(1_000, (at) => `{{ ${long(at * 983 + 5e6)} }}`)}`,
  }),
  'loops whose variables a snippet asks for somewhere else': () => ({
    'sections/a.liquid': "{% render 'a', k: 1 %}",
    'snippets/a.liquid':
      times(8_000, (at) => `{% for a${at} in k %}{% endfor %}`) + times(8_000, (at) => `{% if b${at} %}{% endif %}`),
  }),
  'a condition of a great many comparisons': () => ({
    'sections/a.liquid': `{% if ${times(10_000, (at) => `site.nom == 'a${at}'`, ' and ')} %}${'{{ site.nom }}'.repeat(10_000)}{% endif %}`,
  }),
  'settings of a theme that a great many sections read': () => ({
    'config/settings_schema.json': JSON.stringify([
      { settings: Array.from({ length: 12_000 }, (_, at) => text(`s${at}`)) },
    ]),
    ...files(2_000, 'sections', (at) => `{{ settings.s${at} }}`),
  }),
  'calls in a costly loop of snippets that call each other': () => ({
    ...files(1_000, 'snippets', (at) => `{% render 'f${(at + 1) % 1_000}' %}{% render 'f${(at + 7) % 1_000}' %}`),
    'sections/a.liquid': `{% for a in blog.articles %}${times(16_000, (at) => `{% render 'f${at % 1_000}' %}`)}{% endfor %}`,
  }),
  'a snippet of a great many readings that all sections call': () => ({
    ...files(
      1_000,
      'sections',
      (at) =>
        `${times(20, (name) => `{% render 'x', a${name}: section.blocks, b${at}: 1 %}`)}${schema({ settings: [text('a')] })}`,
    ),
    'snippets/x.liquid': times(20_000, (at) => `{{ a${at} }}`),
  }),
  'variables that are assigned from the end to the beginning': () => ({
    'sections/a.liquid': `${times(9_000, (at) => `{% assign v${at} = v${at + 1} %}`)}{% assign v9000 = section %}`,
  }),
  'scripts without nonce in a snippet that is called a great many times': () => ({
    'snippets/a.liquid': `{% # vitrine-ignorer nonce_absent %}${'<script>a</script>'.repeat(20_000)}`,
    'sections/a.liquid': "{% render 'a', nonce: nonce %}".repeat(16_000),
  }),
};

describe('a hostile theme is diagnosed in a time that grows with its size', () => {
  it.each(Object.entries(THEMES))('%s', (_name, theme) => {
    expect(diagnose(theme()).length).toBeGreaterThan(0);
  });
});

/** What editors ask of a whole theme. */
const ASKED: Readonly<Record<string, () => ThemeFiles>> = {
  'files with mistakes that may call any of a great many snippets': () => ({
    ...files(1_000, 'snippets', () => times(20, (at) => `{{ y${at} }}`)),
    ...files(1_000, 'sections', (at) => `{% render 'f${at}', a: 1 %}{% if %}${'x'.repeat(3_000)}`),
  }),
  'conditions that stand in one another, each with many comparisons': () => ({
    'sections/f0.liquid': `${times(90, () => `{% if ${times(20, (at) => `site.n${at} == 'a'`, ' and ')} %}`)}${'{{ site.nom }}'.repeat(20_000)}`,
  }),
};

describe('a hostile theme is asked about in a time that grows with its size', () => {
  it.each(Object.entries(ASKED))('%s', (_name, theme) => {
    expect(definitionAt(ThemeDocuments.of(theme()), 'sections/f0.liquid', 4)).toBeDefined();
  });
});
