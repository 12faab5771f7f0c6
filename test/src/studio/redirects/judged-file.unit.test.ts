import { describe, expect, it } from 'vitest';
import { BODY_BYTES } from '../../../../src/http/api/bodies/limits.ts';
import { inParts, judgeFile } from '../../../../src/studio/pages/redirects/judged-file.ts';
import { writeCsv } from '../../../../src/text/csv.ts';
import { expectGrowth } from '../../../support/growth.ts';
import { HOSTILE_SOURCES, HOSTILE_TARGETS } from '../../../support/hostile-targets.ts';

const OWN = new Set(['lea.example.fr']);
/** Halves of characters become others in a file. */
const inFiles = (text: string) => text.isWellFormed();
const bytes = (text: string) => new TextEncoder().encode(text);
const judge = (text: string) => judgeFile(bytes(text), OWN);

describe('a file of redirects', () => {
  it('is read as the studio has written it', () => {
    const file = writeCsv([
      ['de', 'vers', 'dessous'],
      ['/ancienne', '/nouvelle?a=b', ''],
      ['/partie', '', ''],
      ['/blog/a', '/blog/b', 'oui'],
    ]);
    expect(judge(file)).toEqual({
      taken: [
        { line: 2, de: '/ancienne', vers: '/nouvelle?a=b', dessous: false },
        { line: 3, de: '/partie', vers: null, dessous: false },
        { line: 4, de: '/blog/a', vers: '/blog/b', dessous: true },
      ],
      refused: [],
    });
  });

  it('of another program has its columns by their names, or else in their order', () => {
    expect(judge('Target,Code,Source\n/b,301,/a\n').taken).toMatchObject([{ de: '/a', vers: '/b' }]);
    expect(judge('https://LEA.example.fr/A/\thttps://lea.example.fr/b\n').taken).toMatchObject([
      { line: 1, de: '/a', vers: '/b' },
    ]);
    expect(judgeFile(Uint8Array.of(0x2f, 0xe9, 0x3b, 0x2f, 0x62), OWN).taken).toMatchObject([{ de: '/é', vers: '/b' }]);
  });

  it('says of each row that it does not take why, with the line', () => {
    const { taken, refused } = judge('/a;/b\n/a/;/c\n/seule\n/x;/x\n\n/y;"/z');
    expect(taken).toMatchObject([
      { line: 2, de: '/a', vers: '/c' },
      { line: 6, de: '/y', vers: '/z' },
    ]);
    expect(refused.map(({ line, de }) => [line, de])).toEqual([
      [1, '/a/'],
      [3, '/seule'],
      [4, '/x'],
      [6, ''],
    ]);
    for (const { why } of refused) expect(why).toMatch(/^\p{Lu}.*\.$/u);
  });

  it('brings so many rows and no more', () => {
    const { taken, refused } = judge(rows(10_002));
    expect(taken).toHaveLength(10_000);
    expect(refused.at(-1)?.why).toContain('10 000 lignes au plus');
    expect(judge(`de;vers\n${rows(10_000)}`).refused).toEqual([]);
  });

  it.each(HOSTILE_SOURCES.filter(inFiles))('takes no row from %j', (source) => {
    const { taken, refused } = judge(
      writeCsv([
        [source, '/b'],
        ['/bonne', '/b'],
      ]),
    );
    expect(taken.map(({ de }) => de)).toEqual(['/bonne']);
    expect(refused.length).toBe(1);
  });

  it.each(
    HOSTILE_TARGETS.filter((target) => target.trim() !== '' && inFiles(target)),
  )('takes no row to %j', (target) => {
    expect(judge(writeCsv([['/a', target]])).taken).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['a mark', '\ufeff'],
    ['quotes', '"'.repeat(1_000_000)],
    ['an open quote', '"/a;/b\n/c;/d\n'],
    ['separators', ';'.repeat(100_000)],
    ['zeroes', '\0'.repeat(10_000)],
    ['a table of HTML', '<table><tr><td>/a</td><td>/b</td></tr></table>'],
    ['formulas', '=HYPERLINK("https://evil.example");/b\n+1;/b\n-1;/b\n@a;/b\n'],
    ['scripts', 'javascript:alert(1);/b\n/a;javascript:alert(1)\n'],
    ['a spreadsheet', 'PK\u0003\u0004\u0014\0\u0006\0'],
    ['names of objects', '__proto__;constructor\ntoString;__proto__\n'],
  ])('of %s brings nothing', (_, text) => expect(judge(text).taken).toEqual([]));

  it('is sent in parts that the platform takes', () => {
    const long = 'é'.repeat(900);
    const { taken } = judge([...Array(9_000).keys()].map((n) => `/${n}-${long};/n-${n}\n`).join(''));
    expect(taken).toHaveLength(9_000);
    const parts = inParts(taken);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.flat()).toEqual(taken);
    const sizes = parts.map((redirections) => bytes(JSON.stringify({ redirections })).length);
    expect(Math.max(...sizes)).toBeLessThan(BODY_BYTES);
    expect(inParts([])).toEqual([]);
  });

  it('takes time by its length', () => {
    const made = new Map<number, Uint8Array>();
    const fileOf = (size: number) => made.get(size) ?? (made.set(size, bytes(rows(size))).get(size) as Uint8Array);
    expectGrowth((size) => judgeFile(fileOf(size), OWN), 8_000);
  });
});

const rows = (count: number) => Array.from({ length: count }, (_, n) => `/a-${n};/b-${n}\n`).join('');
