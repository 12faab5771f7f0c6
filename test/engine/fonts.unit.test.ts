import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { fontFaces, SUBSETS, type Subset } from '../../engine/fonts/faces.ts';
import { fontFamilies } from '../../engine/fonts/families.ts';
import { html, renderTheme, themeFiles } from './support.ts';

const { resolve } = createRequire(import.meta.url);
const packaged = (id: string, file: string) => readFileSync(resolve(`@fontsource/${id}/${file}`), 'utf8');
const show = (expression: string) => html(themeFiles(`{{ ${expression} }}`));
const families = Object.entries(fontFamilies());
const ids = families.map(([id]) => id);

describe('font_face, font_famille', () => {
  it.each([
    ["'lora' | font_famille", '"Lora", Georgia, Cambria, "Times New Roman", serif'],
    ["'comic-sans' | font_famille", ''],
    ["'constructor' | font_famille", ''],
    ["'Lora' | font_famille", ''],
    ['nil | font_famille', ''],
    ["'comic-sans' | font_face", ''],
    ["'__proto__' | font_face", ''],
    ['nil | font_face', ''],
    ["'comic-sans' | font_precharge", ''],
    ["'__proto__' | font_precharge", ''],
    ['nil | font_precharge', ''],
  ])('%s', (expression, expected) => expect(show(expression)).toBe(expected));

  it.each(families)('%s: the rule, weights and font-display: swap', (id, { name, weights }) => {
    const rules = show(`'${id}' | font_face`).match(/@font-face\{[^}]+\}/g) ?? [];
    expect(rules).toHaveLength(weights.length * Object.keys(SUBSETS).length);
    for (const rule of rules) {
      expect(rule).toContain(`font-family:"${name}"`);
      expect(rule).toContain('font-display:swap');
    }
    for (const weight of weights) expect(rules.join('')).toContain(`font-weight:${weight};`);
    expect(show(`'${id}' | font_famille`)).toMatch(new RegExp(`^"${name}", .+serif$`));
  });

  it('rules that a template keeps by the thousand are objects that it makes', () => {
    const loop =
      '{% for i in (1..300) %}{% assign a = nom | font_face %}{% endfor %}{{ a | size | at_least: 1 | at_most: 1 }}';
    expect(renderTheme(themeFiles(`{% assign nom = page.titre | replace: 'Accueil', 'lora' %}${loop}`))).toMatchObject({
      html: '1',
    });
    expect(
      renderTheme(themeFiles(`{% assign nom = page.titre | replace: 'Accueil', 'lora' %}${loop}`), {
        objects: 100_000,
      }),
    ).toEqual({ outcome: 'limit', limit: 'objects' });
  });
});

describe('a font_picker holds one of nineteen families, or systeme', () => {
  it('there are nineteen', () => expect(ids).toHaveLength(19));

  it('systeme downloads nothing', () => {
    expect(show("'systeme' | font_face")).toBe('');
    expect(show("'systeme' | font_precharge")).toBe('');
    expect(show("'systeme' | font_famille")).toMatch(/^system-ui, .*sans-serif$/);
  });

  it.each(ids)('%s: what is hinted at is the file of the regular Latin rule', (id) => {
    const href = /^<link rel="preload" as="font" type="font\/woff2" href="([^"]+)" crossorigin>$/.exec(
      show(`'${id}' | font_precharge`),
    )?.[1];
    expect(href).toMatch(new RegExp(`^/polices/${id}-400-latin-`));
    expect(show(`'${id}' | font_face`)).toContain(`url("${href}")`);
  });

  it('no two faces have the same address', () => {
    const addresses = ids.flatMap((id) => fontFaces(id).map(({ address }) => address));
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

describe('what the engine knows of the packages of fonts', () => {
  it.each(families)('%s: its version, which its addresses carry, is the installed one', (id, {
    name,
    weights,
    version,
  }) => {
    expect(JSON.parse(packaged(id, 'package.json')).version).toBe(version);
    expect(JSON.parse(packaged(id, 'metadata.json'))).toMatchObject({
      family: name,
      weights: expect.arrayContaining([...weights]),
      subsets: expect.arrayContaining(Object.keys(SUBSETS)),
    });
  });

  it.each(ids)('%s: has a bold weight unless its package has none', (id) => {
    const { weights } = JSON.parse(packaged(id, 'metadata.json'));
    expect(fontFaces(id).some(({ weight }) => weight === 700)).toBe(weights.includes(700));
  });

  it.each(ids)('%s: the characters of its subsets are those of its files', (id) => {
    const ranges: Record<Subset, string> = JSON.parse(packaged(id, 'unicode.json'));
    expect({ latin: ranges.latin, 'latin-ext': ranges['latin-ext'] }).toEqual(SUBSETS);
  });
});

describe('docs/fonts.md', () => {
  const page = readFileSync(new URL('../../docs/fonts.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (.*) \| (.*) \| (.*) \| (.*) \|$/gm)].map((row) => row.slice(1));

  it('lists every family with its weights, licence and copyright, as its package says', () => {
    expect(rows).toEqual(
      families.map(([id, { name, weights }]) => {
        const { license } = JSON.parse(packaged(id, 'package.json'));
        // Each file of the family has its own, the same one: the first is enough.
        const copyright = packaged(id, 'LICENSE').split(/ \S+\.ttf: |\n/)[0];
        return [id, name, weights.join(', '), license, copyright];
      }),
    );
  });

  it.each(ids)('%s: the licence is an open one, and its text comes with the package', (id) => {
    expect(JSON.parse(packaged(id, 'package.json')).license).toBe('OFL-1.1');
    expect(packaged(id, 'LICENSE')).toContain('SIL OPEN FONT LICENSE Version 1.1');
  });
});
