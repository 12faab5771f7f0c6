import { expect, it } from 'vitest';
import { AddressMemory } from '../../../src/sites/address-memory.ts';
import type { AddressState } from '../../../src/storage/public-pages.ts';

const at = (page: string | null, host = 'a.test') => ({ slug: '', host, page });
const state = (change: Partial<AddressState> = {}): AddressState => ({
  site_id: 's',
  contenu_maj_le: 'c1',
  theme_id: 't',
  theme_maj_le: 'v1',
  page: { titre: 'T', gabarit: 'page', contenu: '' },
  ...change,
});

it('a page is recalled with the latest theme of its site, and since when it was not verified itself', () => {
  const memory = new AddressMemory();
  memory.noteServed(at('un'), state(), 1);
  memory.noteServed(at('deux'), state({ theme_maj_le: 'v2' }), 2);
  expect(memory.recall(at('un'))).toEqual({ answer: state({ theme_maj_le: 'v2' }), verifiedAt: 1 });
  memory.noteServed(at('un'), state({ theme_maj_le: 'v2' }), 3);
  expect(memory.recall(at('un'))?.verifiedAt).toBe(3);
});

it('the content of a page follows its version', () => {
  const memory = new AddressMemory();
  memory.noteServed(at('un'), state(), 1);
  const changed = state({ contenu_maj_le: 'c2', page: { titre: 'U', gabarit: 'page', contenu: '' } });
  memory.noteServed(at('un'), changed, 2);
  expect(memory.recall(at('un'))).toEqual({ answer: changed, verifiedAt: 2 });
});

it('what was never served is not known, nor what is gone', () => {
  const memory = new AddressMemory();
  expect(memory.recall(at('un'))).toBeNull();
  memory.noteServed(at('un'), state(), 1);
  expect(memory.recall(at('deux'))).toBeNull();
  expect(memory.recall(at(''))).toBeNull();
  expect(memory.recall(at('un', 'b.test'))).toBeNull();
  memory.noteServed(at('un'), state({ page: null }), 2);
  expect(memory.recall(at('un'))).toBeNull();
});

it('a host that changes hands takes no page along; one that names no site is known as such', () => {
  const memory = new AddressMemory();
  memory.noteServed(at('un'), state(), 1);
  memory.noteServed(at('deux'), state({ site_id: 'z' }), 2);
  expect(memory.recall(at('un'))).toBeNull();
  memory.noteServed(at('un'), null, 3);
  expect(memory.recall(at('deux'))).toEqual({ answer: null, verifiedAt: 3 });
});
