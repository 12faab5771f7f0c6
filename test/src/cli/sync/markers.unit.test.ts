import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../../src/cli/commands/merge-tool.ts';
import { markedText, markerLine, readMarked } from '../../../../src/cli/sync/markers.ts';
import { mergeRegions, versionIn } from '../../../../src/merge/text-merge.ts';

const lines = fc.array(fc.constantFrom('a', 'b', '=======', '', '<<<<<<<'), { maxLength: 8 });
const text = fc.tuple(lines, fc.constantFrom('\n', '\r\n')).map(([all, end]) => all.map((one) => one + end).join(''));

describe('marks of a conflict', () => {
  it('hold all three versions: each can be read from the file again', () => {
    const plain = text.filter((one) => !one.includes('=======') && !one.includes('<<<<<<<'));
    fc.assert(
      fc.property(plain, plain, plain, (base, mine, theirs) => {
        const regions = mergeRegions(base, mine, theirs);
        const read = readMarked(markedText(regions));
        for (const side of ['base', 'mine', 'theirs'] as const) {
          expect(versionIn(read ?? [], side)).toBe(versionIn(regions, side));
        }
      }),
    );
  });

  it('are known by their first line, whoever has written them; equal signs alone are text', () => {
    expect(markerLine('a\n<<<<<<< HEAD\nb')).toBe(2);
    expect(markerLine('a\r\nb\r\n>>>>>>> branche\r\n')).toBe(3);
    fc.assert(
      fc.property(text, (one) => {
        expect(markerLine(one)).toBe(null);
      }),
    );
  });

  it('end the last line of each version, with the line break of the file', () => {
    const regions = [{ kind: 'conflict', base: '', mine: 'a\r\nb', theirs: 'c' }] as const;
    expect(markedText(regions).split('\r\n')).toEqual([
      ...['<<<<<<< ici', 'a', 'b', '||||||| dernier échange', '=======', 'c', '>>>>>>> service', ''],
    ]);
  });

  it.each([
    ['of git without what it was', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n', 'a\n'],
    ['of which the end is gone', '<<<<<<< ici\na\n=======\nb\n', null],
    ['of which the beginning is gone', 'a\n=======\nb\n>>>>>>> service\n', null],
    ['that stand in each other', '<<<<<<< ici\n<<<<<<< ici\na\n=======\nb\n>>>>>>> service\n', null],
  ])('%s', (_what, marked, mine) => {
    const regions = readMarked(marked);
    expect(regions && versionIn(regions, 'mine')).toBe(mine);
  });
});

describe('the command line of a merge tool', () => {
  const places = { BASE: '/t/base.css', LOCAL: '/t/l o.css', REMOTE: '/t/r.css', MERGED: '/t/m.css' };
  it.each<[string, string[]]>([
    ['meld', ['meld', '/t/base.css', '/t/l o.css', '/t/r.css', '/t/m.css']],
    [`meld $LOCAL "\${BASE}" --output="$MERGED"`, ['meld', '/t/l o.css', '/t/base.css', '--output=/t/m.css']],
    [`vim -c "4wincmd w | wincmd J" '$LOCAL' $MERGED`, ['vim', '-c', '4wincmd w | wincmd J', '$LOCAL', '/t/m.css']],
    ['"/opt/mon outil/f"  $MERGED ', ['/opt/mon outil/f', '/t/m.css']],
  ])('%s', (line, words) => {
    expect(wordsOf(line, places)).toEqual(words);
  });

  it.each([
    'a; b $MERGED',
    'a $(b)',
    'a `b`',
    'a $HOME',
    'a > $MERGED',
    'a "$(b)"',
    "a 'b",
    'a $MERGEDX',
  ])('%s is for a shell', (line) => expect(wordsOf(line, places)).toBe(null));
});
