import { mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Workspace } from '../../../../src/cli/workspace/workspace.ts';

it('a folder of the theme that is written otherwise does not pass for removed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'vitrine-dossier-'));
  await mkdir(join(root, 'Assets'));
  await writeFile(join(root, 'Assets/a.css'), 'à moi');
  await expect(new Workspace(root).readFiles()).rejects.toMatchObject({
    code: 'fichiers_illisibles',
    details: { refus: [{ chemin: 'Assets', code: 'hors_dossier' }] },
  });
});

it.each([
  '.vitrine',
  '.vitrine/base',
  '.vitrine/tmp',
  '.vitrine/corbeille',
])('a folder in which %s is a link is refused, and nothing is removed or written where it leads', async (link) => {
  const root = await mkdtemp(join(tmpdir(), 'vitrine-dossier-'));
  const elsewhere = await mkdtemp(join(tmpdir(), 'vitrine-ailleurs-'));
  await writeFile(join(elsewhere, 'travail'), 'à moi');
  if (link !== '.vitrine') await mkdir(join(root, '.vitrine'));
  await symlink(elsewhere, join(root, link));
  const workspace = new Workspace(root);
  const working = workspace.exclusively(new AbortController().signal, () => workspace.contents.keepOnly(new Set()));
  await expect(working).rejects.toMatchObject({ code: 'pas_un_dossier' });
  expect(await readdir(elsewhere)).toEqual(['travail']);
});
