import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeRegions, versionIn } from '../../../src/merge/text-merge.ts';

/** @returns null when both sides have changed the same lines, or lines side by side, differently */
function mergeText(base: string, mine: string, theirs: string): string | null {
  const regions = mergeRegions(base, mine, theirs);
  return regions.every(({ kind }) => kind === 'agreed') ? versionIn(regions, 'mine') : null;
}

/** Lines that often repeat, as those of a program do. */
const line = fc.constantFrom('a\n', 'b\n', '\n', '}\n', 'é\r\n');
const lines = fc.array(line, { maxLength: 12 });
const text = lines.map((all) => all.join(''));

/** A text in pieces, of which each side changes some, none that touch: a line of its own stands between any two. */
const edited = fc
  .array(fc.record({ was: fc.nat(3), is: fc.nat(3), by: fc.constantFrom('mine', 'theirs', 'nobody') }), {
    maxLength: 6,
  })
  .map((pieces) => {
    const linesNamed = (name: string, count: number) =>
      Array.from({ length: count }, (_, n) => `${name}.${n}\n`).join('');
    const version = (isChangedBy: (by: string) => boolean) =>
      pieces
        .map(
          ({ was, is, by }, n) => `<${n}>\n${isChangedBy(by) ? linesNamed(`is${n}`, is) : linesNamed(`was${n}`, was)}`,
        )
        .join('');
    return {
      base: version(() => false),
      mine: version((by) => by === 'mine'),
      theirs: version((by) => by === 'theirs'),
      merged: version((by) => by !== 'nobody'),
    };
  });

describe('merging a text by line', () => {
  it('keeps the changes of both sides that do not touch, whichever side is which', () => {
    fc.assert(
      fc.property(edited, ({ base, mine, theirs, merged }) => {
        expect([mergeText(base, mine, theirs), mergeText(base, theirs, mine)]).toEqual([merged, merged]);
      }),
      { numRuns: 500 },
    );
  });

  it('gives the changed side when only one has changed, and what both have alike', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeText(base, changed, base)).toBe(changed);
        expect(mergeText(base, base, changed)).toBe(changed);
        expect(mergeText(base, changed, changed)).toBe(changed);
      }),
    );
  });

  it('may be made again with either side, also where lines stand more than once', () => {
    let merges = 0;
    const change = fc.record({ at: fc.nat(20), gone: fc.nat(2), put: fc.array(line, { maxLength: 2 }) });
    const changes = fc.array(change, { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 8, maxLength: 20 }), changes, changes, (was, here, there) => {
        const of = (some: typeof here) => some.reduce((all, { at, gone, put }) => all.toSpliced(at, gone, ...put), was);
        const [base, mine, theirs] = [was, of(here), of(there)].map((all) => all.join(''));
        const merged = mergeText(base ?? '', mine ?? '', theirs ?? '');
        if (merged === null) return;
        merges++;
        expect(mergeText(base ?? '', mine ?? '', merged)).toBe(merged);
        expect(mergeText(base ?? '', merged, theirs ?? '')).toBe(merged);
      }),
      { numRuns: 500 },
    );
    expect(merges).toBeGreaterThan(100);
  });

  it('has every line that a side has added, in the text or in a conflict', () => {
    let conflicts = 0;
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const regions = mergeRegions(base, mine, theirs);
        conflicts += regions.filter(({ kind }) => kind === 'conflict').length;
        for (const [side, written] of [['mine', mine] as const, ['theirs', theirs] as const]) {
          const chosen = regions.map((region) => (region.kind === 'agreed' ? region.text : region[side])).join('');
          const added = written.split('\n').filter((one) => !base.split('\n').includes(one));
          expect(chosen.split('\n')).toEqual(expect.arrayContaining(added));
        }
      }),
      { numRuns: 300 },
    );
    expect(conflicts).toBeGreaterThan(20);
  });

  it('merges long texts of equal lines, at most one change of each side in a stretch of them', () => {
    const blank = (count: number) => '\n'.repeat(count);
    const base = blank(3_000) + Array.from({ length: 20 }, (_, n) => `ligne ${n}\n${blank(1_000)}`).join('');
    const mine = base.replace('ligne 3\n', 'trois\n').replace(/^/, 'début\n');
    const theirs = `${base.replace('ligne 7\n', 'sept\n')}fin\n`;
    expect(mergeText(base, mine, theirs)).toBe(`${mine.replace('ligne 7\n', 'sept\n')}fin\n`);
    expect(mergeText(base, theirs, mine)).toBe(mergeText(base, mine, theirs));
    const [more, other] = [`${blank(1_000)}a\n${blank(2_000)}`, `${blank(500)}b\n${blank(2_500)}`];
    // Nobody could match these lines again once both changes are in them.
    expect(mergeText(blank(3_000), more, `${blank(3_000)}fin\n`)).toBe(null);
    expect(mergeRegions(blank(3_000), `x\n${more}`, `${other}y\n`).map(({ kind }) => kind)).toContain('conflict');
  });

  it('leaves a long text of many stretches of equal lines to people rather than have them wait', {
    timeout: 60_000,
  }, () => {
    const stretches = (count: number, ends: (n: number) => readonly [string, string]) =>
      Array.from({ length: 400 }, (_, n) => `<${n}>\n${ends(n).join('a\n'.repeat(count))}`).join('');
    const versions = [
      stretches(300, () => ['', 'b\n']),
      stretches(300, (n) => [`m${n}\n`, `M${n}\n`]),
      stretches(301, (n) => [`t${n}\n`, '']),
    ] as const;
    const regions = mergeRegions(...versions);
    expect((['base', 'mine', 'theirs'] as const).map((version) => versionIn(regions, version))).toEqual(versions);
  });

  it('leaves lines that both have changed, or lines side by side, to people', () => {
    expect(mergeRegions('1\n2\n3\n4\n', '1\nm\n3\n4\n', '1\nt\n3\nq\n')).toEqual([
      { kind: 'agreed', text: '1\n' },
      { kind: 'conflict', base: '2\n', mine: 'm\n', theirs: 't\n' },
      { kind: 'agreed', text: '3\nq\n' },
    ]);
    expect(mergeText('1\n2\n', 'm\n2\n', '1\nt\n')).toBe(null);
    expect(mergeText('', 'm', 't')).toBe(null);
  });

  it('sees a line break at the end that one side has added', () => {
    expect(mergeText('1\n2\n3', 'm\n2\n3', '1\n2\n3\n')).toBe('m\n2\n3\n');
  });
});
