import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { CODES } from '../../engine/diagnose/codes.ts';
import { DIAGNOSTICS_AT_MOST } from '../../engine/diagnose/diagnose.ts';
import { diagnose, type ThemeFiles } from '../../engine/index.ts';
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

/** Codes whose example would be a file that nobody can read on the page. */
const WITHOUT_EXAMPLE = ['marque_passee', 'json_trop_profond', 'analyse_interrompue', 'autres_diagnostics'];

/** The files of a part of the page: blocks that name their path; null for a file that is `absent`. */
const filesIn = (part: string): Record<string, string | null> =>
  Object.fromEntries(
    [...part.matchAll(/^```\w+ (\S+\/\S+)( absent)?\n(.*?)^```$/gms)].map(([, path, absent, text]) => [
      path,
      absent ? null : text,
    ]),
  );

const [, examples = ''] = page.split('\n## The theme of the examples\n');
const [base = '', ...sections] = examples.split(/^(?=### )/m);
const BASE = filesIn(base);
for (const name of ['page', 'blog', 'article', '404'])
  BASE[`templates/${name}.json`] = BASE['templates/index.json'] ?? null;

/** The only file of the library that the site of the examples has. */
const PICTURE = '01890a5d-ac96-774b-bcce-b302099a8057';

/** The codes of what is found in the theme of the examples with these files laid over it. */
function codesWith(files: Record<string, string | null>): string[] {
  const laid = Object.entries({ ...BASE, ...files }).filter(([, text]) => text !== null);
  return diagnose(Object.fromEntries(laid) as ThemeFiles, undefined, [PICTURE]).map(({ code }) => code);
}

describe('docs/diagnostics.md has a section for each check, whose example the check finds', () => {
  it('nothing is to be said of the theme of the examples', () => expect(codesWith({})).toEqual([]));

  it('each code has one section', () => {
    const titles = sections.map((section) => /^### `(\w+)`\n/.exec(section)?.[1]);
    expect(titles.toSorted()).toEqual(Object.keys(CODES).toSorted());
  });

  it.each(sections.map((section) => [/`(\w+)`/.exec(section)?.[1] ?? '', section] as const))('%s', (code, section) => {
    const [wrong = '', mended] = section.split(/^Mended:$/m);
    expect(
      wrong
        .replace(/^```.*?^```$/gms, '')
        .split('\n')
        .slice(1)
        .join(''),
    ).toMatch(/\w+ \w+/);
    if (WITHOUT_EXAMPLE.includes(code)) return;
    expect(new Set(codesWith(filesIn(wrong)))).toEqual(new Set([code]));
    expect(Object.keys(filesIn(mended ?? ''))).not.toEqual([]);
    expect(codesWith(filesIn(mended ?? ''))).toEqual([]);
  });
});
