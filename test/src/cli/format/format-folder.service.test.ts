import { chmod, lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CommandRefusal } from '../../../../src/cli/command-refusal.ts';
import type { Context } from '../../../../src/cli/commands/context.ts';
import { formatFolder } from '../../../../src/cli/format/format-folder.ts';
import { emptyRecord, recordingTerminal } from '../../../support/recording-terminal.ts';
import { type ThemeOnDisk, themeOnDisk } from '../../../support/theme-on-disk.ts';

let theme: ThemeOnDisk;
beforeEach(async () => {
  theme = await themeOnDisk();
  await theme.write('layout/theme.liquid', '<html><body>{{content_for_layout}}</body></html>');
  await theme.write('templates/index.json', '{"sections":{},\n"order":[]}');
  await theme.write('sections/clos.liquid', '<p>\n  {{ page.titre }}\n</p>\n');
  await theme.write('assets/theme.css', 'a{b:c}');
});
afterEach(() => theme.remove());

const read = (path: string) => readFile(join(theme.root, path), 'utf8');

async function formatted(options: Parameters<typeof formatFolder>[2] = {}) {
  const record = emptyRecord();
  const signal = new AbortController().signal;
  const context: Context = { terminal: recordingTerminal(record), environment: {}, workingFolder: theme.root, signal };
  const refusal = await formatFolder(context, '.', options).then(
    () => null,
    (error) => error as CommandRefusal,
  );
  return { refusal, said: record.lines.join('\n') };
}

it('writes what changes, keeps the mode of a file, and then has nothing to do', async () => {
  const { ino } = await lstat(join(theme.root, 'sections/clos.liquid'));
  await chmod(join(theme.root, 'templates/index.json'), 0o600);
  const { refusal, said } = await formatted();
  expect([refusal, said]).toEqual([null, expect.stringContaining('3 fichiers : 2 mis en forme.')]);
  expect(await read('templates/index.json')).toBe('{ "sections": {}, "order": [] }\n');
  expect(await read('layout/theme.liquid')).toContain('    {{ content_for_layout }}\n');
  expect(await read('assets/theme.css')).toBe('a{b:c}');
  expect((await lstat(join(theme.root, 'templates/index.json'))).mode & 0o777).toBe(0o600);
  expect((await lstat(join(theme.root, 'sections/clos.liquid'))).ino).toBe(ino);
  expect((await formatted()).said).toContain('3 fichiers : rien à changer.');
  expect(await readdir(theme.root)).toEqual(['assets', 'layout', 'sections', 'templates']);
});

it('changes nothing with --verifier, and refuses where a file would change', async () => {
  const before = await read('layout/theme.liquid');
  const { refusal, said } = await formatted({ verifier: true });
  expect(refusal).toMatchObject({ code: 'mise_en_forme', exit: 1 });
  expect(refusal?.details).toMatchObject({ formates: ['layout/theme.liquid', 'templates/index.json'], laisses: [] });
  expect(said).toContain('≠ layout/theme.liquid');
  expect(await read('layout/theme.liquid')).toBe(before);
});

it('leaves a file with a mistake as it is and names the place; the others are written', async () => {
  await theme.write('sections/faux.liquid', '<p>\n{% if a %}</p>');
  const { refusal, said } = await formatted();
  expect(refusal).toMatchObject({ code: 'syntaxe', exit: 1 });
  expect(said).toContain('sections/faux.liquid:2:1: erreur : La balise {% if %} n’est jamais fermée. [syntaxe]');
  expect(await read('sections/faux.liquid')).toBe('<p>\n{% if a %}</p>');
  expect(await read('templates/index.json')).toBe('{ "sections": {}, "order": [] }\n');
});

it('asks nothing of a file that it does not lay out, and names one that it cannot read', async () => {
  await theme.write('assets/dessin.svg', Uint8Array.of(0xff));
  expect((await formatted()).refusal).toBeNull();
  await theme.write('snippets/binaire.liquid', Uint8Array.of(0xff));
  const { refusal } = await formatted();
  expect(refusal?.details).toMatchObject({ laisses: [{ chemin: 'snippets/binaire.liquid', code: 'texte_invalide' }] });
});

it('says which file it leaves because its page would change, and is done', async () => {
  await theme.write('snippets/ouvert.liquid', '</div><p>a');
  const { refusal, said } = await formatted();
  expect(refusal).toBeNull();
  expect(said).toContain('snippets/ouvert.liquid: avertissement : La mise en forme changerait');
  expect(await read('snippets/ouvert.liquid')).toBe('</div><p>a');
});
