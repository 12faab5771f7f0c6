import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CSV_START, csvRow, csvText, readCsv, writeCsv } from '../../../src/text/csv.ts';
import { anyText } from '../../support/any-text.ts';
import { expectGrowth } from '../../support/growth.ts';

/** Texts of what a file, a formula or a cell begins or ends with. */
const signs = fc.string({
  unit: fc.constantFrom(...'=+-@\t\r\n"\',; \ufeff\u200b\u00a0\uff1d\0aé'),
  maxLength: 12,
});
const rows = fc.array(fc.array(fc.oneof(signs, anyText({ maxLength: 20 })), { minLength: 1, maxLength: 4 }), {
  maxLength: 8,
});

/** A cell as a spreadsheet has it that splits at a sign, whatever we meant. */
const cellsBy = (file: string, separator: string): string[] =>
  file
    .slice(CSV_START.length)
    .split(/\r\n|\r|\n/)
    .flatMap((line) => line.split(separator));

const formula = /^(?:[\p{Z}\p{Cf}"]|(?![\t\r\n])\p{Cc})*[=+\-@\uff0b\uff0d\uff1d\uff20]/u;

describe('what is written', () => {
  it('is read as it was', () => {
    fc.assert(
      fc.property(rows, (written) => {
        const read = readCsv(writeCsv(written));
        expect(read.rows.map(({ cells }) => cells)).toEqual(written);
        expect([read.isCut, read.openQuote]).toEqual([false, null]);
      }),
    );
  });

  it('is read as it was after a spreadsheet has written it with other signs', () => {
    const written = [
      ['de', 'vers'],
      ['/a;b', '=1'],
      ['/c', 'x\r\n@y'],
    ];
    const file = writeCsv(written).slice(1);
    expect(readCsv(file.replaceAll('";"', '","').replaceAll('\r\n', '\n')).rows[1]?.cells).toEqual(['/a;b', '=1']);
    expect(readCsv(file.replaceAll('";"', '"\t"')).rows.map(({ cells }) => cells)).toEqual(written);
  });

  it('has no formula, whatever sign a spreadsheet splits at, quotes or no quotes', () => {
    fc.assert(
      fc.property(rows, (written) => {
        const file = writeCsv(written);
        for (const separator of [';', ',', '\t']) {
          for (const cell of cellsBy(file, separator)) expect(cell).not.toMatch(formula);
        }
        for (const { cells } of readCsv(file).rows) expect(cells.length).toBeGreaterThan(0);
      }),
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+33 6', "'+33 6"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n', "'\n"],
    ['\uff1d1', "'\uff1d1"],
    [' =1', "' =1"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\0=1', "'\0=1"],
    ['"=1', '\'""=1'],
    ["'=1", "''=1"],
    ['a;=1', "a;'=1"],
    ['a,"=1', 'a,\'""=1'],
    ['a\n-1', "a\n'-1"],
    ['1-1=0', '1-1=0'],
    ["l'été", "l'été"],
    ['2026-12-24', '2026-12-24'],
  ])('%j becomes %j', (cell, written) => expect(csvRow([cell])).toBe(`"${written}"\r\n`));

  it('begins with a mark, has French separators and ends each row as spreadsheets do', () => {
    expect(
      writeCsv([
        ['de', 'vers'],
        ['/a "b"', ''],
      ]),
    ).toBe('\ufeff"de";"vers"\r\n"/a ""b""";""\r\n');
  });
});

describe('files of others', () => {
  const cellsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells);

  it.each([
    ['', []],
    ['\ufeff', []],
    ['\r\n\r\n', []],
    ['a', [['a']]],
    ['a;', [['a', '']]],
    [';', [['', '']]],
    ['""', [['']]],
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\tb\rc\td\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['/a?x=1,2,3;/b', [['/a?x=1,2,3', '/b']]],
    [
      '/a,b;/c\n/d;/e',
      [
        ['/a,b', '/c'],
        ['/d', '/e'],
      ],
    ],
    ['sep=,\r\na;b,c', [['a;b', 'c']]],
    ['"a"b;c"d', [['ab', 'c"d']]],
    ['"a\r\nb";c', [['a\r\nb', 'c']]],
    ['"a;"";b', [['a;";b']]],
    ['"=1";\'=2', [['=1', '=2']]],
    ["l'a;'b", [["l'a", "'b"]]],
  ])('%j', (text, cells) => expect(cellsOf(text)).toEqual(cells));

  it('tell the line of each row, and of a quote that nothing closes', () => {
    const table = readCsv('a;b\r\n\r\n"c\nd";e\nf;"g\nh;i\n');
    expect(table.rows.map(({ line }) => line)).toEqual([1, 3, 5]);
    expect(table.openQuote).toBe(5);
  });

  it('are read as far as was asked', () => {
    const text = 'a\n\nb\n\nc\n';
    expect(readCsv(text, 2)).toMatchObject({ isCut: true, rows: [{ line: 1 }, { line: 3 }] });
    expect(readCsv(text, 3).isCut).toBe(false);
  });

  it('of any letters, none of which ends the reading', () => {
    fc.assert(
      fc.property(fc.oneof(signs, anyText()), (text) => {
        for (const { cells } of readCsv(text).rows) expect(cells.length).toBeGreaterThan(0);
      }),
    );
  });

  it('are UTF-8, UTF-16 or of Windows', () => {
    const bytes = [
      new TextEncoder().encode('\ufeffé;€'),
      Uint8Array.of(0xff, 0xfe, 0xe9, 0, 0x3b, 0, 0xac, 0x20),
      Uint8Array.of(0xe9, 0x3b, 0x80),
    ];
    expect(bytes.map(csvText)).toEqual(['é;€', 'é;€', 'é;€']);
  });
});

/** Texts of a piece again and again, each made once: making one takes a time of its own. */
function repeated(piece: string): (size: number) => string {
  const made = new Map<number, string>();
  return (size) => {
    const text = made.get(size) ?? Buffer.alloc(size, piece, 'latin1').toString('latin1');
    made.set(size, text);
    return text;
  };
}

describe('takes time by its length', () => {
  it.each([
    ['quotes', '"'],
    ['pairs of quotes in cells', '"";'],
    ['line ends', '\n'],
    ['separators', ';'],
    ['commas and apostrophes', ",'"],
    ['quotes of cells', 'a"b'],
  ])('a file of %s', (_, piece) => {
    const textOf = repeated(piece);
    expectGrowth((size) => readCsv(textOf(size)), piece === '"' ? 1_000_000 : 200_000);
  });

  it.each(['"', ' ', '\t', ',', "'", '\0', ',='])('a cell of %j', (piece) => {
    const textOf = repeated(piece);
    expectGrowth((size) => csvRow([textOf(size)]), 200_000);
  });
});
