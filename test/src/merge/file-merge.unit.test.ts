import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonFile } from '../../../engine/json/commented-json.ts';
import { mergeFile } from '../../../src/merge/file-merge.ts';
import { isSame, readJson } from '../../../src/merge/json-nodes.ts';

/** Who has changed a piece of a file. */
const by = fc.constantFrom('mine', 'theirs', 'nobody');
type Who = 'mine' | 'theirs' | 'nobody';

/** A setting of a schema, as it was and as somebody has made it; null where it was added or removed. */
const setting = fc.record({
  was: fc.option(fc.nat(9)),
  is: fc.option(fc.nat(9)),
  by,
  /** Whether it stands on one line. */
  isInline: fc.boolean(),
});
/** Lines of markup, none that touch. */
const piece = fc.record({ was: fc.nat(2), is: fc.nat(2), by });

interface Edited {
  readonly settings: readonly { was: number | null; is: number | null; by: Who; isInline: boolean }[];
  readonly pieces: readonly { was: number; is: number; by: Who }[];
  readonly schemaAt: number;
}
const edited: fc.Arbitrary<Edited> = fc.record({
  settings: fc.array(setting, { maxLength: 6 }),
  pieces: fc.array(piece, { maxLength: 5 }),
  schemaAt: fc.nat(5),
});

type IsBy = (who: Who) => boolean;

function valuesOf({ settings }: Edited, isBy: IsBy): [string, number][] {
  return settings.flatMap(({ was, is, by: who }, n): [string, number][] => {
    const value = isBy(who) ? is : was;
    return value === null ? [] : [[`reglage-${n}`, value]];
  });
}

function schemaOf(one: Edited, isBy: IsBy): string {
  const settings = valuesOf(one, isBy).map(([id, value]) => {
    const isInline = one.settings[Number(id.split('-')[1])]?.isInline;
    return JSON.stringify({ type: 'number', id, default: value }, null, isInline ? 0 : 2);
  });
  return `{\n  "name": "Essai",\n  "settings": [${settings.join(',\n')}]\n}`;
}

function sectionOf(one: Edited, isBy: IsBy): string {
  const markup = one.pieces.map(({ was, is, by: who }, n) => {
    const [count, word] = isBy(who) ? [is, 'neuf'] : [was, 'ancien'];
    return `<${n}>\n${Array.from({ length: count }, (_, line) => `${word} ${n} ${line}\n`).join('')}`;
  });
  markup.splice(one.schemaAt, 0, `<schema>\n{% schema %}\n${schemaOf(one, isBy)}\n{% endschema %}\n`);
  return markup.join('');
}

const versionsOf = (one: Edited, write: (one: Edited, isBy: IsBy) => string) => ({
  base: write(one, () => false),
  mine: write(one, (who) => who === 'mine'),
  theirs: write(one, (who) => who === 'theirs'),
  both: write(one, (who) => who !== 'nobody'),
});

const schemaIn = (section: string): string => /\{% schema %\}(.*)\{% endschema %\}/s.exec(section)?.[1] ?? '';
const idsOf = (schema: string): string[] =>
  (JSON.parse(schema) as { settings: { id: string }[] }).settings.map(({ id }) => id).sort();

const key = fc.constantFrom('sections', 'order', 'blocks', 'block_order', 'a', '__proto__', '10');
const text = fc.constantFrom('a', 'b', 'c', 'd');
/** Values as templates and settings have them: objects, lists of keys, lists of what has an id, and lists of no order. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(1, true, null, 'texte', '\u2028"\\'),
    fc.uniqueArray(text, { maxLength: 4 }),
    fc.array(fc.constantFrom(1, 'a', [2]), { maxLength: 3 }),
    fc.uniqueArray(fc.record({ id: text, default: tie('value') }), { selector: ({ id }) => id, maxLength: 4 }),
    fc.uniqueArray(fc.record({ type: text, nom: tie('value') }), { selector: ({ type }) => type, maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, maxLength: 4 })
      .map((members) => Object.fromEntries(members)),
  ),
}));
const json = fc
  .tuple(value, fc.constantFrom(undefined, 2, '\t'))
  .map(([one, space]) => JSON.stringify({ racine: one }, null, space));

const read = (source: string) => {
  const node = readJson(source);
  if (!node) throw new Error(`not read: ${source}`);
  return node;
};

const SCHEMA = '{% schema %}{}{% endschema %}\n';

describe('merging a file of a theme', () => {
  it('has the changes of both sides that do not touch: settings by id, markup by line', () => {
    fc.assert(
      fc.property(edited, (one) => {
        const { both, ...versions } = versionsOf(one, sectionOf);
        const { text: merged, conflicts } = mergeFile('sections/essai.liquid', versions, 'mine');
        expect(conflicts).toEqual([]);
        const without = (section: string) => section.replace(schemaIn(section), '');
        expect(without(merged)).toBe(without(both));
        const [now, wanted] = [schemaIn(merged), schemaIn(both)];
        expect(idsOf(now)).toEqual(idsOf(wanted));
        const defaults = (schema: string) =>
          Object.fromEntries(
            JSON.parse(schema).settings.map((entry: { id: string; default: number }) => [entry.id, entry.default]),
          );
        expect(defaults(now)).toEqual(defaults(wanted));
      }),
      { numRuns: 300 },
    );
  });

  it('gives the changed side when only one has changed, and what both have alike, byte for byte', () => {
    const sections = edited.map((one) => versionsOf(one, sectionOf));
    const files = fc.oneof(
      fc.tuple(json, json).map(([base, changed]) => ({ path: 'config/a.json', base, changed })),
      sections.map(({ base, both }) => ({ path: 'sections/a.liquid', base, changed: both })),
    );
    fc.assert(
      fc.property(files, fc.constantFrom('mine', 'theirs'), ({ path, base, changed }, choice) => {
        for (const [mine, theirs] of [
          [changed, base],
          [base, changed],
          [changed, changed],
        ] as const) {
          expect(mergeFile(path, { base, mine, theirs }, choice)).toEqual({ text: changed, conflicts: [] });
        }
      }),
    );
  });

  it('gives JSON that parses, the same conflicts for either choice, and the chosen side when all is in conflict', () => {
    let merges = 0;
    let disputes = 0;
    fc.assert(
      fc.property(json, json, json, (base, mine, theirs) => {
        const chosen = mergeFile('config/a.json', { base, mine, theirs }, 'mine');
        const other = mergeFile('config/a.json', { base, mine, theirs }, 'theirs');
        const swapped = mergeFile('config/a.json', { base, mine: theirs, theirs: mine }, 'theirs');
        for (const merge of [chosen, other]) JSON.parse(merge.text);
        const places = ({ conflicts }: typeof chosen) => conflicts.map(({ keys }) => keys?.join('/')).sort();
        expect(places(other)).toEqual(places(chosen));
        expect(places(swapped)).toEqual(places(chosen));
        if (chosen.conflicts.length === 0) {
          merges++;
          expect(isSame(read(other.text), read(chosen.text))).toBe(true);
        } else disputes++;
        if (chosen.conflicts.some(({ keys }) => keys?.length === 1))
          expect(isSame(read(chosen.text), read(mine))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    expect(merges).toBeGreaterThan(50);
    expect(disputes).toBeGreaterThan(50);
  });

  it('a list that one side has made of other items: the choice decides nothing that is no conflict', () => {
    const base = '{"racine":["b","a","c"]}';
    const mine = '{"racine":[{"id":"a","default":1},{"id":"b","default":1}]}';
    const theirs = '{"racine":["b","c","a"]}';
    const merged = (['mine', 'theirs'] as const).map((side) =>
      mergeFile('config/a.json', { base, mine, theirs }, side),
    );
    expect(merged[0]).toEqual(merged[1]);
  });

  it('leaves to a choice what both have changed, and merges the rest', () => {
    const file = (width: number, label: string, more = '') =>
      `<p style="width: ${width}px">\n<hr>\n</p>\n{% schema %}\n{ "settings": [\n  { "type": "text", "id": "titre", "label": "${label}" }${more}\n] }\n{% endschema %}\n<i>\n`;
    const versions = {
      base: file(1, 'Titre'),
      mine: file(2, 'Mon titre').replace('<hr>', '<hr>\n<hr>'),
      theirs: file(3, 'Le titre', ',\n  { "type": "text", "id": "neuf" }').replace('<i>', '<b>'),
    };
    const kept = mergeFile('sections/a.liquid', versions, 'mine');
    expect(kept.conflicts).toEqual([
      {
        line: 1,
        base: '<p style="width: 1px">\n',
        mine: '<p style="width: 2px">\n',
        theirs: '<p style="width: 3px">\n',
      },
      { keys: ['schema', 'settings', 'titre', 'label'], base: '"Titre"', mine: '"Mon titre"', theirs: '"Le titre"' },
    ]);
    expect(kept.text).toContain('width: 2px');
    expect(kept.text).toContain('Mon titre');
    expect(kept.text).toContain('{ "type": "text", "id": "neuf" }');
    expect(kept.text).toContain('<b>');
    const taken = mergeFile('sections/a.liquid', versions, 'theirs').text;
    expect([taken.includes('width: 3px'), taken.includes('Le titre')]).toEqual([true, true]);
  });

  it('tells the line of a conflict below the schema in the merged file', () => {
    const file = (last: string, more = '') =>
      `<p>\n{% schema %}\n{\n  "a": 1${more}\n}\n{% endschema %}\n<hr>\n${last}\n`;
    const versions = { base: file('1'), mine: file('2'), theirs: file('3', ',\n  "b": 2') };
    const { text: merged, conflicts } = mergeFile('sections/a.liquid', versions, 'mine');
    expect(conflicts.map(({ line }) => merged.split('\n')[(line ?? 0) - 1])).toEqual(['2']);
  });

  describe('in a template', () => {
    const page = (sections: Record<string, unknown>, order: string[]) => JSON.stringify({ sections, order }, null, 2);
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((type) => ({ type, settings: { titre: type } }));
    const base = page({ a, b, c }, ['a', 'b', 'c']);
    const merged = (mine: string, theirs: string, choice: 'mine' | 'theirs' = 'mine') => {
      const merge = mergeFile('templates/index.json', { base, mine, theirs }, choice);
      return { ...JSON.parse(merge.text), conflicts: merge.conflicts.map(({ keys }) => keys?.join('/')) };
    };

    it('puts a section that one side has added after its neighbour there', () => {
      const mine = page({ a, b, c, mien: d }, ['a', 'mien', 'b', 'c']);
      const theirs = page({ a, b, c, leur: d }, ['a', 'b', 'c', 'leur']);
      expect(merged(mine, theirs)).toMatchObject({ order: ['a', 'mien', 'b', 'c', 'leur'], conflicts: [] });
    });

    it('keeps the order that one side has changed, with what the other has added', () => {
      const mine = page({ a, b, c }, ['c', 'a', 'b']);
      const theirs = page({ a, b, c, leur: d }, ['a', 'leur', 'b', 'c']);
      expect(merged(mine, theirs)).toMatchObject({ order: ['c', 'a', 'leur', 'b'], conflicts: [] });
      expect(merged(theirs, mine)).toMatchObject({ order: ['c', 'a', 'leur', 'b'], conflicts: [] });
    });

    it('leaves two new orders to a choice', () => {
      const [mine, theirs] = [page({ a, b, c }, ['c', 'a', 'b']), page({ a, b, c }, ['b', 'a', 'c'])];
      expect(merged(mine, theirs)).toMatchObject({ order: ['c', 'a', 'b'], conflicts: ['order'] });
      expect(merged(mine, theirs, 'theirs')).toMatchObject({ order: ['b', 'a', 'c'], conflicts: ['order'] });
    });

    it.each([
      'mine',
      'theirs',
    ] as const)('a section that one side has removed and %s changed is shown or gone', (changer) => {
      const changed = page({ a, b: { ...b, settings: { titre: 'B' } }, c }, ['a', 'b', 'c']);
      const removed = page({ a, c }, ['a', 'c']);
      const versions = changer === 'mine' ? ([changed, removed] as const) : ([removed, changed] as const);
      const [ofChanger, ofOther] = [
        merged(...versions, changer),
        merged(...versions, changer === 'mine' ? 'theirs' : 'mine'),
      ];
      expect(ofChanger).toMatchObject({
        sections: { b: { settings: { titre: 'B' } } },
        order: ['a', 'b', 'c'],
        conflicts: ['sections/b'],
      });
      expect(ofOther).toEqual({ sections: { a, c }, order: ['a', 'c'], conflicts: ['sections/b'] });
    });
  });

  it.each([
    ['JSON that cannot be read', 'config/a.json', '{"a":1', '{"a":2}', '{"a":3}'],
    ['a key that stands twice', 'config/a.json', '{"a":1,"a":1}', '{"a":2}', '{"a":3}'],
    ['nesting without end', 'config/a.json', '{}', `{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, '{"b":1}'],
    ['files that both have added', 'snippets/a.liquid', '', 'moi', 'eux'],
    ['JSON files that both have added', 'config/a.json', '', '{"a":1}', '{"b":1}'],
    [
      'a schema that both have moved',
      'sections/a.liquid',
      `1\n2\n${SCHEMA}3\n4\n`,
      `${SCHEMA}1\n2\n3\n4\n`,
      `1\n2\n3\n4\n${SCHEMA}`,
    ],
  ])('of %s is one conflict of whole texts', (_what, path, base, mine, theirs) => {
    expect(mergeFile(path, { base, mine, theirs }, 'theirs')).toMatchObject({
      text: theirs,
      conflicts: [{ mine, theirs }],
    });
  });
});

it('JSON with comments and a byte order mark is merged as without them', () => {
  const head = '\ufeff/* a */\n';
  const base = `${head}{\n  "a": 1,\n  "l": ["x", /* y */ "z"]\n}`;
  const mine = base.replace('"a": 1', '"a": 2');
  const theirs = '{"a": 1, "l": ["x", "z", "w"]}';
  const { text, conflicts } = mergeFile('templates/index.json', { base, mine, theirs }, 'mine');
  expect(conflicts).toEqual([]);
  expect(text.startsWith(`${head}{`)).toBe(true);
  expect(parseJsonFile(text)).toEqual({ a: 2, l: ['x', 'z', 'w'] });
  const same = readJson(base);
  expect(isSame(same ?? undefined, readJson('{"l":["x","z"],"a":1}') ?? undefined)).toBe(true);
});
