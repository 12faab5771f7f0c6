import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeFiles, type FileChange } from '../../../../src/cli/workspace/theme-files.ts';
import { fingerprintOf } from '../../../../src/text/fingerprint.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-fichiers-'));
  await mkdir(join(root, 'aside'));
  await mkdir(join(root, 'assets'));
});

const { signal } = new AbortController();
const change = (changes: readonly Partial<FileChange>[]) =>
  changeFiles(
    root,
    changes.map((one) => ({ path: 'assets/a.css', content: 'neuf', expected: null, keep: false, ...one })),
    { aside: join(root, 'aside'), trash: join(root, 'corbeille'), signal },
  );
const read = (path: string) => readFile(join(root, path), 'utf8');

describe('changing the files of a theme', () => {
  it('leaves alone what was changed since it was compared, or appeared, or vanished', async () => {
    for (const name of ['a', 'd', 'e']) await writeFile(join(root, `assets/${name}.css`), 'édité');
    const left = await change([
      { expected: fingerprintOf('comparé') },
      { path: 'assets/b.css', expected: fingerprintOf('comparé') },
      { path: 'assets/c.css' },
      { path: 'assets/d.css', expected: null },
      { path: 'assets/e.css', content: null, expected: fingerprintOf('comparé') },
    ]);
    expect([...left]).toEqual(['assets/a.css', 'assets/b.css', 'assets/d.css', 'assets/e.css']);
    expect(await read('assets/a.css')).toBe('édité');
    for (const name of ['d', 'e']) expect(await read(`assets/${name}.css`)).toBe('édité');
    expect(await readdir(join(root, 'assets'))).toEqual(['a.css', 'c.css', 'd.css', 'e.css']);
    expect(await readdir(join(root, 'aside'))).toEqual([]);
  });

  it('moves what is removed to the trash, and keeps there what is written over by force', async () => {
    await writeFile(join(root, 'assets/a.css'), 'a');
    await writeFile(join(root, 'assets/b.css'), 'b');
    await change([
      { content: null, expected: fingerprintOf('a') },
      { path: 'assets/b.css', expected: fingerprintOf('b'), keep: true },
    ]);
    expect(await readdir(join(root, 'assets'))).toEqual(['b.css']);
    expect([
      await read('assets/b.css'),
      await read('corbeille/assets/a.css'),
      await read('corbeille/assets/b.css'),
    ]).toEqual(['neuf', 'a', 'b']);
  });

  it('writes through no link', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'vitrine-ailleurs-'));
    await writeFile(join(elsewhere, 'a.css'), 'ailleurs');
    await symlink(elsewhere, join(root, 'sections'));
    await expect(change([{ path: 'sections/a.liquid' }])).rejects.toThrow('n’est pas un dossier');
    await symlink(join(elsewhere, 'a.css'), join(root, 'assets/a.css'));
    expect([...(await change([{ expected: fingerprintOf('ailleurs') }]))]).toEqual(['assets/a.css']);
    expect(await readdir(elsewhere)).toEqual(['a.css']);
    expect(await readFile(join(elsewhere, 'a.css'), 'utf8')).toBe('ailleurs');
  });
});
