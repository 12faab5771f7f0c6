import { describe, expect, it } from 'vitest';
import { html, renderTheme, themeFiles } from '../support.ts';

describe('the layout is the outer HTML', () => {
  it('sections are poured where content_for_layout stands, unescaped', () => {
    expect(html(themeFiles('<b>a</b>', { 'layout/theme.liquid': '<main>{{ content_for_layout }}</main>' }))).toBe(
      '<main><b>a</b></main>',
    );
  });

  it('a theme without one is ignored', () => {
    const { 'layout/theme.liquid': _, ...files } = themeFiles('a') as Record<string, string>;
    expect(renderTheme(files)).toEqual({ outcome: 'no-layout' });
  });

  it('an error in it is told with its place, and nothing of the theme is shown', () => {
    expect(renderTheme(themeFiles('a', { 'layout/theme.liquid': '\n  {% nimporte %}' }))).toEqual({
      outcome: 'error',
      incident: {
        chemin: 'layout/theme.liquid',
        ligne: 2,
        colonne: 3,
        message: 'la balise {% nimporte %} n’existe pas',
      },
    });
  });
});
