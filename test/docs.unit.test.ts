import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { INPUTS, tableFor } from '../bench/scaling/sizing.ts';
import { TIME_LIMITS } from '../sandbox/limits.ts';

const text = await readFile('docs/architecture.md', 'utf8');

/** Names in backquotes that are paths from the top of the repository, or files of a folder that the same step names. */
const NAMED = [...text.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
const PATHS = NAMED.filter((name) => /^(engine|sandbox|src|concurrency|bench|test|catalog)\//.test(name));

it('docs/architecture.md names files and folders that exist', () => {
  expect(PATHS.length).toBeGreaterThan(40);
  expect(PATHS.filter((path) => !existsSync(path))).toEqual([]);
});

it('docs/architecture.md names files of the sandbox by their names only where they exist', () => {
  const bare = NAMED.filter((name) => /^[\w-]+\.ts$/.test(name) && name !== 'main.ts');
  const folders = ['sandbox/web-process', 'sandbox/render-process'];
  expect(bare.filter((name) => !folders.some((folder) => existsSync(`${folder}/${name}`)))).toEqual([]);
});

it('docs/architecture.md names methods that their files have', async () => {
  const named = [...text.matchAll(/`(#?\w+)` in `([\w./-]+\.ts)`/g)];
  expect(named.length).toBeGreaterThan(1);
  for (const [, name = '', path = ''] of named)
    expect(await readFile(path, 'utf8')).toMatch(new RegExp(`(?<![\\w#])${name}\\b`));
});

describe('the questions of docs/architecture.md', () => {
  const [, table = ''] = /\n## Where to look\n\n(.+?)\n### /s.exec(text) ?? [];
  const rows = [...table.matchAll(/^\| ([^|]+\?) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, ...cells]) => cells);

  it('are ten at least', () => expect(rows.length).toBeGreaterThanOrEqual(10));

  it.each(rows)('%s has one place to look at: %s', async (_question, place = '') => {
    const [, name, path = ''] = /^(?:`(#?\w+)` in )?`([\w./-]+)`$/.exec(place) ?? [];
    const [, heading] = /^\[([^\]]+)\]\(#[\w-]+\)$/.exec(place) ?? [];
    if (heading !== undefined) expect(text).toContain(`\n## ${heading}\n`);
    else expect(await readFile(path, 'utf8')).toMatch(new RegExp(`(?<![\\w#])${name ?? ''}`));
  });
});

it('docs/scaling.md has the table that its script makes of its inputs', async () => {
  const sizing = await readFile('docs/scaling.md', 'utf8');
  expect(sizing).toContain(`\n${tableFor(INPUTS)}\n`);
  const [, inputs = ''] = /## Inputs\n([^#]+)/.exec(sizing) ?? [];
  const listed = [...inputs.matchAll(/^\| ([a-z, ]+) \| ([\d., ]+) \|/gm)].flatMap(([, names = '', values = '']) => {
    const each = values.split(', ').map((value) => Number(value.replaceAll(',', '')));
    return names.split(', ').map((name, place) => [name, each[place]] as const);
  });
  expect(Object.fromEntries(listed.filter(([name]) => name !== 'name'))).toEqual(INPUTS);
});

it('README.md says how long a slice is', async () => {
  const slices = [...(await readFile('README.md', 'utf8')).matchAll(/slices\s+of\s+(\d+)\s+ms/g)];
  expect(slices.map(([, ms]) => Number(ms))).toEqual([TIME_LIMITS.sliceMs]);
});
