import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { Citations, headingsOf, textsOfRepository } from './support/citations.ts';

const paths = await textsOfRepository();
const citations = new Citations(paths);

it('every page, heading and file that the repository cites is there', async () => {
  const found = await Promise.all(
    paths.map(async (path) => {
      const complaints = await citations.complaints(path, await readFile(path, 'utf8'));
      return complaints.map((complaint) => `${path}: ${complaint}`);
    }),
  );
  expect(paths.length).toBeGreaterThan(1000);
  expect(found.flat()).toEqual([]);
});

describe('what leads nowhere is found', () => {
  it.each([
    ['a page', 'src/a.ts', '/** Why (docs/nulle-part.md). */'],
    ['a heading', 'src/a.ts', '/** Why (docs/operations.md, Nulle part). */'],
    ['a heading over two lines', 'src/a.ts', '/**\n * Why (docs/operations.md,\n * Nulle part).\n */'],
    ['a heading of which only the beginning is there', 'src/a.ts', '// docs/testing.md, Citationslike'],
    ['a rule that is not there', 'src/a.ts', '/** docs/rules.md, Rule 15 */'],
    ['the second of two rules', 'src/a.ts', '/** docs/rules.md, Rule 1 and Rule 15 */'],
    ['a rule by its number alone', 'src/a.ts', '/** As rule 8 says. */'],
    ['a rule in the title of a test', 'test/a.ts', "it('rule 8: asset_url', () => {})"],
    ['a document elsewhere', 'src/a.ts', '/** The specification wants it. */'],
    ['one of several decisions', 'src/a.ts', '/** Why (decisions, Start). */'],
    ['a number of an issue', 'src/a.ts', '// As issue 12 wants.'],
    ['a file', 'src/a.ts', '/** Limits stand in engine/nowhere.ts. */'],
    ['a file by its name alone', 'src/a.ts', '/** Limits stand in nowhere.ts. */'],
    ['an anchor', 'deploy/a.yml', 'runbook: file:///opt/vitrine/docs/operations.md#nowhere'],
    ['a link', 'docs/a.md', 'See [there](nowhere.md).'],
    ['a link to a heading', 'docs/a.md', 'See [there](operations.md#nowhere).'],
  ])('%s', async (_what, path, text) => {
    expect(await citations.complaints(path, text)).not.toEqual([]);
  });

  it.each([
    ['a page with a heading', 'src/a.ts', '/** Why (docs/operations.md, Backup\n * and restore; there). */'],
    ['rules', 'src/a.ts', '/** docs/rules.md, Rule 3 and Rule 4: values. */'],
    ['a page without a heading', 'src/a.ts', '// docs/operations.md, which operators read'],
    ['code', 'src/a.ts', 'const specification = rule(8); // of Vitest'],
    [
      'a link',
      'docs/a.md',
      'See [there](operations.md#backup-and-restore), [Rule 8](rules.md#rule-8-addresses-of-theme-files).',
    ],
  ])('and not %s', async (_what, path, text) => {
    expect(await citations.complaints(path, text)).toEqual([]);
  });
});

describe('docs/decisions', () => {
  it('each page says where it came from, and has the three headings', async () => {
    const index = await readFile('docs/decisions/README.md', 'utf8');
    const pages = (await readdir('docs/decisions')).filter((name) => name !== 'README.md');
    expect(pages.length).toBeGreaterThan(20);
    for (const name of pages) {
      const page = await readFile(`docs/decisions/${name}`, 'utf8');
      const [title, ...headings] = headingsOf(page);
      expect(headings.slice(0, 3), name).toEqual(['Context', 'Decision', 'Consequences']);
      expect(page, name).toMatch(/\n\nFrom: \S/);
      expect(index).toContain(`- [${title}](${name})\n`);
    }
  });
});

it('docs/rules.md has the rules 1 to 14, each once', async () => {
  const numbers = headingsOf(await readFile('docs/rules.md', 'utf8')).flatMap(
    (heading) => /^Rule (\d+): ./.exec(heading)?.[1] ?? [],
  );
  expect(numbers).toEqual(Array.from({ length: 14 }, (_, index) => String(index + 1)));
});
