import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SETTINGS_DATA } from '../../../../engine/language/paths.ts';
import { type Clash, clashesIn, settle } from '../../../../src/studio/customise/model/clashes.ts';
import { setValue } from '../../../../src/studio/customise/model/json-edit.ts';
import * as structure from '../../../../src/studio/customise/model/structure.ts';
import { Session } from '../../../../src/studio/customise/session.ts';
import { MemoryPlatform, MemoryShelf, unsavedWork } from '../memory-platform.ts';
import { catalogTexts } from './themes.ts';

const INDEX = 'templates/index.json';
const ORIGINAL = catalogTexts('origo');

async function openSession(platform: MemoryPlatform, shelf = new MemoryShelf()) {
  const session = new Session(unsavedWork(platform, false, shelf));
  return Object.assign(session, { restored: await session.open() });
}

const set = (session: Session, id: string, value: unknown, mark: string | null = null) =>
  session.change(SETTINGS_DATA, setValue(session.texts.get(SETTINGS_DATA) ?? '{}', ['current', id], value), id, mark);
const stored = (platform: MemoryPlatform, path = SETTINGS_DATA) => JSON.parse(platform.files.get(path) ?? 'null');
const shown = (session: Session, path = SETTINGS_DATA) => JSON.parse(session.texts.get(path) ?? 'null');

describe('a session of changes', () => {
  it('has the original bytes again after any changes are undone, and the changed ones after they are done again', async () => {
    let session = await openSession(new MemoryPlatform(ORIGINAL));
    const sections = structure.sectionsOf(INDEX);
    const order = () => JSON.parse(session.texts.get(INDEX) ?? '').order as string[];
    const change = fc.oneof(
      fc.record({ id: fc.constantFrom('couleur_claire', 'police', 'nouveau'), value: fc.jsonValue() }).map(
        ({ id, value }) =>
          () =>
            set(session, id, value, 'frappe'),
      ),
      fc.tuple(fc.nat(11), fc.nat(11)).map(([from, to]) => () => {
        if (Math.max(from, to) < order().length) {
          session.change(INDEX, structure.move(session.texts, sections, from, to), 'déplacement');
        }
      }),
      fc.nat(11).map((at) => () => {
        const key = order()[at];
        if (key !== undefined) session.change(INDEX, structure.remove(session.texts, sections, key), 'retrait');
      }),
      fc.nat(11).map((at) => () => {
        const key = order()[at];
        if (key !== undefined) session.change(INDEX, structure.hide(session.texts, sections, key), 'masquage');
      }),
      fc.nat(3).map((at) => () => {
        const { text } = structure.add(session.texts, sections, {
          base: 'texte',
          entry: { type: 'texte', settings: {} },
          at,
        });
        session.change(INDEX, text, 'ajout');
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 20 }), async (changes) => {
        session = await openSession(new MemoryPlatform(ORIGINAL));
        for (const make of changes) make();
        const changed = new Map(session.texts);
        while (session.undo() !== null);
        expect(new Map(session.texts)).toEqual(ORIGINAL);
        expect(session.work.changes.size).toBe(0);
        while (session.redo() !== null);
        expect(new Map(session.texts)).toEqual(changed);
      }),
      { numRuns: 60 },
    );
  });

  it('undoes at once what was typed without a pause', async () => {
    const session = await openSession(new MemoryPlatform(ORIGINAL));
    for (const text of ['B', 'Bo', 'Bon']) set(session, 'description', text, 'description');
    session.seal();
    set(session, 'description', 'Bonjour', 'description');
    session.undo();
    expect(shown(session).current.description).toBe('Bon');
    session.undo();
    expect(session.work.changes.size).toBe(0);
  });

  it('saves all files as one lot, and nothing twice', async () => {
    const platform = new MemoryPlatform(ORIGINAL);
    const session = await openSession(platform);
    set(session, 'couleur_claire', '#ffffff');
    session.change(INDEX, structure.hide(session.texts, structure.sectionsOf(INDEX), 'meubles'), 'masquage');
    expect(await session.save()).toEqual({ kind: 'saved', merged: [] });
    expect([stored(platform).current.couleur_claire, platform.writes]).toEqual(['#ffffff', 1]);
    expect(stored(platform, INDEX).order).not.toContain('meubles');
    expect(await session.save()).toEqual({ kind: 'nothing' });
    session.undo();
    expect([...session.work.changes.keys()]).toEqual([INDEX]);
  });

  it('keeps the changes of two tabs to different settings, and undoes only its own', async () => {
    const platform = new MemoryPlatform(ORIGINAL);
    const [one, other] = [await openSession(platform), await openSession(platform)];
    set(one, 'couleur_claire', '#ffffff');
    set(other, 'couleur_foncee', '#000000');
    await one.save();
    expect(await other.save()).toEqual({ kind: 'saved', merged: [SETTINGS_DATA] });
    expect(stored(platform).current).toMatchObject({ couleur_claire: '#ffffff', couleur_foncee: '#000000' });
    other.undo();
    expect(shown(other).current).toMatchObject({ couleur_claire: '#ffffff', couleur_foncee: '#211c17' });
    other.redo();
    expect(shown(other).current).toMatchObject({ couleur_claire: '#ffffff', couleur_foncee: '#000000' });
    await one.work.look();
    expect(shown(one).current.couleur_foncee).toBe('#000000');
  });

  it.each([
    ['mine', '#222222'],
    ['theirs', '#111111'],
  ] as const)('asks where both have changed one setting; with %s chosen the rest of both is kept', async (side, colour) => {
    const platform = new MemoryPlatform(ORIGINAL);
    const [one, other] = [await openSession(platform), await openSession(platform)];
    set(one, 'couleur_claire', '#111111');
    set(one, 'titres', 'didone');
    set(other, 'couleur_claire', '#222222');
    set(other, 'marque', 'croix');
    await one.save();
    expect(await other.save()).toMatchObject({ kind: 'conflict', paths: [SETTINGS_DATA] });
    expect(clashesIn(other.work)).toMatchObject([
      { file: SETTINGS_DATA, keys: ['current', 'couleur_claire'], mine: '"#222222"', theirs: '"#111111"' },
    ]);
    expect(stored(platform).current.couleur_claire).toBe('#111111');
    settle(other.work, () => side);
    await other.save();
    expect(stored(platform).current).toMatchObject({ couleur_claire: colour, titres: 'didone', marque: 'croix' });
  });

  it('makes the file of settings where a theme has none, and none when that is undone', async () => {
    const platform = new MemoryPlatform(new Map([...ORIGINAL].filter(([path]) => path !== SETTINGS_DATA)));
    const session = await openSession(platform);
    set(session, 'couleur_claire', '#ffffff');
    session.undo();
    expect(session.texts.has(SETTINGS_DATA)).toBe(false);
    session.redo();
    await session.save();
    expect(stored(platform)).toEqual({ current: { couleur_claire: '#ffffff' } });
    // Undone once it is saved, its removal is a change like any other.
    session.undo();
    expect([...session.work.changes]).toEqual([[SETTINGS_DATA, null]]);
    expect(await session.save()).toEqual({ kind: 'saved', merged: [] });
    expect([platform.files.has(SETTINGS_DATA), session.work.changes.size]).toEqual([false, 0]);
    session.redo();
    expect(await session.save()).toEqual({ kind: 'saved', merged: [] });
    expect(stored(platform)).toEqual({ current: { couleur_claire: '#ffffff' } });
  });

  it('asks before it saves a file without its comments, and undoes that by itself', async () => {
    const head = '\ufeff/* écrit par un programme */\n';
    const files = new Map(ORIGINAL).set(SETTINGS_DATA, head + ORIGINAL.get(SETTINGS_DATA));
    const platform = new MemoryPlatform(files);
    const session = await openSession(platform);
    set(session, 'couleur_claire', '#ffffff');
    expect(session.texts.get(SETTINGS_DATA)?.startsWith(head)).toBe(true);
    expect(await session.save()).toEqual({ kind: 'held', paths: [SETTINGS_DATA] });
    expect(platform.writes).toBe(0);
    expect(await session.saveStripped()).toEqual({ kind: 'saved', merged: [] });
    expect(stored(platform).current.couleur_claire).toBe('#ffffff');
    expect(session.work.changes.size).toBe(0);
    session.undo();
    expect(session.texts.get(SETTINGS_DATA)?.startsWith(head)).toBe(true);
    expect(session.undo()).toBe('couleur_claire');
    expect(session.texts.get(SETTINGS_DATA)).toBe(files.get(SETTINGS_DATA));
  });

  it('asks nothing where only a byte order mark goes, and leaves files alone that it does not change', async () => {
    const files = new Map(ORIGINAL).set(SETTINGS_DATA, `\ufeff${ORIGINAL.get(SETTINGS_DATA)}`).set(INDEX, '// a\n{}');
    const platform = new MemoryPlatform(files);
    const session = await openSession(platform);
    set(session, 'couleur_claire', '#ffffff');
    expect(await session.save()).toEqual({ kind: 'saved', merged: [] });
    expect(stored(platform).current.couleur_claire).toBe('#ffffff');
    expect(platform.files.get(INDEX)).toBe('// a\n{}');
  });

  it.each([
    ['mine', 'kept'],
    ['theirs', 'removed'],
  ] as const)('asks where a page was removed elsewhere that was changed here; with %s chosen it is %s', async (side, _end) => {
    const platform = new MemoryPlatform(ORIGINAL);
    const session = await openSession(platform);
    session.change(INDEX, structure.hide(session.texts, structure.sectionsOf(INDEX), 'meubles'), 'masquage');
    const text = session.texts.get(INDEX);
    platform.files.delete(INDEX);
    expect(await session.save()).toMatchObject({ kind: 'conflict' });
    const asked: Clash[] = [];
    settle(session.work, (clash) => {
      asked.push(clash);
      return side;
    });
    const base = ORIGINAL.get(INDEX);
    expect([asked, clashesIn(session.work)]).toEqual([[{ file: INDEX, base, mine: text, theirs: null }], []]);
    await session.save();
    expect(platform.files.get(INDEX)).toBe(side === 'mine' ? text : undefined);
    expect(session.work.changes.size).toBe(0);
  });

  it('takes up what a page before has not saved, and leaves what forms cannot show to the code editor', async () => {
    const [platform, shelf] = [new MemoryPlatform(ORIGINAL), new MemoryShelf()];
    const editor = unsavedWork(platform, true, shelf);
    editor.follows = () => true;
    await editor.open();
    await editor.look();
    editor.change(SETTINGS_DATA, (ORIGINAL.get(SETTINGS_DATA) ?? '').replace('"romain"', '"lineale"'));
    editor.change(INDEX, '{ "sections": ');
    editor.change('layout/theme.liquid', '');
    editor.keepNow();
    const session = await openSession(platform, shelf);
    expect([session.restored, shown(session).current.titres]).toEqual([[SETTINGS_DATA], 'lineale']);
    expect(session.texts.get(INDEX)).toBe(ORIGINAL.get(INDEX));
    await session.save();
    session.work.keepNow();
    expect(shelf.drafts.map(({ path }) => path).sort()).toEqual(['layout/theme.liquid', INDEX]);
  });

  it('gives up what is not saved, and takes it back', async () => {
    const session = await openSession(new MemoryPlatform(ORIGINAL));
    set(session, 'couleur_claire', '#ffffff');
    session.abandon();
    expect(session.work.changes.size).toBe(0);
    session.undo();
    expect(shown(session).current.couleur_claire).toBe('#ffffff');
  });
});
