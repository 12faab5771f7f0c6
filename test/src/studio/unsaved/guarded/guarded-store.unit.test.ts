import { describe, expect, it } from 'vitest';
import { compareWhole } from '../../../../../src/merge/conflict.ts';
import { Unreachable } from '../../../../../src/studio/api/client.ts';
import { SAVING_SETTINGS } from '../../../../../src/studio/api/refusals.ts';
import { GuardedStore } from '../../../../../src/studio/unsaved/guarded/guarded-store.ts';
import { canonicalJson, textsOf, withChanges } from '../../../../../src/studio/unsaved/guarded/named-values.ts';
import { UnsavedWork } from '../../../../../src/studio/unsaved/unsaved-work.ts';
import { MemoryShelf } from '../../memory-platform.ts';
import { MemoryObject } from './memory-object.ts';

const SPLIT = ['horaires'];
const MORNING = [{ de: '09:00', a: '12:30' }];
const VALUES = { telephone: '01 02', horaires: { lundi: MORNING, dimanche: [] }, autre: { b: 1, a: [null] } };

let pages = 0;

/** A page of the studio that shows an object of a platform. @param shelf has the drafts of earlier pages, which have ended */
async function openPage(platform: MemoryObject, shelf = new MemoryShelf(), siteId = 'site') {
  const store = new GuardedStore(platform, {
    ...{ path: '/api/parametres/contact', name: platform.name, siteId, split: SPLIT },
    acts: { reading: {}, saving: SAVING_SETTINGS },
  });
  const work = new UnsavedWork({
    ...{ store, shelf, document: 'contact', isReviewed: false, compare: (_, versions) => compareWhole(versions) },
    clock: { now: () => 0, after: () => () => undefined },
    pages: { page: `page-${++pages}`, isOpen: () => false },
  });
  work.follows = () => true;
  await work.open();
  return work;
}

function platformOf(values: Readonly<Record<string, unknown>> = VALUES): MemoryObject {
  const platform = new MemoryObject('valeurs');
  platform.put(values);
  return platform;
}

describe('named values', () => {
  it('are the same text in whichever order the database keeps their members', () => {
    expect(canonicalJson({ b: [{ y: 1, x: 2 }], a: null })).toBe(canonicalJson({ a: null, b: [{ x: 2, y: 1 }] }));
  });

  it('are texts by name, those of a split value by member', () => {
    expect(Object.keys(textsOf(VALUES, SPLIT))).toEqual(['telephone', 'horaires.lundi', 'horaires.dimanche', 'autre']);
  });

  it('are changed and taken away one by one, and all others stay', () => {
    const changes = new Map([
      ['horaires.mardi', '[]'],
      ['horaires.lundi', null],
      ['telephone', null],
    ]);
    expect(withChanges(VALUES, SPLIT, changes)).toEqual({
      horaires: { dimanche: [], mardi: [] },
      autre: { b: 1, a: [null] },
    });
    expect(withChanges({ horaires: { lundi: [] } }, SPLIT, new Map([['horaires.lundi', null]]))).toEqual({});
  });

  it('that somebody has given odd names and kinds neither get lost nor answer for others', () => {
    const odd = JSON.parse(
      '{"__proto__": 1, "horaires": "sur rendez-vous", "horaires.lundi": 2, "constructor": {"a": 3}}',
    );
    expect(Object.keys(textsOf(odd, SPLIT)).sort()).toEqual(['__proto__', 'constructor', 'horaires']);
    const changed = withChanges(
      odd,
      SPLIT,
      new Map([
        ['horaires.lundi', '[]'],
        ['__proto__', '4'],
      ]),
    );
    expect(JSON.parse(JSON.stringify(changed))).toEqual(
      JSON.parse('{"__proto__": 4, "horaires": {"lundi": []}, "horaires.lundi": 2, "constructor": {"a": 3}}'),
    );
    expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
  });
});

describe('a guarded object', () => {
  it('is saved as a whole, with what no form knows', async () => {
    const platform = platformOf();
    const work = await openPage(platform);
    work.change('telephone', '"03 04"');
    work.change('horaires.mardi', '[]');
    expect(await work.save()).toEqual({ kind: 'saved', merged: [] });
    expect(platform.values).toEqual({
      ...VALUES,
      ...{ telephone: '03 04', horaires: { ...VALUES.horaires, mardi: [] } },
    });
    expect(await work.save()).toEqual({ kind: 'nothing' });
  });

  it('that nobody has written is written first by a save', async () => {
    const platform = new MemoryObject('valeurs');
    const work = await openPage(platform);
    work.change('telephone', '"03 04"');
    expect(await work.save()).toMatchObject({ kind: 'saved' });
    expect(platform.values).toEqual({ telephone: '03 04' });
  });

  it('keeps what another window has saved meanwhile, day by day', async () => {
    const platform = platformOf();
    const [one, other] = [await openPage(platform), await openPage(platform)];
    one.change('horaires.lundi', '[]');
    other.change('horaires.dimanche', canonicalJson(MORNING));
    await one.save();
    expect(await other.save()).toMatchObject({ kind: 'saved' });
    expect(platform.values).toEqual({ ...VALUES, horaires: { lundi: [], dimanche: MORNING } });
    expect(other.textOf('horaires.lundi')).toBe('[]');
  });

  it('is asked about where two windows have changed one value, or one has taken it away', async () => {
    for (const mine of ['"mien"', null]) {
      const platform = platformOf();
      const work = await openPage(platform);
      work.change('telephone', mine);
      platform.put({ ...VALUES, telephone: 'autre', nouveau: true });
      expect(await work.save()).toEqual({ kind: 'conflict', paths: ['telephone'], merged: [] });
      expect(work.sidesOf('telephone')).toMatchObject({ base: '"01 02"', mine, theirs: '"autre"' });
      work.resolve('telephone', mine);
      expect(await work.save()).toMatchObject({ kind: 'saved' });
      const { telephone: _, ...others } = VALUES;
      expect(platform.values).toEqual({ ...others, nouveau: true, ...(mine && { telephone: 'mien' }) });
    }
  });

  it('is not written twice where the answer to a save was lost, whatever was typed since', async () => {
    for (const since of ['"05"', '"03 04"', '"01 02"', null]) {
      const platform = platformOf();
      const work = await openPage(platform);
      platform.afterWrite = () => {
        throw new Unreachable();
      };
      work.change('telephone', '"03 04"');
      await expect(work.save()).rejects.toThrow(Unreachable);
      work.change('telephone', since);
      expect(await work.save()).toMatchObject({ kind: 'saved' });
      expect(platform.values.telephone).toBe(since === null ? undefined : JSON.parse(since));
    }
  });

  it('comes back with what a page that has ended has not saved', async () => {
    const [platform, shelf] = [platformOf(), new MemoryShelf()];
    const first = await openPage(platform, shelf);
    first.change('horaires.lundi', null);
    first.keepNow();
    platform.put({ ...VALUES, telephone: 'autre' });
    const next = await openPage(platform, shelf);
    expect([...next.changes]).toEqual([['horaires.lundi', null]]);
    await next.save();
    expect(platform.values).toEqual({ ...VALUES, telephone: 'autre', horaires: { dimanche: [] } });
  });

  it('of another site is refused, in words', async () => {
    const platform = platformOf();
    const work = await openPage(platform, new MemoryShelf(), 'un autre');
    work.change('telephone', '"03 04"');
    await expect(work.save()).rejects.toMatchObject({ code: 'autre_site', message: SAVING_SETTINGS.autre_site });
    expect([platform.values, work.textOf('telephone')]).toEqual([VALUES, '"03 04"']);
  });

  it('that is too large is refused, and stays as it was typed', async () => {
    const platform = platformOf();
    const work = await openPage(platform);
    work.change('telephone', JSON.stringify('x'.repeat(70_000)));
    await expect(work.save()).rejects.toMatchObject({ code: 'invalid_input', message: SAVING_SETTINGS.invalid_input });
    expect([platform.values, work.changes.size]).toEqual([VALUES, 1]);
  });
});
