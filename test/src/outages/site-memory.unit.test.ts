import { expect, it } from 'vitest';
import { SiteMemory } from '../../../src/sites/site-memory.ts';
import { siteState } from '../../support/site-state.ts';

const at = (host: string) => ({ slug: '', host });
const state = (theme_maj_le: string) => siteState({ theme_maj_le });

it('a site is recalled as it was served last, and with since when', () => {
  const memory = new SiteMemory();
  expect(memory.recall(at('a.test'))).toBeNull();
  memory.noteServed(at('a.test'), state('v1'), 1);
  memory.noteServed(at('a.test'), state('v2'), 2);
  expect(memory.recall(at('a.test'))).toEqual({ answer: state('v2'), verifiedAt: 2 });
  expect(memory.recall(at('b.test'))).toBeNull();
});

it('a site that is known to be off is off at all its hosts, until it is served again', () => {
  const memory = new SiteMemory();
  for (const host of ['a.test', 'b.test']) memory.noteServed(at(host), state('v1'), 1);
  const off = { ...state('v1'), hors_ligne: 'loi' } as const;
  memory.noteServed(at('a.test'), off, 2);
  for (const [host, verifiedAt] of [
    ['a.test', 2],
    ['b.test', 1],
  ] as const) {
    expect(memory.recall(at(host))).toEqual({ answer: off, verifiedAt });
  }
  memory.noteServed(at('b.test'), state('v2'), 3);
  expect(memory.recall(at('b.test'))).toEqual({ answer: state('v2'), verifiedAt: 3 });
});

it('a host that names no site is known as such', () => {
  const memory = new SiteMemory();
  memory.noteServed(at('a.test'), state('v1'), 1);
  memory.noteServed(at('a.test'), null, 2);
  expect(memory.recall(at('a.test'))).toEqual({ answer: null, verifiedAt: 2 });
});
