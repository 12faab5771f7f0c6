import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { diagnose } from '../../../engine/diagnose/diagnose.ts';
import { ThemeDocuments } from '../../../engine/document/theme-documents.ts';
import type { ThemeDiagnostic } from '../../../engine/index.ts';
import type { ThemeFiles } from '../../../engine/types.ts';
import { Random } from '../../support/random.ts';
import { type Mistake, mistakesIn } from './mistakes.ts';

const CATALOG = new URL('../../../catalog/', import.meta.url);
const THEMES = ['aplomb', 'cadence', 'epure', 'forge', 'origo', 'piazza', 'scene', 'vela'];
const MISTAKES_A_THEME = 25;

const sentence = ({ chemin, code, message }: ThemeDiagnostic): string => `${chemin} ${code} ${message}`;

function readTheme(id: string): ThemeFiles {
  const files: Record<string, string> = {};
  for (const path of readdirSync(new URL(id, CATALOG), { recursive: true, encoding: 'utf8' })) {
    if (path.startsWith('assets/')) files[path] = '';
    else if (/\.(liquid|json)$/.test(path)) files[path] = readFileSync(new URL(`${id}/${path}`, CATALOG), 'utf8');
  }
  return files;
}

/** What is told of a theme with a mistake, and was not told without. */
function told(theme: ThemeDocuments, known: ReadonlySet<string>, { path, source }: Mistake): ThemeDiagnostic[] {
  return diagnose(theme.with(path, source)).filter((one) => !known.has(sentence(one)));
}

/** The themes of the catalog, and what is told of them. */
const CATALOG_THEMES = THEMES.map((id) => {
  const files = readTheme(id);
  const theme = ThemeDocuments.of(files);
  return { id, files, theme, known: diagnose(theme) };
});

it('the themes of the catalog have nothing that is told', () => {
  expect(CATALOG_THEMES.flatMap(({ id, known }) => known.map((one) => `${id}/${sentence(one)}`))).toEqual([]);
});

it('of 200 mistakes in the eight themes at least 85 % are told at their line', () => {
  const random = new Random(Number(process.env.SEED ?? 38));
  const missed: string[] = [];
  let count = 0;
  for (const { id, files, theme, known: diagnosed } of CATALOG_THEMES) {
    const known = new Set(diagnosed.map(sentence));
    for (const mistake of mistakesIn(files, MISTAKES_A_THEME, random)) {
      count++;
      const found = told(theme, known, mistake);
      const isFound = found.some(
        ({ chemin, ligne }) => chemin === mistake.path && (ligne === undefined || mistake.lines.includes(ligne)),
      );
      const where = found.map(({ chemin, ligne, code }) => `${chemin}:${ligne} ${code}`).join(', ');
      if (!isFound)
        missed.push(
          `${mistake.kind}: ${id}/${mistake.path}:${mistake.lines.join()} ${mistake.before} → ${mistake.after} (${where})`,
        );
    }
  }
  expect(count).toBe(THEMES.length * MISTAKES_A_THEME);
  expect(missed.length, missed.sort().join('\n')).toBeLessThanOrEqual(count * 0.15);
});
