import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { ThemeFiles } from '../../engine/index.ts';
import { type Renderer, type RendererOptions, sourcesOf } from '../../sandbox/index.ts';
import { sourceFiles } from '../../sandbox/web-process/code/code-key.ts';
import { CONTENT, REQUEST, themeFiles } from '../engine/support.ts';
import { freshDataDir } from '../support/data-dir.ts';
import { startTestRenderer } from '../support/renderer.ts';
import { until } from '../support/until.ts';

const FILES = themeFiles("bonjour {% render 'k' %}", { 'snippets/k.liquid': 'Chez Léa' });
const PAGE = 'bonjour Chez Léa';

const POISON = 'vitrine.unit(() => ({ run: () => "poisoned" }))';

let codeFolder: string;
beforeEach(async () => {
  codeFolder = await freshDataDir();
});

async function withRenderer<T>(options: Partial<RendererOptions>, use: (renderer: Renderer) => Promise<T>): Promise<T> {
  const renderer = await startTestRenderer({ codeFolder, workers: 1, ...options });
  return use(renderer).finally(() => renderer.close());
}

/** @param code how the files of the theme's code are read */
async function pageOf(renderer: Renderer, files: ThemeFiles, code = sourcesOf('1', files).code): Promise<string> {
  const outcome = await renderer.render(
    { theme: { id: 't', version: '1' }, content: { id: 't', version: '1' }, request: REQUEST },
    { ...sourcesOf('1', files), code, content: async () => ({ version: '1', values: CONTENT }) },
  );
  return outcome.outcome === 'page' ? outcome.body.bytes().toString('utf8') : outcome.outcome;
}

const unreadable = () => Promise.reject(new Error('nobody should have read the code'));

async function keptUnits(): Promise<string[]> {
  const names = (await readdir(codeFolder, { recursive: true })).map((name) => join(codeFolder, name));
  const files = await Promise.all(names.map(async (name) => ((await stat(name)).isFile() ? [name] : [])));
  return files.flat();
}

const areKept = (files: ThemeFiles) =>
  until('the code of each file is kept', async () => expect(await keptUnits()).toHaveLength(sourceFiles(files).length));

it('a page after a restart needs no file of the code, and what is damaged is made again, and right', async () => {
  expect(await withRenderer({}, (renderer) => pageOf(renderer, FILES))).toBe(PAGE);
  await areKept(FILES);
  expect(await withRenderer({}, (renderer) => pageOf(renderer, FILES, unreadable))).toBe(PAGE);
  for (const path of await keptUnits()) await writeFile(path, POISON);
  expect(await withRenderer({}, (renderer) => pageOf(renderer, FILES))).toBe(PAGE);
  const contents = async () =>
    Promise.all((await keptUnits()).map((path) => readFile(path, 'latin1').catch(() => POISON)));
  await until('the poison is replaced', async () => expect((await contents()).includes(POISON)).toBe(false));
  expect(await withRenderer({}, (renderer) => pageOf(renderer, FILES, unreadable))).toBe(PAGE);
});

it('the code of our own themes is made before it is asked for, and a changed file costs that file', async () => {
  const changed = { ...FILES, 'snippets/k.liquid': 'autre' };
  await withRenderer({ ownThemes: [FILES] }, async (renderer) => {
    await areKept(FILES);
    expect(await pageOf(renderer, FILES, unreadable)).toBe(PAGE);
    let read: readonly string[] = [];
    const noting = (keys: readonly string[]) => {
      read = keys;
      return sourcesOf('2', changed).code(keys);
    };
    const outcome = await renderer.render(
      { theme: { id: 't', version: '2' }, content: { id: 't', version: '1' }, request: REQUEST },
      { ...sourcesOf('2', changed), code: noting, content: async () => ({ version: '1', values: CONTENT }) },
    );
    expect(outcome.outcome).toBe('page');
    expect(
      sourceFiles(changed)
        .filter(({ key }) => read.includes(key))
        .map(({ path }) => path),
    ).toEqual(['snippets/k.liquid']);
  });
});
