/** Arbitrary files of themes in three versions, for the laws of merging. */
import fc from 'fast-check';

/** JSON as it is to be written: a text for a plain value. */
export type Tree =
  | string
  | { readonly list: readonly Tree[] }
  | { readonly object: readonly (readonly [string, Tree])[] };

export interface ThreeVersions {
  readonly path: string;
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

const KEYS = ['a', 'b', 'c', '10', '2', '__proto__', 'constructor', 'é"\\'] as const;
const key = fc.constantFrom(...KEYS);
const plain = fc.constantFrom('1', '2', '12345678901234567890', '1e400', '"x"', '"y"', '"\\u00e9"', 'null', 'true');

const objectOf = (value: fc.Arbitrary<Tree>, names: fc.Arbitrary<string> = key, maxLength = 4): fc.Arbitrary<Tree> =>
  fc.uniqueArray(fc.tuple(names, value), { selector: ([name]) => name, maxLength }).map((object): Tree => ({ object }));
const listOf = (value: fc.Arbitrary<Tree>, maxLength = 3): fc.Arbitrary<Tree> =>
  fc.array(value, { maxLength }).map((list): Tree => ({ list }));
const quoted = (name: string) => JSON.stringify(name);

const { anything } = fc.letrec<{ anything: Tree }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    plain,
    objectOf(tie('anything')),
    listOf(tie('anything')),
    fc.uniqueArray(key, { maxLength: 4 }).map((names): Tree => ({ list: names.map(quoted) })),
    namedItems(tie('anything')),
  ),
}));

/** A list of what has an id, a type, or both. */
function namedItems(value: fc.Arbitrary<Tree>): fc.Arbitrary<Tree> {
  const item = fc.record({ id: fc.option(key), type: fc.constantFrom('text', 'header'), value });
  return fc.array(item, { maxLength: 4 }).map((items) => ({
    list: items.map(({ id, type, value: one }) => ({
      object: [
        ...(id === null ? [['content', one] as const] : [['id', quoted(id)] as const, ['default', one] as const]),
        ['type', quoted(type)] as const,
      ],
    })),
  }));
}

/** An object whose members a list orders: every member is in the list, and every item of the list is a member. */
const ordered = (member: fc.Arbitrary<Tree>, [name, list]: readonly [string, string]) =>
  fc.uniqueArray(fc.tuple(key, member), { selector: ([one]) => one, maxLength: 4 }).map(
    (object): Tree => ({
      object: [
        [name, { object }],
        [list, { list: object.map(([one]) => quoted(one)) }],
      ],
    }),
  );
const settings = objectOf(plain).map(
  (one): Tree => ({
    object: [
      ['type', '"t"'],
      ['settings', one],
      ['disabled', 'true'],
    ],
  }),
);
const section = fc.oneof(settings, ordered(settings, ['blocks', 'block_order']));
const template = ordered(section, ['sections', 'order']);
const settingsData = fc.tuple(objectOf(plain), objectOf(objectOf(plain))).map(
  ([current, presets]): Tree => ({
    object: [
      ['current', current],
      ['presets', presets],
    ],
  }),
);
const schema = fc.tuple(namedItems(plain), namedItems(plain)).map(
  ([own, ofBlock]): Tree => ({
    object: [
      ['name', '"Essai"'],
      ['settings', own],
      [
        'blocks',
        {
          list: [
            {
              object: [
                ['type', '"b"'],
                ['settings', ofBlock],
              ],
            },
          ],
        },
      ],
    ],
  }),
);
const settingsSchema = fc.array(namedItems(plain), { maxLength: 3 }).map(
  (groups): Tree => ({
    list: groups.map((one, n) => ({
      object: [
        ['name', `"g${n}"`],
        ['settings', one],
      ],
    })),
  }),
);

/** One change of a file: of which container, at which place, how, and to what. */
const change = fc.record({
  at: fc.nat(30),
  place: fc.nat(6),
  how: fc.constantFrom('set', 'set', 'add', 'remove', 'move', 'drop'),
  name: key,
  value: fc.oneof(plain, settings),
});
type Change = ReturnType<typeof change.generate>['value'];
const changes = fc.array(change, { maxLength: 4 });

type Container = Exclude<Tree, string>;
const childrenOf = (tree: Container): readonly Tree[] =>
  'list' in tree ? tree.list : tree.object.map(([, value]) => value);
const containersIn = (tree: Tree): readonly Container[] =>
  typeof tree === 'string' ? [] : [tree, ...childrenOf(tree).flatMap(containersIn)];

/** Replaces the containers of a tree. */
function mapped(tree: Tree, change: (container: Container) => Container): Tree {
  if (typeof tree === 'string') return tree;
  const changed = change(tree);
  return 'list' in changed
    ? { list: changed.list.map((one) => mapped(one, change)) }
    : { object: changed.object.map(([name, one]) => [name, mapped(one, change)] as const) };
}

function changed(tree: Tree, { at, place, how, name, value }: Change): Tree {
  const containers = containersIn(tree);
  const target = containers[at % Math.max(1, containers.length)];
  if (!target) return value;
  const n = place % Math.max(1, childrenOf(target).length);
  // A member goes together with its name in lists.
  if (how === 'drop') {
    const gone = 'object' in target ? target.object[n]?.[0] : undefined;
    return gone === undefined ? tree : mapped(tree, (one) => without(one, gone, target));
  }
  return mapped(tree, (one) => (one === target ? edited(one, n, how, name, value) : one));
}

const without = (one: Container, gone: string, target: Container): Container =>
  'list' in one
    ? { list: one.list.filter((item) => item !== quoted(gone)) }
    : one === target
      ? { object: one.object.filter(([name]) => name !== gone) }
      : one;

function edited(one: Container, n: number, how: Change['how'], name: string, value: Tree): Container {
  const spliced = <T>(items: readonly T[], item: T, put: (item: T) => T): T[] => {
    const copy = [...items];
    const [was] = how === 'add' ? [] : copy.splice(n, 1);
    if (how === 'add') copy.splice(n, 0, item);
    else if (how === 'set' && was !== undefined) copy.splice(n, 0, put(was));
    else if (how === 'move' && was !== undefined) copy.push(was);
    return copy;
  };
  if ('list' in one) return { list: spliced<Tree>(one.list, quoted(name), () => value) };
  const hasName = one.object.some(([own]) => own === name);
  if (how === 'add' && hasName) return one;
  return { object: spliced<readonly [string, Tree]>(one.object, [name, value], ([own]) => [own, value]) };
}

/** How JSON is written. */
const style = fc.record({
  indent: fc.constantFrom('', '  ', '\t'),
  newline: fc.constantFrom('\n', '\r\n'),
  head: fc.constantFrom('', '', '\ufeff', '/* "a": { */\n', '// é\r\n'),
  tail: fc.constantFrom('', '\n'),
});
type Style = ReturnType<typeof style.generate>['value'];

function written(tree: Tree, { indent, newline }: Style, depth = 0): string {
  if (typeof tree === 'string') return tree;
  const [open, close] = 'list' in tree ? '[]' : '{}';
  const children = childrenOf(tree).map((one) => written(one, { indent, newline } as Style, depth + 1));
  const members = 'list' in tree ? children : children.map((one, n) => `${quoted(tree.object[n]?.[0] ?? '')}: ${one}`);
  if (members.length === 0) return `${open}${close}`;
  if (indent === '') return `${open}${members.join(', ')}${close}`;
  const line = newline + indent.repeat(depth);
  return `${open}${line}${indent}${members.join(`,${line}${indent}`)}${line}${close}`;
}

/** Three versions of one tree: two people have changed it. */
const versionsOf = (tree: fc.Arbitrary<Tree>, edits: fc.Arbitrary<readonly Change[]> = changes) =>
  fc.tuple(tree, edits, edits, fc.constantFrom(0, 0, 1, 2), edits).map(([base, here, there, shared, common]) => {
    const both = common.slice(0, shared);
    const of = (own: readonly Change[]) => [...both, ...own].reduce(changed, base);
    return { base, mine: of(here), theirs: of(there) };
  });

const jsonFile = (path: string, tree: fc.Arbitrary<Tree>, edits?: fc.Arbitrary<readonly Change[]>) =>
  fc
    .tuple(versionsOf(tree, edits), style, style, fc.boolean())
    .map(([versions, first, second, isSame]): ThreeVersions => {
      const text = (one: Tree, { head, tail, ...rest }: Style) =>
        `${head}${written(one, { head, tail, ...rest })}${tail}`;
      return {
        path,
        base: text(versions.base, first),
        mine: text(versions.mine, first),
        theirs: text(versions.theirs, isSame ? first : second),
      };
    });

/** Lines that stand once, and lines that repeat as those of a program do. */
const line = fc.oneof(
  fc.nat(400).map((n) => `${n}`),
  fc.nat(400).map((n) => `${n}`),
  fc.constantFrom('', '}', '  </div>', 'a\rb', '<p>'),
);
const lineChanges = fc.array(fc.record({ at: fc.nat(25), gone: fc.nat(2), lines: fc.array(line, { maxLength: 2 }) }), {
  maxLength: 6,
});
const lines = fc.tuple(fc.array(line, { maxLength: 25 }), lineChanges, lineChanges).map(([base, here, there]) => {
  const of = (edits: typeof here) =>
    edits.reduce((all, { at, gone, lines: put }) => all.toSpliced(Math.min(at, all.length), gone, ...put), base);
  return { base, mine: of(here), theirs: of(there) };
});
const ending = fc.record({ newline: fc.constantFrom('\n', '\r\n'), last: fc.constantFrom('', '\n') });
const textOf = (all: readonly string[], { newline, last }: { newline: string; last: string }) =>
  all.length === 0 ? '' : all.join(newline) + last;

const cssFile = fc.tuple(lines, ending).map(
  ([{ base, mine, theirs }, end]): ThreeVersions => ({
    path: 'assets/a.css',
    ...{ base: textOf(base, end), mine: textOf(mine, end), theirs: textOf(theirs, end) },
  }),
);

const liquidFile = fc
  .tuple(lines, lines, versionsOf(schema), style, ending, fc.array(fc.nat(9), { minLength: 2, maxLength: 2 }))
  .map(([above, below, schemas, how, end, [here, there]]): ThreeVersions => {
    // Some sides have moved the schema to an end of the file.
    const places = { base: 1, mine: here ?? 1, theirs: there ?? 1 };
    const of = (version: 'base' | 'mine' | 'theirs') => {
      const rest = [textOf(above[version], { ...end, last: '\n' }), textOf(below[version], { ...end, last: '\n' })];
      const place = places[version] > 2 ? 1 : places[version];
      return rest.toSpliced(place, 0, `{% schema %}\n${written(schemas[version], how)}\n{% endschema %}\n`).join('');
    };
    return { path: 'sections/a.liquid', base: of('base'), mine: of('mine'), theirs: of('theirs') };
  });

/** Only changes that leave a template as people and the studio leave it: what is shown is listed. */
const wholeChanges = fc.array(
  change.filter(({ how }) => how === 'drop'),
  { maxLength: 3 },
);
const lists = fc.tuple(fc.nat(3), fc.nat(3)).map(([from, to]) => ({ from, to }));

/** Templates whose sections and blocks are those that the lists name, in all versions. */
export const listedTemplate = fc
  .tuple(
    ordered(settings, ['sections', 'order']),
    ...(['mine', 'theirs'] as const).map(() =>
      fc.record({
        values: fc.array(fc.record({ at: fc.nat(3), value: plain }), { maxLength: 2 }),
        gone: wholeChanges,
        moves: fc.array(lists, { maxLength: 2 }),
        added: fc.option(fc.tuple(key, settings)),
      }),
    ),
  )
  .map(([base, ...sides]): ThreeVersions => {
    const of = ({ values, gone, moves, added }: (typeof sides)[number]): Tree => {
      if (typeof base === 'string' || 'list' in base) return base;
      let [members, order] = [
        (base.object[0]?.[1] as { object: (readonly [string, Tree])[] }).object,
        (base.object[1]?.[1] as { list: Tree[] }).list,
      ];
      for (const { at, value } of values) {
        members = members.map(([name, one], n) => [name, n === at ? { object: [['settings', value]] } : one] as const);
      }
      for (const { place } of gone) {
        const name = members[place % Math.max(1, members.length)]?.[0] ?? '';
        members = members.filter(([own]) => own !== name);
        order = order.filter((item) => item !== quoted(name));
      }
      for (const { from, to } of moves) {
        const item = order[from];
        if (item !== undefined) order = order.toSpliced(from, 1).toSpliced(to, 0, item);
      }
      if (added && !members.some(([name]) => name === added[0])) {
        members = [...members, added];
        order = [quoted(added[0]), ...order];
      }
      return {
        object: [
          ['sections', { object: members }],
          ['order', { list: order }],
        ],
      };
    };
    const [mine, theirs] = sides.map(of);
    const text = (tree: Tree | undefined) => written(tree ?? '{}', { indent: '  ', newline: '\n', head: '', tail: '' });
    return { path: 'templates/index.json', base: text(base), mine: text(mine), theirs: text(theirs) };
  });

/** JSON files; some cannot be read by key: they have mistakes, or a key twice. */
export const jsonFiles = fc.oneof(
  jsonFile('templates/index.json', template),
  jsonFile('config/settings_data.json', settingsData),
  jsonFile('config/settings_schema.json', settingsSchema),
  jsonFile('config/a.json', anything),
  listedTemplate,
);

const broken = fc
  .tuple(
    fc.oneof(jsonFile('config/a.json', anything), jsonFile('templates/index.json', template)),
    fc.subarray(['base', 'mine', 'theirs'] as const, { minLength: 1 }),
    fc.constantFrom('}}', ',"a": 1,"a": 2}', ' /* '),
  )
  .map(([file, versions, end]): ThreeVersions => {
    const mistaken = versions.map((version) => [version, file[version].replace(/\}\s*$/, end)] as const);
    return { ...file, ...Object.fromEntries(mistaken) };
  });

const otherFiles = fc.oneof(cssFile, liquidFile, broken);
export const files = fc.oneof(jsonFiles, jsonFiles, otherFiles);
