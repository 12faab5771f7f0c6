import { describe, expect, it } from 'vitest';
import { html, renderTheme, template, themeFiles } from '../support.ts';

describe('what fails stays in its section', () => {
  it('an absent variable and an unknown filter are empty or nothing', () => {
    expect(html(themeFiles('[{{ absent.de.tout }}{{ "a" | filtre_inconnu }}]'))).toBe('[a]');
  });

  it('an unknown type gives its comment', () => {
    const files = themeFiles('', { ...template({ sections: { a: { type: 'fantome' } }, order: ['a'] }) });
    expect(html(files)).toBe('<!-- section inconnue : fantome -->');
  });

  it.each([
    '--><script>',
    '-->',
    '--!>',
    '>',
    '\n--\u0000>',
    'constructor',
    '__proto__',
  ])('the type %j cannot leave the comment', (type) => {
    const page = html(themeFiles('', { ...template({ sections: { a: { type } }, order: ['a'] }) }));
    expect(page).toMatch(/^<!-- section inconnue : /);
    expect(page.indexOf('-->')).toBe(page.length - 3);
    expect(page).not.toMatch(/--!>|<script/);
  });

  it('a section that does not parse, or fails while rendering, gives a comment and the page goes on', () => {
    const files = themeFiles('', {
      ...template({
        sections: { a: { type: 'casse' }, b: { type: 'echoue' }, c: { type: 'bon' } },
        order: ['a', 'b', 'c'],
      }),
      'sections/casse.liquid': '\n{% if %}',
      'sections/echoue.liquid': "avant {% render 'absent' %}",
      'sections/bon.liquid': 'bon',
    });
    expect(renderTheme(files)).toEqual({
      outcome: 'page',
      html: '<!-- section en erreur : casse --><!-- section en erreur : echoue -->bon',
      incidents: [
        expect.objectContaining({ chemin: 'sections/casse.liquid', ligne: 2 }),
        expect.objectContaining({ chemin: 'sections/echoue.liquid', ligne: 1 }),
      ],
      readsClock: false,
    });
  });
});
