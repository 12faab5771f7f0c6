/**
 * Runs every example of `docs/liquid.md`. The guide writes them so:
 *
 * - a `liquid` block, then an `html` block: the template and exactly what it puts out;
 * - before the `liquid` block, if it needs them: a `json` block with its data, `liquid snippet:name` blocks with its snippets;
 * - blocks that name a path (`liquid sections/a.liquid`, `json config/settings_data.json`), then an `html` block: files of a theme
 *   and its home page, which shows every section given unless `templates/index.json` is given too;
 * - a table whose first column is `expression`, `condition` or `template`: each row is an example; the other columns that are run
 *   are `COLUMNS` below, any other is prose; and so are the tables of `PROSE`. A `json` block right before the table is the data of all its rows.
 *
 * In a table `⏎` is a line break, and `\|` a bar. In place of a result stand *empty*, *refused* (at write) and *fails* (at render).
 * A block, a row or a table that fits none of this is itself a failure.
 */
import { readFileSync } from 'node:fs';
import { Liquid } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { checkTemplate, compileTemplate, LiquidError } from '../../engine/index.ts';
import { FILTERS } from '../../engine/language/filters.ts';
import { OF_LOOP } from '../../engine/language/objects.ts';
import { TAGS } from '../../engine/language/tags.ts';
import * as limits from '../../engine/limits.ts';
import type { Pictures } from '../../engine/pictures/facts.ts';
import { CONTENT, loadedTheme, REQUEST } from './support.ts';

const GUIDE = readFileSync(new URL('../../docs/liquid.md', import.meta.url), 'utf8');

/** The photograph of the guide. */
const PICTURES: Pictures = {
  '01890a5d-ac96-774b-bcce-b302099a8057': {
    ...{ name: 'four.jpg', kind: 'photo', width: 4000, height: 3000, alt: 'Le four' },
    ...{ focal: { x: 250, y: 500 }, content: '3f9c01d2ef45', colour: '', placeholder: '' },
  },
};

/** One thing that the guide says, and what to do to see whether it is so. */
interface Example {
  readonly line: number;
  readonly source: string;
  readonly expected: string;
  readonly run: () => string;
}

type Texts = Record<string, string>;

interface Given {
  data: object | undefined;
  source: string | undefined;
  readonly snippets: Texts;
  readonly files: Texts;
}

const nothing = (): Given => ({ data: undefined, source: undefined, snippets: {}, files: {} });

const EMPTY = '*empty*';
const REFUSED = '*refused*';
const FAILS = '*fails*';

/** What the engine makes of a template: its output, or that it refuses it or fails. */
function outcome(source: string, data: object = {}, snippets: Texts = {}): string {
  if (checkTemplate(source, 'snippets/exemple.liquid').length > 0) return REFUSED;
  try {
    return compileTemplate(source, { snippets }).render(data) || EMPTY;
  } catch (error) {
    if (error instanceof LiquidError) return FAILS;
    throw error;
  }
}

function refusal(source: string): string {
  const [diagnostic] = checkTemplate(source, 'sections/exemple.liquid');
  return diagnostic ? `${diagnostic.ligne}:${diagnostic.colonne} ${diagnostic.message}` : 'not refused';
}

function failure(source: string, data: object = {}): string {
  expect(checkTemplate(source, 'sections/exemple.liquid')).toEqual([]);
  try {
    return `no failure: ${compileTemplate(source).render(data)}`;
  } catch (error) {
    if (error instanceof LiquidError) return error.message;
    throw error;
  }
}

function inLiquidjs(source: string, data: object = {}): string {
  try {
    return new Liquid().parseAndRenderSync(source, data) || EMPTY;
  } catch {
    return FAILS;
  }
}

const holds = (condition: string, data?: object): string =>
  outcome(`{% if ${condition} %}yes{% else %}no{% endif %}`, data);

/** The columns that are run, by the first column of their table. */
const COLUMNS: Record<string, Record<string, (source: string, data?: object) => string>> = {
  expression: { result: (source, data) => outcome(`{{ ${source} }}`, data) },
  condition: { holds },
  template: {
    output: outcome,
    vitrine: outcome,
    liquidjs: inLiquidjs,
    'refused at write': refusal,
    'fails at render': failure,
  },
};

/** Tables of words: nothing in them is run. */
const PROSE = ['argument', 'attribute', 'file', 'object', 'tag', 'field', 'limit'];

function page(files: Texts): string {
  const types = Object.keys(files).flatMap((path) => /^sections\/(.*)\.liquid$/.exec(path)?.[1] ?? []);
  const template = { sections: Object.fromEntries(types.map((type) => [type, { type }])), order: types };
  const whole = {
    'layout/theme.liquid': '{{ content_for_layout }}',
    'templates/index.json': JSON.stringify(template),
    'config/settings_schema.json': '[]',
    ...files,
  };
  const result = loadedTheme(whole).render({ ...CONTENT, pictures: PICTURES }, REQUEST);
  return result.outcome === 'page' ? result.html : JSON.stringify(result);
}

/** Reads the guide from top to bottom. */
class Reader {
  readonly examples: Example[] = [];
  readonly #lines: readonly string[];
  #given = nothing();

  constructor(guide: string) {
    this.#lines = guide.split('\n');
  }

  read(): readonly Example[] {
    for (let at = 0; at < this.#lines.length; at++) {
      const line = this.#lines[at] ?? '';
      if (line.startsWith('```')) at = this.#block(at);
      else if (line.startsWith('|')) at = this.#table(at);
      else if (line.startsWith('#')) this.#settled(at);
    }
    this.#settled(this.#lines.length);
    return this.examples;
  }

  /** Nothing that an example needs may be left over where a topic begins. */
  #settled(at: number): void {
    if (JSON.stringify(this.#given) !== JSON.stringify(nothing())) throw new Error(`unused block above line ${at + 1}`);
  }

  #block(start: number): number {
    const end = this.#lines.indexOf('```', start + 1);
    const [language = '', name] = (this.#lines[start] ?? '').slice(3).split(' ');
    const text = this.#lines.slice(start + 1, end).join('\n');
    if (language === 'html') this.#output(start, text);
    else if (name?.startsWith('snippet:')) this.#given.snippets[name.slice('snippet:'.length)] = text;
    else if (name !== undefined) this.#given.files[name] = text;
    else if (language === 'json') this.#given.data = JSON.parse(text);
    else if (language === 'liquid') this.#given.source = text;
    else throw new Error(`line ${start + 1}: a block that no example has`);
    return end;
  }

  #output(start: number, expected: string): void {
    const { source, data, snippets, files } = this.#given;
    this.#given = nothing();
    const isPage = Object.keys(files).length > 0;
    if (isPage === (source !== undefined)) throw new Error(`line ${start + 1}: an output of no template, or of two`);
    const run = () => (source === undefined ? page(files) : outcome(source, data, snippets));
    const all = [...(source === undefined ? [] : [source]), ...Object.values(snippets), ...Object.values(files)].join(
      '\n',
    );
    this.examples.push({ line: start + 1, source: all, expected, run });
  }

  #table(start: number): number {
    const [first = '', ...others] = cells(this.#lines[start] ?? '');
    const columns = COLUMNS[first];
    if (!columns && !PROSE.includes(first)) throw new Error(`line ${start + 1}: a table that is neither run nor prose`);
    let at = start + 2;
    for (; this.#lines[at]?.startsWith('|'); at++) if (columns) this.#row(at, others, columns);
    if (columns) this.#given = nothing();
    return at - 1;
  }

  #row(at: number, titles: readonly string[], columns: Record<string, (source: string, data?: object) => string>) {
    const { data } = this.#given;
    const [first = '', ...others] = cells(this.#lines[at] ?? '');
    const source = unquoted(first);
    const before = this.examples.length;
    titles.forEach((title, index) => {
      const run = columns[title];
      const expected = unquoted(others[index] ?? '');
      if (run) this.examples.push({ line: at + 1, source, expected, run: () => run(source, data) });
    });
    if (this.examples.length === before) throw new Error(`line ${at + 1}: a row that nothing runs`);
  }
}

const cells = (row: string): string[] => {
  const inner = row.trim().slice(1, -1);
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
};

const unquoted = (cell: string): string => (/^`(.*)`$/.exec(cell)?.[1] ?? cell).replaceAll('⏎', '\n');

const examples = new Reader(GUIDE).read();
const sources = examples.map(({ source }) => source).join('\n');

describe('docs/liquid.md', () => {
  it.each(
    examples.map((example) => [example.line, example.source, example] as const),
  )('line %i: %s', (_l, _s, example) => {
    expect(example.run()).toBe(example.expected);
  });

  it.each([...TAGS])('shows the tag %s, its end and its words', (name, { holds, words = [] }) => {
    expect(sources).toMatch(new RegExp(`\\{%-?\\s*${name}(?!\\w)`));
    for (const word of [...words, ...(holds ? [`end${name}`] : [])])
      expect(sources).toMatch(new RegExp(`\\b${word}\\b`));
  });

  it('tells what a turn of a loop has', () => {
    for (const { fields } of [OF_LOOP.forloop, OF_LOOP.tablerowloop])
      for (const name of Object.keys(fields)) expect(GUIDE).toContain(`\`${name}\``);
  });

  it.each([...FILTERS.keys()])('shows the filter %s', (name) => {
    expect(sources).toMatch(new RegExp(`\\|\\s*${name}\\b`));
  });

  it.each([
    ['time', `${limits.RENDER_TIME_MS / 1000} s`],
    ['objects', written(limits.RENDER_OBJECTS)],
    ['output', written(limits.OUTPUT_UNITS)],
    ['list', written(limits.LIST_ELEMENTS)],
    ['source', written(limits.SOURCE_UNITS)],
    ['sections in sections', written(limits.SECTION_DEPTH)],
    ['`render` and `include`', written(limits.RENDER_DEPTH)],
    ['blocks in blocks', written(limits.BLOCK_DEPTH)],
  ])('tells the limit of %s as it is', (name, value) => {
    const row = GUIDE.split('\n').find((line) => cells(line)[0] === name);
    expect(row && cells(row)[1]).toContain(value);
  });
});

/** A number as the guide writes it: thousands apart. */
function written(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
}
