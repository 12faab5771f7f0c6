import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standingAlone } from '../../../src/merge/grain.ts';
import { mergeRegions, versionIn } from '../../../src/merge/text-merge.ts';

/** Each letter is a paragraph. */
const LETTERS = standingAlone((text) => [...text]);

/** Each paragraph ends with a bar. */
const WORDS = standingAlone((text) => text.match(/[^|]*\|/g) ?? []);

/** @returns null where a person must choose */
function merged(base: string, mine: string, theirs: string, grain = LETTERS): string | null {
  const regions = mergeRegions(base, mine, theirs, grain);
  return regions.every(({ kind }) => kind === 'agreed') ? versionIn(regions, 'mine') : null;
}

describe('merging a text by parts that stand for themselves', () => {
  it.each([
    ['neighbours that each side has changed', 'abc', 'xbc', 'ayc', 'xyc'],
    ['three neighbours', 'abc', 'xbz', 'ayc', 'xyz'],
    ['a part put behind one that the other has changed', 'ab', 'anb', 'xb', 'xnb'],
    ['a part put before one that the other has changed', 'ab', 'anb', 'ax', 'anx'],
    ['the same part put in by both, and one changed', 'ab', 'anb', 'xnb', 'xnb'],
    ['what one has put at the end, and the other at the beginning', 'ab', 'abn', 'mab', 'mabn'],
  ])('merges %s', (_, base, mine, theirs, both) => {
    expect([merged(base, mine, theirs), merged(base, theirs, mine)]).toEqual([both, both]);
  });

  it.each([
    ['the same part, changed by both', 'abc', 'axc', 'ayc'],
    ['two parts put in the same place', 'ab', 'amb', 'anb'],
    ['a part that one has changed and the other taken out', 'abc', 'axc', 'ac'],
    ['a part taken out beside one that the other has changed', 'abc', 'bc', 'axc'],
  ])('asks about %s', (_, base, mine, theirs) => {
    expect([merged(base, mine, theirs), merged(base, theirs, mine)]).toEqual([null, null]);
  });

  it.each([
    ['behind a paragraph that the other has replaced', 'un|deux|', 'un|neuf|deux|', 'neuf mot|deux|'],
    ['in the place of a paragraph, and before that', 'un|deux|trois|', 'un|neuf|trois|', 'un|neuf mot|deux|trois|'],
    ['in neighbours', 'un|deux|trois|', 'un|neuf mot|trois|', 'neuf|deux|trois|'],
  ])('asks where words that both have would stand twice: %s', (_, base, mine, theirs) => {
    expect([merged(base, mine, theirs, WORDS), merged(base, theirs, mine, WORDS)]).toEqual([null, null]);
  });

  it('merges neighbours that have short words in common, or words that stood there', () => {
    expect(merged('un|deux|trois|', 'un|le mot|trois|', 'le pas|deux|trois|', WORDS)).toBe('le pas|le mot|trois|');
    expect(merged('un bon|deux|', 'un bon jour|deux|', 'un bon|bon an deux|', WORDS)).toBe('un bon jour|bon an deux|');
  });

  it('does not have people wait for one who has written every part anew', { timeout: 120_000 }, () => {
    const parts = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}\n`);
    const lines = standingAlone((text) => text.match(/[^\n]*\n/g) ?? []);
    const asked = (count: number, theirs: readonly string[]) => {
      const base = parts('a', count);
      const mine = base.with(0, 'mine\n').with(-1, 'mine, too\n');
      return mergeRegions(base.join(''), mine.join(''), theirs.join(''), lines).map(({ kind }) => kind);
    };
    expect(asked(60_000, parts('b', 60_001))).toEqual(['conflict']);
    expect(asked(9_000, parts('a', 9_000).toSpliced(2, 1, 'b\n', 'c\n').with(-3, 'd\n'))).toEqual(['agreed']);
  });

  it('may be made again with either side, is the same from both sides, and has no part twice', () => {
    const base = 'abcdef';
    const change = fc.record({ at: fc.nat(6), gone: fc.nat(2), put: fc.nat(2) });
    const changes = fc.array(change, { maxLength: 3 });
    const of = (names: string, some: readonly { at: number; gone: number; put: number }[]) => {
      const fresh = [...names];
      return some
        .reduce((all, { at, gone, put }) => all.toSpliced(at, gone, ...fresh.splice(0, put)), [...base])
        .join('');
    };
    let merges = 0;
    fc.assert(
      fc.property(changes, changes, (here, there) => {
        const [mine, theirs] = [of('UVWXYZ', here), of('123456', there)];
        const both = merged(base, mine, theirs);
        expect(merged(base, theirs, mine)).toBe(both);
        if (both === null) return;
        merges++;
        expect([merged(base, mine, both), merged(base, both, theirs)]).toEqual([both, both]);
        expect(new Set(both).size).toBe(both.length);
        for (const part of mine + theirs) if (!base.includes(part)) expect(both).toContain(part);
      }),
      { numRuns: 2_000 },
    );
    expect(merges).toBeGreaterThan(300);
  });
});
