import { describe, expect, it } from 'vitest';
import { branchOfJob, draftName, ownNameOf } from '../../../../src/cli/deploy/draft-name.ts';
import { isKeptBy, OWN_OF_EACH_SITE } from '../../../../src/cli/deploy/keep.ts';
import { planDeployment } from '../../../../src/cli/deploy/plan.ts';

const PATH = 'assets/a.css';
const tree = (text: string | null) => new Map(text === null ? [] : [[PATH, text]]);
const fateOf = (
  base: string | null | undefined,
  folder: string | null,
  service: string | null,
  isOwn: boolean,
): string | undefined => {
  const trees = { base: base === undefined ? null : tree(base), folder: tree(folder), service: tree(service) };
  return planDeployment(trees, () => isOwn)[0]?.fate;
};

describe('what a deployment does with a file', () => {
  it.each([
    // base (undefined: never deployed), folder, service, of git, of the site
    ['a', 'a', 'a', 'same', 'same'],
    ['a', 'b', 'a', 'deploy', 'deploy'],
    ['a', null, 'a', 'deploy', 'deploy'],
    ['a', 'b', null, 'deploy', 'keep'],
    ['a', 'a', null, 'deploy', 'keep'],
    [null, 'a', null, 'deploy', 'deploy'],
    ['a', 'a', 'c', 'doubt', 'keep'],
    ['a', 'b', 'c', 'doubt', 'merge'],
    ['a', null, 'c', 'doubt', 'keep'],
    [null, 'b', 'c', 'doubt', 'keep'],
    [null, null, 'c', 'doubt', 'keep'],
    [undefined, 'a', null, 'deploy', 'deploy'],
    [undefined, 'a', 'c', 'doubt', 'adopt'],
    [undefined, null, 'c', 'doubt', 'adopt'],
  ] as const)('deployed %s, folder %s, service %s: %s, and %s where it is the site’s own', (base, folder, service, fate, own) => {
    expect(fateOf(base, folder, service, false)).toBe(fate);
    expect(fateOf(base, folder, service, true)).toBe(own);
  });
});

describe('what belongs to a site', () => {
  it.each([
    [
      OWN_OF_EACH_SITE,
      ['config/settings_data.json', 'templates/index.json'],
      ['config/settings_schema.json', 'sections/a.liquid'],
    ],
    [['templates/'], ['templates/a.json'], ['template/a.json']],
    [['assets/perso-*.css'], ['assets/perso-a.b.css'], ['assets/perso-a_css', 'assets/a/perso-a.css']],
    [['aucun'], [], ['config/settings_data.json']],
  ])('%j', (patterns, those, others) => {
    const isOwn = isKeptBy(patterns);
    expect([those.filter(isOwn), others.filter(isOwn)]).toEqual([those, []]);
  });
});

describe('the name of a draft', () => {
  it('is that of the theme and the branch, cut where it is too long, and different for each branch', () => {
    expect(draftName('Orme', 'main')).toBe('Orme (main)');
    expect(draftName('Orme', null)).toBe('Orme');
    const names = ['a', 'b'].map((end) => draftName('Orme', `${'é'.repeat(90)}${end}`));
    expect(names.map((name) => [...name].length)).toEqual([80, 80]);
    expect(names[0]).not.toBe(names[1]);
  });

  it('has the branch of a job where git is on none', () => {
    expect(branchOfJob({ GITHUB_HEAD_REF: 'neuf', GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: '7/merge' })).toBe(
      'neuf',
    );
    expect(branchOfJob({ GITHUB_HEAD_REF: '', GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main' })).toBe('main');
    expect(branchOfJob({ GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1' })).toBeNull();
    expect(branchOfJob({ CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'neuf' })).toBe('neuf');
    expect(branchOfJob({ CI_COMMIT_BRANCH: 'main' })).toBe('main');
  });

  it('is read from the theme’s own file, where that says it', () => {
    expect(ownNameOf('/* à nous */ {"nom":" Orme ","version":"2.0"}')).toEqual({ nom: 'Orme', version: '2.0' });
    for (const text of [undefined, '{', '[]', '{"nom":7}', JSON.stringify({ nom: 'x'.repeat(81) })]) {
      expect(ownNameOf(text).nom).toBeNull();
    }
  });
});
