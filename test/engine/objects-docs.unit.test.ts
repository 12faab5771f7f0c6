import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type {
  Article,
  ArticleSummary,
  Blog,
  BlogReference,
  Page,
  Pagination,
  SiteContent,
} from '../../engine/index.ts';

const GUIDE = readFileSync(new URL('../../docs/objects.md', import.meta.url), 'utf8');

/** The fields of a type, all of them: a new one must be named here, and so in the guide. */
const fields = <T>(all: { readonly [Name in keyof Required<T>]: true }) => Object.keys(all).sort();

const REFERENCE = { titre: true, description: true, adresse: true } as const;
const SUMMARY = { titre: true, extrait: true, adresse: true, image: true, date: true, blog: true } as const;

it.each([
  ['site', fields<SiteContent['site']>({ nom: true, slug: true, description: true })],
  ['page', fields<Page>({ titre: true, slug: true, contenu: true, demande: true, instant: true })],
  ['article', fields<Article>({ ...SUMMARY, contenu: true })],
  ['blog', fields<Blog>({ ...REFERENCE, flux: true, articles: true, blogs: true, pagination: true })],
  ['blog.pagination', fields<Pagination>({ page: true, pages: true, precedente: true, suivante: true })],
])('docs/objects.md tells the fields of %s', (object, expected) => {
  const told = [...GUIDE.matchAll(/^\| `([a-z.]+)\.([a-z_]+)` \|/gm)];
  expect(told.flatMap(([, of, field]) => (of === object ? [field] : [])).sort()).toEqual(expected);
});

it('docs/objects.md tells the fields of what stands in lists', () => {
  expect(fields<BlogReference>(REFERENCE)).toEqual(['adresse', 'description', 'titre']);
  expect(GUIDE).toContain('each with `titre`, `description`, `adresse`');
  expect(fields<ArticleSummary>(SUMMARY)).not.toContain('contenu');
  expect(GUIDE).toContain('each as `article` without `contenu`');
});
