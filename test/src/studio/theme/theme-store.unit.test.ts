import { expect, it } from 'vitest';
import { ThemeStore } from '../../../../src/studio/theme/theme-store.ts';
import { MemoryPlatform } from '../memory-platform.ts';

const FILES = new Map(Array.from({ length: 20 }, (_, n) => [`snippets/${n}.liquid`, `texte ${n}`]));

it('many texts are read from the archive of the theme, and what was written since singly', async () => {
  const platform = new MemoryPlatform(FILES);
  const store = new ThemeStore(platform, 't', 'brouillon');
  await store.refresh();
  platform.files.set('snippets/7.liquid', 'neuf');
  await Promise.all([store.readAll(), store.readAll((path) => path.endsWith('1.liquid'))]);
  expect(store.known('snippets/7.liquid')?.text).toBe('neuf');
  expect(store.entries.map(({ chemin }) => store.known(chemin)?.text)).toEqual([...platform.files.values()]);
  const singly = platform.readings.filter((read) => read.startsWith('snippets/'));
  expect([platform.readings.filter((read) => read.endsWith('/export?lecture')), new Set(singly)]).toEqual([
    ['/api/themes/t/export?lecture'],
    new Set(['snippets/7.liquid', 'snippets/1.liquid', 'snippets/11.liquid']),
  ]);
});

it('the texts of a long theme are read singly', async () => {
  const platform = new MemoryPlatform(new Map([...FILES].map(([path]) => [path, 'x'.repeat(300_000)])));
  const store = new ThemeStore(platform, 't', 'brouillon');
  await store.refresh();
  await store.readAll();
  expect(platform.readings.filter((read) => read.endsWith('/export?lecture'))).toEqual([]);
  expect(store.entries.every(({ chemin }) => store.known(chemin))).toBe(true);
});
