import { mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { CommandRefusal } from '../../../../src/cli/command-refusal.ts';
import { readThemeFile } from '../../../../src/cli/workspace/theme-file.ts';
import { readThemeFolder } from '../../../../src/cli/workspace/theme-folder.ts';
import { makeFolder } from '../../../../src/cli/workspace/whole-file.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-dossier-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, content: string | Uint8Array = ''): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

const codes = (problems: readonly { chemin: string; code: string }[]) =>
  problems.map(({ chemin, code }) => `${chemin} ${code}`);

it('takes the files of the six folders as they are, in the order of their paths', async () => {
  await put('templates/index.json', '{}');
  await put('assets/theme.css', '\uFEFFbody {}\r\n');
  await put('layout/theme.liquid', 'é𝄞');
  await put('sections/vide.liquid');
  const { files, unreadable, ignored } = await readThemeFolder(root);
  expect([...files]).toEqual([
    ['assets/theme.css', '\uFEFFbody {}\r\n'],
    ['layout/theme.liquid', 'é𝄞'],
    ['sections/vide.liquid', ''],
    ['templates/index.json', '{}'],
  ]);
  expect([unreadable, ignored]).toEqual([[], []]);
});

it('says nothing of what editors, systems and authors leave beside a theme', async () => {
  const left = ['theme.liquid~', '.theme.liquid.swp', '4913', '.DS_Store', '#theme.liquid#', 'theme.liquid.tmp.421'];
  for (const name of left) await put(`layout/${name}`, 'x');
  for (const path of ['README.md', 'package.json', 'vitrine.json', '.vitrine/etat.json', 'node_modules/a/b.liquid'])
    await put(path);
  await symlink('elsewhere', join(root, 'layout', '.#theme.liquid'));
  // A file that the service may have, too: were it passed over, it would pass for removed.
  await put('layout/theme.tmp.liquid', 'x');
  expect(await readThemeFolder(root)).toEqual({
    files: new Map([['layout/theme.tmp.liquid', 'x']]),
    unreadable: [],
    ignored: [],
  });
});

it('tells of files that lie in the wrong place', async () => {
  for (const path of ['theme.liquid', 'assets/logo.png', 'sections/a b.liquid', 'snippets/sous/a.liquid'])
    await put(path);
  await put('Templates/index.json');
  const { files, ignored } = await readThemeFolder(root);
  expect(files.size).toBe(0);
  expect(codes(ignored)).toEqual([
    'Templates hors_dossier',
    'assets/logo.png extension',
    'sections/a b.liquid nom',
    'snippets/sous hors_dossier',
    'theme.liquid hors_dossier',
  ]);
});

it('tells which files of the theme cannot be taken, and takes the others', async () => {
  await put('assets/bien.css', 'a'.repeat(524_288));
  await put('assets/binaire.css', Uint8Array.of(0xff, 0xfe));
  await put('assets/demi.css', Uint8Array.of(0xed, 0xa0, 0x80));
  await put('assets/nul.css', 'a\0');
  await put('assets/long.css', 'a'.repeat(524_289));
  await put('assets/enorme.css', Buffer.alloc(2_000_000));
  await mkdir(join(root, 'assets/dossier.css'));
  const { files, unreadable } = await readThemeFolder(root);
  expect([...files.keys()]).toEqual(['assets/bien.css']);
  expect(codes(unreadable)).toEqual([
    'assets/binaire.css texte_invalide',
    'assets/demi.css texte_invalide',
    'assets/dossier.css illisible',
    'assets/enorme.css fichier_trop_gros',
    'assets/long.css fichier_trop_gros',
    'assets/nul.css texte_invalide',
  ]);
});

it('follows no link, neither of a file nor of a folder', async () => {
  await put('config/a.json', '{}');
  await symlink('/etc/passwd', join(root, 'config/b.json'));
  await symlink(join(root, 'config'), join(root, 'templates'));
  const { files, unreadable } = await readThemeFolder(root);
  expect([...files.keys()]).toEqual(['config/a.json']);
  expect(codes(unreadable)).toEqual(['config/b.json lien', 'templates lien']);
  expect(await readThemeFile(root, 'config/b.json')).toMatchObject({ kind: 'unreadable', code: 'lien' });
});

it('says that a theme has too many files', async () => {
  for (let n = 0; n < 121; n++) await put(`snippets/a${n}.liquid`);
  const { files, unreadable } = await readThemeFolder(root);
  expect(files.size).toBe(120);
  expect(codes(unreadable)).toEqual([' trop_de_fichiers']);
});

it('never takes half a file that is being written', async () => {
  const whole = [1, 2, 3].map((n) => String(n).repeat(400_000));
  await put('assets/a.css', whole[0]);
  let isWriting = true;
  onTestFinished(() => {
    isWriting = false;
  });
  const writing = (async () => {
    for (let n = 0; isWriting; n++) {
      await put('a.tmp', whole[n % 3]);
      if (n % 2) await rename(join(root, 'a.tmp'), join(root, 'assets/a.css'));
      else await put('assets/a.css', whole[n % 3]);
      await sleep(10 * (n % 5));
    }
  })();
  const seen = new Set<string>();
  for (let n = 0; n < 5; n++) {
    const reading = await readThemeFile(root, 'assets/a.css');
    if (reading.kind === 'content') seen.add(reading.content);
  }
  isWriting = false;
  await writing;
  // A file is also still between its truncation and its first byte, and between two blocks: that is for those who watch it.
  for (const content of seen) expect(new Set(content).size).toBeLessThanOrEqual(1);
});

it('refuses a folder that is not there in a sentence', async () => {
  await expect(readThemeFolder(join(root, 'ailleurs'))).rejects.toThrow(CommandRefusal);
});

it('a folder is made with those above, and refused where none can be made', async () => {
  await makeFolder(join(root, 'a/b/c'));
  await makeFolder(join(root, 'a/b/c'));
  expect((await stat(join(root, 'a/b/c'))).isDirectory()).toBe(true);
  await expect(makeFolder('/proc/nix/a')).rejects.toMatchObject({ code: 'ENOENT' });
});
