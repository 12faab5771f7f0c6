import { describe, expect, it } from 'vitest';
import { reconcile } from '../../../../src/merge/reconcile.ts';
import { firstText, refusalOfPath } from '../../../../src/studio/editor/state/file-names.ts';
import { searchPaths, searchTexts } from '../../../../src/studio/editor/state/search-texts.ts';

describe('two changes of one file', () => {
  it.each([
    ['alike', 'a.liquid', '1\n', '2\n', '2\n', { kind: 'same' }],
    ['both removed', 'a.liquid', '1\n', null, null, { kind: 'same' }],
    ['of other lines', 'a.liquid', '1\n2\n3\n', 'x\n2\n3\n', '1\n2\ny\n', { kind: 'merged', text: 'x\n2\ny\n' }],
    [
      'of other keys on one line',
      'a.json',
      '{"a":1,"b":1}',
      '{"a":2,"b":1}',
      '{"a":1,"b":2}',
      { kind: 'merged', text: '{"a":2,"b":2}' },
    ],
    [
      'of one list without names, at other lines',
      'a.json',
      '[\n1,\n2,\n3\n]',
      '[\n0,\n2,\n3\n]',
      '[\n1,\n2,\n4\n]',
      { kind: 'conflict', conflicts: [{ keys: [] }], regions: [{}, { mine: '0,\n' }, {}, { theirs: '4\n' }, {}] },
    ],
    ['changed here, removed elsewhere', 'a.liquid', '1', '2', null, { kind: 'removed-elsewhere' }],
    ['removed here, changed elsewhere', 'a.liquid', '1', null, '2', { kind: 'changed-elsewhere' }],
    [
      'made twice',
      'a.liquid',
      null,
      'x',
      'y',
      { kind: 'conflict', regions: [{ kind: 'conflict', base: '', mine: 'x', theirs: 'y' }] },
    ],
  ] as const)('%s', (_what, path, base, mine, theirs, outcome) => {
    expect(reconcile({ path, base, mine, theirs })).toMatchObject(outcome);
  });

  it('whose lines fit but make no JSON together are for people', () => {
    const base = '[\n1,\n2,\n3\n]\n';
    // One takes the last element away, the other the first: each is JSON with its commas, together they are not.
    const [mine, theirs] = ['[\n1,\n2\n]\n', '[\n1,\n2,\n3,\n4\n]\n'];
    const outcome = reconcile({ path: 'a.json', base, mine, theirs });
    expect(outcome.kind).toBe('conflict');
  });
});

describe('search', () => {
  it('finds every place with its line and column; capitals count once they are sought', () => {
    const files = [['a', 'un Deux\n\n  deux deux.\n']] as const;
    const places = (sought: string) => searchTexts(files, sought).map(({ line, column }) => `${line}:${column}`);
    expect(places('deux')).toEqual(['1:4', '3:3', '3:8']);
    expect(places('Deux')).toEqual(['1:4']);
    expect(places('deux.')).toEqual(['3:8']);
    expect(places('')).toEqual([]);
    expect(searchTexts(files, 'deux.')[0]).toMatchObject({ before: 'deux ', found: 'deux.', after: '' });
  });

  it('puts paths whose name begins with what is sought first', () => {
    const paths = ['layout/theme.liquid', 'sections/hero.liquid', 'snippets/the.liquid', 'assets/x.css'];
    expect(searchPaths(paths, 'the')).toEqual(['layout/theme.liquid', 'snippets/the.liquid', 'sections/hero.liquid']);
    expect(searchPaths(paths, 'ionshero')).toEqual(['sections/hero.liquid']);
    expect(searchPaths(paths, '')).toEqual(paths);
  });
});

describe('a new file', () => {
  it.each([
    ['sections/a.liquid', null],
    ['sections/pris.liquid', 'Un fichier existe déjà à ce chemin.'],
    ['autre/a.liquid', 'six dossiers'],
    ['sections/a.css', 'extension'],
    [`sections/${'a'.repeat(120)}.liquid`, 'de 3 à 120 caractères'],
  ])('%s', (path, refusal) => {
    const told = refusalOfPath(path, ['sections/pris.liquid']);
    if (refusal === null) expect(told).toBe(null);
    else expect(told).toContain(refusal);
  });

  it('of JSON begins as JSON', () => {
    for (const path of ['templates/a.json', 'config/a.json']) expect(JSON.parse(firstText(path))).toBeTypeOf('object');
  });
});
