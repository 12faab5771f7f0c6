import { describe, expect, it } from 'vitest';
import type { SourceFile } from '../../sandbox/messages/protocol.ts';
import { FileGone, UnitCache } from '../../sandbox/web-process/code/unit-cache.ts';

const file = (key: string): SourceFile => ({ path: `sections/${key}.liquid`, key, text: key });
const unit = (key: string) => Buffer.from(`unité ${key}`);

/** Sources and a compiler that note what they are asked for. */
function workshop(compile = async (files: readonly SourceFile[]) => files.map(({ key }) => unit(key))) {
  const made: string[] = [];
  return {
    made,
    read: async (keys: readonly string[]) => keys.map(file),
    compile: async (files: readonly SourceFile[]) => {
      made.push(...files.map(({ key }) => key));
      return compile(files);
    },
  };
}

describe('units', () => {
  it('are made once, however many themes have them and however many ask at a time', async () => {
    const units = new UnitCache(null);
    const { made, read, compile } = workshop();
    const asked = [['a', 'b'], ['b', 'c'], ['a'], ['c', 'a', 'b']];
    const found = await Promise.all(asked.map((keys) => units.find(keys, read, compile)));
    expect(found).toEqual(asked.map((keys) => Object.fromEntries(keys.map((key) => [key, unit(key)]))));
    expect(await units.find(['a'], read, compile)).toEqual({ a: unit('a') });
    expect(made.sort()).toEqual(['a', 'b', 'c']);
  });

  it('that could not be made for one theme are made for the next, which is not told of that', async () => {
    const units = new UnitCache(null);
    const fails = workshop(() => Promise.reject(new Error('trop long')));
    const { made, read, compile } = workshop();
    const first = units.find(['a', 'b'], fails.read, fails.compile);
    const second = units.find(['a'], read, compile);
    await expect(first).rejects.toThrow('trop long');
    expect(await second).toEqual({ a: unit('a') });
    expect(made).toEqual(['a']);
  });

  it('whose files cannot be read are an error of those who asked for them', async () => {
    const units = new UnitCache(null);
    const gone = () => Promise.reject(new Error('remplacé'));
    await expect(units.find(['a'], gone, workshop().compile)).rejects.toThrow('remplacé');
    await expect(units.find(['a'], async () => [], workshop().compile)).rejects.toThrow(FileGone);
  });
});
