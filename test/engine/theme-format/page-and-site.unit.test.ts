import { describe, expect, it } from 'vitest';
import { CONTENT, html, loadedTheme, REQUEST, themeFiles } from '../support.ts';

describe('the objects page and site', () => {
  it('page exposes titre and demande, site exposes nom, to sections and to the layout', () => {
    const shows = '{{ page.titre }}|{{ page.demande }}|{{ site.nom }}';
    const files = themeFiles(shows, { 'layout/theme.liquid': `{{ content_for_layout }} ${shows}` });
    const page = { ...REQUEST.page, titre: 'Contact', demande: 'erreur' as const };
    const one = 'Contact|erreur|Chez Léa';
    expect(html(files, { ...REQUEST, page })).toBe(`${one} ${one}`);
  });

  it('a section that reads page.demande is rendered for each request', () => {
    const theme = loadedTheme(themeFiles('{% if page.demande == "merci" %}merci{% else %}formulaire{% endif %}'));
    const ask = (demande: '' | 'merci') => theme.render(CONTENT, { ...REQUEST, page: { ...REQUEST.page, demande } });
    expect([ask(''), ask('merci'), ask('')]).toMatchObject([
      { html: 'formulaire' },
      { html: 'merci' },
      { html: 'formulaire' },
    ]);
  });
});
