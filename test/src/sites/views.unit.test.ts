import fc from 'fast-check';
import { expect, it } from 'vitest';
import { viewAt, viewKey } from '../../../src/sites/views.ts';

it.each([
  ['', undefined, { kind: 'page', slug: '' }],
  ['a-propos', undefined, { kind: 'page', slug: 'a-propos' }],
  ['blog', undefined, { kind: 'blog', blog: null, page: 1 }],
  ['blog', '3', { kind: 'blog', blog: null, page: 3 }],
  ['blog/recettes', '2', { kind: 'blog', blog: 'recettes', page: 2 }],
  ['blog/recettes/pain', '2', { kind: 'article', blog: 'recettes', article: 'pain' }],
])('%s?page=%s', (path, page, view) => {
  expect(viewAt(path, page)).toEqual(view);
});

it.each([
  ['a/b', undefined],
  ['blog/a/b/c', undefined],
  ['blog//a', undefined],
  ['Blog', undefined],
  ['blog/é', undefined],
  ['a'.repeat(81), undefined],
  ['blog', '0'],
  ['blog', '-1'],
  ['blog', '1e3'],
  ['blog', '01'],
  ['blog', '10001'],
  ['blog', '9'.repeat(400)],
  ['__proto__', undefined],
])('nothing stands at %s?page=%s', (path, page) => {
  expect(viewAt(path, page)).toBeNull();
});

it('two views of two sites never share a key', () => {
  const slug = fc.constantFrom('a', 'blog', 'a-b');
  const path = fc.array(slug, { maxLength: 3 }).map((parts) => parts.join('/'));
  const visit = fc.record({ site: fc.constantFrom('s1', 's2'), path, page: fc.constantFrom(undefined, '1', '2') });
  fc.assert(
    fc.property(visit, visit, (one, two) => {
      const [first, second] = [viewAt(one.path, one.page), viewAt(two.path, two.page)];
      if (!first || !second) return;
      const same = one.site === two.site && JSON.stringify(first) === JSON.stringify(second);
      expect(viewKey(one.site, first) === viewKey(two.site, second)).toBe(same);
    }),
  );
});
