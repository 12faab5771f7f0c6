import { describe, expect, it } from 'vitest';
import { diagnose, type ThemeFiles } from '../../engine/index.ts';
import { UNREAD_CODES } from './html-codes.ts';

const SECTION = 'sections/a.liquid';
const SCHEMA =
  '{% schema %}{"settings":[{"type":"text","id":"titre"}],"blocks":[{"type":"t","settings":[{"type":"text","id":"mot"}]}]}{% endschema %}';

const told = (files: ThemeFiles): string[] =>
  diagnose(files)
    .filter(({ code }) => UNREAD_CODES.includes(code))
    .map(({ chemin, code, message }) => `${chemin} ${code} ${/« (.*?) »/.exec(message)?.[1] ?? ''}`.trim());
const unread = (liquid: string, snippets: ThemeFiles = {}) =>
  told({ [SECTION]: liquid + SCHEMA, ...snippets }).map((one) => one.split(' ').at(-1));

describe('settings that no template reads', () => {
  it('each is told at its id', () => {
    const source = `${SCHEMA}{{ section.settings.autre }}`;
    const all = diagnose({ [SECTION]: source }).filter(({ code }) => code === 'reglage_inutile');
    expect(all.map(({ colonne = 0, colonne_fin = 0 }) => source.slice(colonne - 1, colonne_fin - 1))).toEqual([
      '"titre"',
      '"mot"',
    ]);
  });

  it.each([
    ['{{ section.settings.titre }}', ['mot']],
    ['{{ section["settings"]["titre"] | escape }}', ['mot']],
    ['{% if section.settings %}{% endif %}', ['titre', 'mot']],
    ['{% for b in section.blocks %}{{ b.settings.mot }}{% endfor %}', ['titre']],
    ['{% assign b = section.blocks.first %}{{ b.settings.mot }}', ['titre']],
    ['{{ section.blocks[0].settings.mot }}', ['titre']],
    ['{% assign s = section.settings %}{% assign r = s %}{{ r.titre }}', ['mot']],
    ['{{ section.settings[nonce] }}', ['mot']],
    ['{% for b in section.blocks %}{{ b.settings | json }}{% endfor %}', ['titre']],
    ['{{ section | json }}', []],
    ['{% assign t = section.blocks | where: "type", "t" %}', ['titre']],
    ['{{ [nonce] }}', []],
    ['{% comment %}{{ section.settings.titre }}{% endcomment %}', ['titre', 'mot']],
  ])('%s', (liquid, expected) => expect(unread(liquid)).toEqual(expected));

  it('snippets read what they are passed', () => {
    const snippet = (source: string) => ({ 'snippets/s.liquid': source });
    expect(unread('{% render "s", t: section.settings.titre %}', snippet('{{ t }}'))).toEqual(['mot']);
    expect(unread('{% render "s", s: section %}', snippet('{{ s.settings.titre }}'))).toEqual(['mot']);
    expect(unread('{% render "s", r: section.settings %}', snippet('{{ r.titre }}'))).toEqual(['mot']);
    expect(unread('{% render "s" for section.blocks as b %}', snippet('{{ b.settings.mot }}'))).toEqual(['titre']);
    expect(unread('{% render "s" with section %}', snippet('{{ s.settings.titre }}'))).toEqual(['mot']);
    expect(unread('{% render "s" %}', snippet('{{ section.settings.titre }}'))).toEqual(['titre', 'mot']);
    expect(unread('{% include "s" %}', snippet('{{ section.settings.titre }}'))).toEqual(['mot']);
    expect(unread('{% include nonce %}')).toEqual([]);
    const set = snippet('{% assign r = section.settings %}');
    expect(unread('{% include "s" %}{{ r.titre }}', set)).toEqual(['mot']);
    expect(unread('{% render "s", s: section %}', snippet('{% render "s", s: s %}{{ s.settings.titre }}'))).toEqual([
      'mot',
    ]);
    expect(unread('{% render "s", s: section %}', snippet('{{ s.settings.titre'))).toEqual([]);
  });

  it('those of the theme may be read in any file', () => {
    const schema =
      '[{"settings":[{"type":"text","id":"nom"},{"type":"text","id":"ton"},{"type":"header","content":"A"}]}]';
    const of = (files: ThemeFiles) => told({ 'config/settings_schema.json': schema, ...files });
    expect(of({ 'layout/theme.liquid': '{{ settings.nom }}' })).toEqual([
      'config/settings_schema.json reglage_inutile ton',
    ]);
    expect(of({ 'layout/theme.liquid': '{{ settings.nom }}', 'sections/a.liquid': '{{ settings.ton }}' })).toEqual([]);
    expect(
      of({
        'layout/theme.liquid': '{% render "s", s: settings %}',
        'snippets/s.liquid': '{{ s.nom }}{{ settings.ton }}',
      }),
    ).toEqual(['config/settings_schema.json reglage_inutile ton']);
  });
});

describe('snippets that nothing calls', () => {
  const snippets = { 'snippets/a.liquid': 'a', 'snippets/b.liquid': 'b' };
  it.each([
    ['{% render "a" %}', ['snippets/b.liquid extrait_inutile']],
    ['{% liquid\n render "a.liquid"\n include "b"\n%}', []],
    ['{% render "a" %}{% include nonce %}', []],
    ['{% render "a" %}{% if a %}', []],
  ])('%s', (source, expected) => expect(told({ [SECTION]: source, ...snippets })).toEqual(expected));
});
