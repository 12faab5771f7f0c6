import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageTag } from '../../../../src/http/site/page-tag.ts';
import { viewAt } from '../../../../src/sites/views.ts';
import { siteState } from '../../../support/site-state.ts';

const parts = fc.record({
  build: fc.constantFrom('x', 'y'),
  host: fc.constantFrom('a.localhost', 'b.localhost'),
  path: fc.constantFrom('', 'a', 'b', 'blog', 'blog/a', 'blog/a/b', 'blog/b/a'),
  list: fc.constantFrom(undefined, '1', '2'),
  demande: fc.constantFrom('', 'merci', 'erreur'),
  site: fc.constantFrom('s', 'r'),
  content: fc.constantFrom('1', '2'),
  parution: fc.constantFrom(null, '1', '2'),
  theme: fc.constantFrom('t', 'u'),
  version: fc.constantFrom('1', '2'),
});
type Parts = typeof parts extends fc.Arbitrary<infer T> ? T : never;

function tagOf({ build, host, path, list, demande, site, content, parution, theme, version }: Parts): string | null {
  const state = siteState({ site_id: site, contenu_maj_le: content, parution, theme_id: theme, theme_maj_le: version });
  const finding = { answer: state, verifiedAt: null };
  return pageTag(build, { address: { slug: 'a', host }, finding, view: viewAt(path, list), demande });
}

/** What of it can decide what a page shows. */
const essence = ({ path, list, ...others }: Parts) => JSON.stringify([viewAt(path, list), others]);

it('two pages have one tag only if nothing that decides what they show differs', () => {
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      expect(tagOf(one) === tagOf(other)).toBe(essence(one) === essence(other));
    }),
    { numRuns: 2_000 },
  );
});

it('no tag where no theme shows anything, or nothing can stand', () => {
  const visit = { address: { slug: '', host: 'a' }, view: viewAt(''), demande: '' } as const;
  const without = { answer: siteState({ theme_id: null, theme_maj_le: null }), verifiedAt: null };
  expect(pageTag('x', { ...visit, finding: without })).toBe(null);
  expect(pageTag('x', { ...visit, finding: { answer: null, verifiedAt: null } })).toBe(null);
  expect(pageTag('x', { ...visit, view: null, finding: { answer: siteState({}), verifiedAt: null } })).toBe(null);
});
