import { describe, expect, it } from 'vitest';
import { CONTENT, html, loadedTheme, REQUEST, template, themeFiles } from './support.ts';

const MARKED = { ...REQUEST, marks: true } as const;
const placed = (sections: object) => template({ sections, order: Object.keys(sections) });

/** Two sections, one of which names a third; one that is unknown; one that fails. */
const FILES = themeFiles('{{ section.id }}', {
  ...placed({
    haut: { type: 's' },
    'bas-de-page': { type: 'dehors' },
    vide: { type: 'fantome' },
    mal: { type: 'casse' },
  }),
  'layout/theme.liquid': "{% section 's' %}|{{ content_for_layout }}",
  'sections/dehors.liquid': "[{% section 's' %}]",
  'sections/casse.liquid': '{% if %}',
});

describe('marks of the preview', () => {
  it('tell type and key of each section: those of a template, nested ones, unknown ones, those that fail', () => {
    expect(html(FILES, MARKED)).toBe(
      '<!--vitrine:s:s-->s<!--/vitrine-->|' +
        '<!--vitrine:s:haut-->haut<!--/vitrine-->' +
        '<!--vitrine:dehors:bas%2Dde%2Dpage-->[<!--vitrine:s:s-->s<!--/vitrine-->]<!--/vitrine-->' +
        '<!--vitrine:fantome:vide--><!-- section inconnue : fantome --><!--/vitrine-->' +
        '<!--vitrine:casse:mal--><!-- section en erreur : casse --><!--/vitrine-->',
    );
  });

  it('stand on no page that does not ask for them, also after one that did', () => {
    const theme = loadedTheme(FILES);
    const shown = (request: typeof REQUEST) => {
      const result = theme.render(CONTENT, request);
      return result.outcome === 'page' ? result.html : result;
    };
    const plain = shown(REQUEST);
    expect(plain).not.toContain('vitrine');
    const marked = shown(MARKED);
    expect(shown(REQUEST)).toBe(plain);
    expect(shown(MARKED)).toBe(marked);
    expect(String(marked).replaceAll(/<!--\/?vitrine.*?-->/g, '')).toBe(plain);
  });

  it.each([
    '--><script>alert(1)</script>',
    '--!><img>',
    '-',
    '<!--',
    '<!-- a --',
    '/vitrine',
    'a:b',
    'é\n\0',
    '\ud800 seul',
    '__proto__',
    'a'.repeat(100_000),
  ])('a key that tries to end its comment stays in it: %j', (key) => {
    const files = themeFiles('corps', {
      'templates/index.json': `{"sections":{${JSON.stringify(key)}:{"type":"s"}},"order":[${JSON.stringify(key)}]}`,
    });
    const [, found = '', rest] = /^<!--vitrine:s:([A-Za-z0-9_.!~*'()%]*)-->(.*)$/.exec(html(files, MARKED)) ?? [];
    expect(rest).toBe('corps<!--/vitrine-->');
    expect(decodeURIComponent(found)).toBe(key.slice(0, 500).toWellFormed());
  });

  it('a type that tries to, too', () => {
    const files = themeFiles('', placed({ a: { type: '--><script>' } }));
    expect(html(files, MARKED)).toMatch(
      /^<!--vitrine:%2D%2D%3E%3Cscript%3E:a--><!-- section inconnue : [^<>]*--><!--\/vitrine-->$/,
    );
  });
});
