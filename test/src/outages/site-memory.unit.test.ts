import { expect, it } from 'vitest';
import { SiteMemory } from '../../../src/sites/site-memory.ts';
import type { SiteState } from '../../../src/storage/public-sites.ts';

const at = (host: string) => ({ slug: '', host });
const state = (theme_maj_le: string): SiteState => ({
  site_id: 's',
  contenu_maj_le: 'c1',
  masque: false,
  cle_acces: null,
  theme_id: 't',
  theme_maj_le,
});

it('a site is recalled as it was served last, and with since when', () => {
  const memory = new SiteMemory();
  expect(memory.recall(at('a.test'))).toBeNull();
  memory.noteServed(at('a.test'), state('v1'), 1);
  memory.noteServed(at('a.test'), state('v2'), 2);
  expect(memory.recall(at('a.test'))).toEqual({ answer: state('v2'), verifiedAt: 2 });
  expect(memory.recall(at('b.test'))).toBeNull();
});

it('a host that names no site is known as such', () => {
  const memory = new SiteMemory();
  memory.noteServed(at('a.test'), state('v1'), 1);
  memory.noteServed(at('a.test'), null, 2);
  expect(memory.recall(at('a.test'))).toEqual({ answer: null, verifiedAt: 2 });
});
