import { expect, it } from 'vitest';
import type { ThemeFiles } from '../../engine/index.ts';
import { sourcesOf } from '../../sandbox/index.ts';
import { SHARED_DATA_UNITS } from '../../sandbox/limits.ts';
import { ThemeSupply } from '../../sandbox/web-process/code/theme-supply.ts';
import { UnitCache } from '../../sandbox/web-process/code/unit-cache.ts';
import { CONTENT, REQUEST } from '../engine/support.ts';

const SHIPPED: ThemeFiles = { 'layout/theme.liquid': '{{ content_for_layout }}', 'templates/index.json': '{}' };
const VERSIONS = { theme: { id: 'thème', version: '1' }, content: { id: 'site', version: '1' } };

const sources = (files: ThemeFiles, version = '1') => ({
  ...sourcesOf(version, files),
  content: async () => ({ version: '1', values: CONTENT }),
});

async function supply() {
  const made = new ThemeSupply(new UnitCache(null), async (_theme, files) => files.map(() => new Uint8Array(1)));
  await made.prepare([SHIPPED]);
  return made;
}

it.each([
  ['code that is shipped, whatever its data', { 'templates/index.json': '{"a":1}' }, true],
  ['code that differs by one byte', { 'layout/theme.liquid': '{{ content_for_layout }} ' }, false],
  ['a file of code more', { 'snippets/a.liquid': '' }, false],
  ['more data than sites have', { 'templates/index.json': 'a'.repeat(SHARED_DATA_UNITS) }, false],
])('a theme with %s', async (_what, files, isShipped) => {
  expect(await (await supply()).isShipped(VERSIONS, sources({ ...SHIPPED, ...files }))).toBe(isShipped);
});

it.each([
  ['the version that was asked for may share an isolate', '1', true],
  ['a newer version has an isolate of its own', '2', false],
])('%s', async (_what, version, mayShareIsolate) => {
  const theme = { ...VERSIONS.theme, mayShareIsolate: true };
  const task = {
    kind: 'render',
    theme,
    content: VERSIONS.content,
    request: REQUEST,
    timeMs: 1,
    isSlice: true,
  } as const;
  const lacking = { theme: true, content: true };
  const added = await (await supply()).addTo(task, lacking, VERSIONS, sources(SHIPPED, version));
  expect(added.theme).toMatchObject({ version, mayShareIsolate });
});
