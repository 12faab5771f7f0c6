import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { CODES } from '../../engine/diagnose/codes.ts';
import { DIAGNOSTICS_AT_MOST } from '../../engine/diagnose/diagnose.ts';
import { SETTING_TYPES } from '../../engine/language/setting-types.ts';
import { DIAGNOSED_BYTES } from '../../sandbox/limits.ts';

const page = await readFile(new URL('../../docs/diagnostics.md', import.meta.url), 'utf8');

it('docs/diagnostics.md lists every code with its gravity and sentence', () => {
  const listed = [...page.matchAll(/^\| `(\w+)` \| (erreur|avertissement) \| (.*) \|$/gm)].map((row) => row.slice(1));
  expect(listed).toEqual(Object.entries(CODES).map(([code, { gravite, message }]) => [code, gravite, message]));
});

it('docs/diagnostics.md tells the limits, and every type of setting', () => {
  expect(page).toContain(`At most ${DIAGNOSTICS_AT_MOST} are returned`);
  expect(page).toContain(`longer than ${DIAGNOSED_BYTES / 1024 / 1024} MiB`);
  const [, types = ''] = page.split('## Values that fit');
  expect([...types.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(
    expect.arrayContaining([...SETTING_TYPES.keys()]),
  );
});
