import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonFile } from '../../../engine/json/commented-json.ts';
import type { MergeConflict, Side } from '../../../src/merge/conflict.ts';
import { mergeFile } from '../../../src/merge/file-merge.ts';
import { isSame, type JsonNode, readJson } from '../../../src/merge/json-nodes.ts';
import { reconcile } from '../../../src/merge/reconcile.ts';
import { versionIn } from '../../../src/merge/text-merge.ts';
import { mergeThemeFile } from '../../../src/themes/upgrade/thread.ts';
import { files, jsonFiles, listedTemplate, type ThreeVersions } from '../../support/merge-versions.ts';

const SIDES = ['mine', 'theirs'] as const;
const swapped = ({ path, base, mine, theirs }: ThreeVersions): ThreeVersions => ({
  path,
  base,
  mine: theirs,
  theirs: mine,
});
const other = (side: Side): Side => (side === 'mine' ? 'theirs' : 'mine');
const merge = (file: ThreeVersions, choose: Parameters<typeof mergeFile>[2] = 'mine') =>
  mergeFile(file.path, file, choose);
const isMerged = (file: ThreeVersions) => merge(file).conflicts.length === 0;
const isReadable = ({ base, mine, theirs }: ThreeVersions) =>
  [base, mine, theirs].every((text) => readJson(text) !== null);

/** Values by the path of their keys. */
function leaves(value: JsonNode, at = ''): Map<string, string> {
  if (value.kind === 'leaf') return new Map([[at, value.compact]]);
  return new Map([...value.members].flatMap(([name, member]) => [...leaves(member, `${at}/${JSON.stringify(name)}`)]));
}
const leavesIn = (text: string) => {
  const value = readJson(text);
  return value ? leaves(value) : new Map<string, string>();
};

const memberOf = (node: JsonNode | undefined, name: string) =>
  node === undefined || node.kind === 'leaf' ? undefined : node.members.get(name);

const schemaIn = (text: string) => /\{% schema %\}([\s\S]*)\{% endschema %\}/.exec(text)?.[1] ?? '';
const withoutSchema = (text: string) => text.replace(schemaIn(text), '');

/** Whether two texts of a kind of file say the same: blanks do not count. */
function expectSame(path: string, one: string, two: string): void {
  if (path.endsWith('.liquid')) {
    const [here, there] = [schemaIn(one), schemaIn(two)];
    expect(withoutSchema(one)).toBe(withoutSchema(two));
    if (here !== there) expectSame('a.json', here, there);
    return;
  }
  const [here, there] = path.endsWith('.json') ? [readJson(one), readJson(two)] : [null, null];
  if (here && there) expect({ one, two, isSame: isSame(here, there, 'ordered') }).toEqual({ one, two, isSame: true });
  else expect(one).toBe(two);
}

/** Choices that follow no order. */
const choices = fc.infiniteStream(fc.constantFrom(...SIDES)).map((sides) => {
  const known = new Map<string, Side>();
  return ({ line, keys }: MergeConflict): Side => {
    const place = JSON.stringify([line, keys]);
    const side = known.get(place) ?? sides.next().value;
    known.set(place, side);
    return side;
  };
});

/** Checks a law with many files, among them so many merges and conflicts at least. */
function holds(
  law: (file: ThreeVersions, choose: ReturnType<typeof choices.generate>['value']) => void,
  some = files,
): void {
  const seen = { merges: 0, conflicts: 0 };
  fc.assert(
    fc.property(some, choices, (file, choose) => {
      const { base, mine, theirs } = file;
      if (new Set([base, mine, theirs]).size === 3) seen[isMerged(file) ? 'merges' : 'conflicts']++;
      law(file, choose);
    }),
    { numRuns: 300 },
  );
  expect(Math.min(seen.merges, seen.conflicts)).toBeGreaterThan(30);
}

describe('a merge', () => {
  it('may be made again with either side', () => {
    holds((file) => {
      const { path, base, mine, theirs } = file;
      if (!isMerged(file)) return;
      const { text } = merge(file);
      expect(mergeFile(path, { base, mine, theirs: text }, 'mine')).toEqual({ text, conflicts: [] });
      const again = mergeFile(path, { base, mine: text, theirs }, 'mine');
      expect(again.conflicts).toEqual([]);
      expectSame(path, again.text, text);
    });
  });

  it('is the same from both sides, and so are its conflicts', () => {
    const placesOf = (conflicts: readonly MergeConflict[], sides: readonly [Side, Side]) =>
      conflicts.map((one) => JSON.stringify([one.keys, one.base, one[sides[0]], one[sides[1]]])).sort();
    holds((file) => {
      for (const side of SIDES) {
        const [here, there] = [merge(file, side), merge(swapped(file), other(side))];
        expect(placesOf(there.conflicts, ['theirs', 'mine'])).toEqual(placesOf(here.conflicts, ['mine', 'theirs']));
        expectSame(file.path, there.text, here.text);
      }
    });
  });

  it('has no line and no value that no version has, and loses none that all have', () => {
    holds((file, choose) => {
      const { path, base, mine, theirs } = file;
      const { text } = merge(file, choose);
      if (path.endsWith('.json') && isReadable(file)) {
        const [was, here, there, now] = [base, mine, theirs, text].map(leavesIn);
        for (const [place, value] of now ?? []) {
          expect([was?.get(place), here?.get(place), there?.get(place)]).toContain(value);
        }
        for (const [place, value] of was ?? []) {
          if (here?.get(place) === value && there?.get(place) === value)
            expect([place, now?.get(place)]).toEqual([place, value]);
        }
      } else if (!path.endsWith('.json')) {
        const linesOf = (one: string) => withoutSchema(one).split(/(?<=\n)/);
        const known = new Set([base, mine, theirs].flatMap(linesOf));
        for (const line of linesOf(text)) expect(known).toContain(line);
      }
    });
  });

  it('keeps what one side has changed and the other left alone', () => {
    holds((file) => {
      if (!isMerged(file) || !isReadable(file)) return;
      const [was, here, there, now] = [file.base, file.mine, file.theirs, merge(file).text].map(leavesIn);
      for (const [side, rest] of [
        [here, there],
        [there, here],
      ]) {
        for (const [place, value] of side ?? []) {
          if (was?.get(place) !== value) expect([place, now?.get(place)]).toEqual([place, value]);
        }
        for (const [place, value] of was ?? []) {
          if (!side?.has(place) && rest?.get(place) === value) expect(now?.get(place)).not.toBe(value);
        }
      }
    }, jsonFiles);
  });

  it('of the same change on both sides, or of one side’s alone, is that change byte for byte', () => {
    holds(({ path, base, mine }) => {
      const expected = { text: mine, conflicts: [] };
      expect(mergeFile(path, { base, mine, theirs: mine }, 'theirs')).toEqual(expected);
      expect(mergeFile(path, { base, mine, theirs: base }, 'theirs')).toEqual(expected);
      expect(mergeFile(path, { base, mine: base, theirs: mine }, 'mine')).toEqual(expected);
    });
  });

  it('asks only where both have changed something, each in its own way', () => {
    holds((file) => {
      for (const { keys, base, mine, theirs } of merge(file).conflicts) {
        const texts = [base, mine, theirs];
        const values = texts.map((text) => (text === null ? undefined : (readJson(text) ?? undefined)));
        for (const [a, b] of [
          [0, 1],
          [0, 2],
          [1, 2],
        ] as const) {
          expect([texts[a], texts[b], keys ? isSame(values[a], values[b]) : texts[a] === texts[b]][2]).toBe(false);
        }
      }
    });
  });

  it('of JSON is JSON: whatever is chosen where all versions can be read, and where nobody is asked', () => {
    holds((file, choose) => {
      const isOneSided = new Set([file.base, file.mine, file.theirs]).size < 3;
      if (!file.path.endsWith('.json') || (!isReadable(file) && (isOneSided || !isMerged(file)))) return;
      const { text } = merge(file, choose);
      expect([text, readJson(text) !== null]).toEqual([text, true]);
      parseJsonFile(text);
    });
  });
});

describe('a conflict', () => {
  it('is the same whatever is chosen elsewhere', () => {
    holds((file, choose) => {
      const { conflicts } = merge(file);
      for (const choice of ['theirs', choose] as const) expect(merge(file, choice).conflicts).toEqual(conflicts);
    });
  });

  it('decides its own place only', () => {
    holds((file) => {
      const { text, conflicts } = merge(file);
      for (const { line, keys, ...sides } of conflicts.slice(0, 3)) {
        const changed = merge(file, (one) =>
          one.line === line && one.keys?.join() === keys?.join() ? 'theirs' : 'mine',
        ).text;
        if (keys && file.path.endsWith('.json')) {
          const own = keys.map((name) => `/${JSON.stringify(name)}`).join('');
          const name = JSON.stringify(keys.at(-1) ?? '');
          const rest = (all: Map<string, string>) =>
            [...all].filter(([place, value]) => !`${place}/`.startsWith(`${own}/`) && value !== name).sort();
          expect(rest(leavesIn(changed))).toEqual(rest(leavesIn(text)));
          const now = keys.reduce(memberOf, readJson(changed) ?? undefined);
          // Of two orders the choice takes one, with what the other side has added.
          if (!/^(?:block_)?order$/.test(keys.at(-1) ?? '')) expect(now?.text ?? null).toBe(sides.theirs);
        } else if (line !== undefined && file.path.endsWith('.css')) {
          const start = text
            .split(/(?<=\n)/)
            .slice(0, line - 1)
            .join('');
          const end = text.slice(start.length + (sides.mine ?? '').length);
          expect([text, changed]).toEqual([start + sides.mine + end, start + sides.theirs + end]);
        }
      }
    });
  });

  it('of a section that one side has removed and the other changed is one conflict, with its place in the order', () => {
    holds((file, choose) => {
      const { sections, order } = parseJsonFile(merge(file, choose).text) as { sections: object; order: string[] };
      expect([...order].sort()).toEqual(Object.keys(sections).sort());
      for (const { keys } of merge(file).conflicts) expect([keys?.[0], keys?.join()]).not.toEqual(['order', 'order,']);
    }, listedTemplate);
  });

  it('is shown with lines that are those of the merge for either choice', () => {
    holds((file) => {
      const outcome = reconcile(file);
      if (outcome.kind !== 'conflict') return;
      expect(outcome.conflicts).toEqual(merge(file).conflicts);
      for (const side of SIDES) expect(versionIn(outcome.regions, side)).toBe(merge(file, side).text);
      expect(outcome.regions.map(({ kind }) => kind)).toContain('conflict');
    });
  });
});

it('the studio, the client and an upgrade make the same of a file', () => {
  holds((file) => {
    const outcome = reconcile(file);
    const { text, conflicts } = mergeThemeFile({ path: file.path, versions: file, choice: 'mine' });
    if (outcome.kind === 'merged') expect([text, conflicts.shown]).toEqual([outcome.text, []]);
    else if (outcome.kind === 'conflict')
      expect([text, conflicts.shown.length > 0]).toEqual([versionIn(outcome.regions, 'mine'), true]);
    else expect([outcome.kind, text]).toEqual(['same', file.mine]);
  });
});
