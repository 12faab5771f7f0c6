import { describe, expect, it } from 'vitest';
import type { Article, Blog, PageRequest } from '../../../engine/index.ts';
import { CONTENT, html, loadedTheme, REQUEST, themeFiles } from '../support.ts';

const reference = { titre: 'Journal', description: 'D', adresse: '/blog/journal' };
const article: Article = {
  titre: 'Un',
  extrait: 'E',
  adresse: '/blog/journal/un',
  image: '/i.svg',
  date: '2026-10-05T08:00:00.000Z',
  modifie: '2026-10-06T08:00:00.000Z',
  blog: reference,
  contenu: '<p>C</p>',
};
const blog: Blog = {
  ...reference,
  flux: '/blog/journal.atom',
  articles: [article],
  blogs: [reference],
  pagination: { page: 2, pages: 3, precedente: '/blog', suivante: '/blog?page=3' },
};

const ofArticle =
  '{{ article.titre }} {{ article.extrait }} {{ article.adresse }} {{ article.image }} {{ article.date | date: "%Y" }} {{ article.contenu }} {{ article.blog.titre }}';
const ofBlog =
  '{{ blog.titre }} {{ blog.description }} {{ blog.adresse }}{% for a in blog.articles %} {{ a.titre }}{% endfor %}{% for b in blog.blogs %} {{ b.adresse }}{% endfor %} {{ blog.pagination.page }}/{{ blog.pagination.pages }}';
const ask = (more: Partial<PageRequest>) => ({ ...REQUEST, ...more });

describe('the objects article and blog', () => {
  it('an article tells title, excerpt, address, image, date, content and its blog', () => {
    expect(html(themeFiles(ofArticle), ask({ article }))).toBe('Un E /blog/journal/un /i.svg 2026 <p>C</p> Journal');
  });

  it('a list tells title, description, address, articles and blogs', () => {
    expect(html(themeFiles(ofBlog), ask({ blog }))).toBe('Journal D /blog/journal Un /blog/journal 2/3');
  });

  it('exist on these views only, in sections, included partials and the layout', () => {
    const shows = '[{% if article %}{{ article.titre }}{% endif %}{% if blog %}{{ blog.titre }}{% endif %}]';
    const files = themeFiles(`${shows}{% include 'i' %}{% render 'i' %}`, {
      'layout/theme.liquid': `{{ content_for_layout }}${shows}`,
      'snippets/i.liquid': shows,
    });
    const theme = loadedTheme(files);
    const pages = [{}, { article }, {}, { blog }, {}].map((more) => theme.render(CONTENT, ask(more)));
    const page = (name: string) => ({
      outcome: 'page',
      html: `[${name}][${name}][][${name}]`,
      incidents: [],
      readsClock: false,
    });
    expect(pages).toEqual([page(''), page('Un'), page(''), page('Journal'), page('')]);
  });

  it.each([
    '{{ article.titre }}',
    '{{ blog.titre }}{{ blog.articles[0].titre }}',
    '{% assign n = "article" %}{{ [n].titre }}',
  ])('a section that reads them is rendered for each request: %s', (section) => {
    const theme = loadedTheme(themeFiles(section));
    const first = theme.render(CONTENT, ask({ article, blog }));
    const other = { ...article, titre: 'Deux' };
    const second = theme.render(CONTENT, ask({ article: other, blog: { ...blog, titre: 'Autre', articles: [] } }));
    expect(first).toMatchObject({ html: expect.stringMatching(/Un|Journal/) });
    expect(second).toMatchObject({ html: expect.stringMatching(/Deux|Autre/) });
  });

  it('are names like any other elsewhere: a loop or an assign may take them', () => {
    const section = '{% assign blog = "b" %}{{ blog }}{% for article in (1..2) %}{{ article }}{% endfor %}';
    expect(html(themeFiles(section), ask({ article }))).toBe('b12');
  });
});
