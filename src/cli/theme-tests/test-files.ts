/** Reads the tests of a theme: `tests/*.json` beside its folders. They may be a stranger's, as the theme may be. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Renderer } from '../../../sandbox/index.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { type JsonPlace, placeInJson, placeOfIssue, sentenceOfIssue } from '../json-place.ts';
import { outside } from '../outside.ts';
import { Sample } from '../preview/sample/sample-schema.ts';
import { readThemeFile } from '../workspace/theme-file.ts';
import { looked } from '../workspace/whole-file.ts';
import { Expectation } from './expectations.ts';
import { type Finding, withoutPoint } from './findings.ts';
import { PRESENT } from './stage.ts';

/** The folder of the tests, beside those of the theme. It is no part of the theme. */
export const TESTS = 'tests';

/** Files with tests, and tests in all. */
const FILES = 200;
const TESTS_IN_ALL = 2_000;
/** Tests of one file, expectations of one test. */
const PER_FILE = 500;
const PER_TEST = 200;

/** A test is called as a file can be: its kept HTML has its name. */
const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/,
    'un nom a des lettres sans accent, des chiffres, « . », « - » et « _ », 80 au plus',
  );

/** How deep the value of a setting may be: an image is an object, deeper values mean nothing. */
const DEPTH = 8;

const isShallow = (value: unknown, left = DEPTH): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (left > 0 && Object.values(value).every((inner) => isShallow(inner, left - 1)));

const values = z
  .record(z.string().max(200), z.unknown())
  .refine((given) => isShallow(given), 'des valeurs s’y imbriquent trop profondément');
const block = z.strictObject({ type: z.string().min(1).max(200), reglages: values.default({}) });

/** What all tests of a file have, unless one says otherwise. */
const COMMON = {
  contenu: Sample.optional(),
  maintenant: z.iso.datetime({ offset: true, error: 'un instant, comme « 2026-06-01T12:00:00Z »' }).optional(),
  reglages_theme: values.optional(),
};

const Test = z
  .strictObject({
    nom: name,
    page: z.string().max(2_000).startsWith('/', 'une adresse du site, qui commence par « / »').optional(),
    section: z.string().min(1).max(200).optional(),
    reglages: values.optional(),
    blocs: z.array(block).max(200).optional(),
    garder: z.boolean().optional(),
    attendu: z.array(Expectation).max(PER_TEST).optional(),
    ...COMMON,
  })
  .superRefine(({ page, section, reglages, blocs }, context) => {
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: key === '' ? [] : [key], message });
    if (page === undefined && section === undefined) refuse('', 'un test nomme une « page » ou une « section »');
    if (section !== undefined) return;
    if (reglages !== undefined) refuse('reglages', '« reglages » va avec « section »');
    if (blocs !== undefined) refuse('blocs', '« blocs » va avec « section »');
  });

const TestList = z.array(Test).max(PER_FILE);
const TestFile = z.strictObject({ ...COMMON, tests: TestList });

/** A test, with what its file says of all. */
export interface ThemeTest extends z.output<typeof Test> {
  /** Its file, relative to the theme's folder. */
  readonly chemin: string;
  /** The present, milliseconds since 1970. */
  readonly present: number;
  /** Whether its HTML is kept and compared. */
  readonly isKept: boolean;
  /** Where something of it stands. @param path from the test on */
  readonly at: (...path: (string | number)[]) => JsonPlace;
}

export interface TestsRead {
  readonly tests: readonly ThemeTest[];
  /** What is wrong with the files themselves: tests of these are not run. */
  readonly refused: readonly Finding[];
  /** Names of the files with kept HTML. */
  readonly kept: readonly string[];
}

/**
 * Reads all tests of a theme.
 * @param root its folder
 * @throws CommandRefusal when `tests` is no folder, or cannot be listed
 */
export async function readTests(analysis: Pick<Renderer, 'check'>, root: string): Promise<TestsRead> {
  const names = await namesIn(root);
  const files = names.filter((one) => one.endsWith('.json'));
  const tests: ThemeTest[] = [];
  const refused: Finding[] = [];
  if (files.length > FILES)
    refused.push(failure(TESTS, `${FILES} fichiers de tests au plus : les autres ne sont pas lus`));
  for (const file of files.slice(0, FILES)) {
    const read = await readTestFile(analysis, root, `${TESTS}/${file}`);
    tests.push(...read.tests);
    refused.push(...read.refused);
  }
  if (tests.length > TESTS_IN_ALL)
    refused.push(failure(TESTS, `${TESTS_IN_ALL} tests au plus : les autres ne sont pas faits`));
  const { own, doubles } = withOwnNames(tests.slice(0, TESTS_IN_ALL));
  return { tests: own, refused: [...refused, ...doubles], kept: names.filter((one) => one.endsWith('.html')) };
}

async function namesIn(root: string): Promise<string[]> {
  const folder = join(root, TESTS);
  const present = await looked(folder);
  if (present === null) return [];
  if (!present.isDirectory()) throw new CommandRefusal(`${folder} n’est pas un dossier.`, { code: 'pas_un_dossier' });
  return (await outside.readdir(folder)).filter((one) => !one.startsWith('.')).sort();
}

async function readTestFile(
  analysis: Pick<Renderer, 'check'>,
  root: string,
  chemin: string,
): Promise<Pick<TestsRead, 'tests' | 'refused'>> {
  const only = (finding: Finding) => ({ tests: [], refused: [finding] });
  const reading = await readThemeFile(root, chemin);
  if (reading.kind === 'absent') return { tests: [], refused: [] };
  if (reading.kind === 'unreadable') return only(failure(chemin, withoutPoint(reading.message)));
  const text = reading.content;
  const mistake = await analysis.check(TESTS, 'config/tests.json', text);
  if (mistake) {
    const { ligne, colonne, message } = mistake;
    return only({
      ...failure(chemin, withoutPoint(message)),
      ...(ligne !== undefined && { ligne, colonne: colonne ?? 1 }),
    });
  }
  const value: unknown = JSON.parse(text);
  const isList = Array.isArray(value);
  const judged = TestFile.safeParse(isList ? { tests: value } : value, { error: z.locales.fr().localeError });
  if (!judged.success) {
    const issues = ownIssues(judged.error.issues).map((issue) =>
      isList ? { ...issue, path: issue.path.slice(1) } : issue,
    );
    return {
      tests: [],
      refused: issues.map((issue) => ({
        ...failure(chemin, withoutPoint(sentenceOfIssue(issue, 'le fichier'))),
        ...placeOfIssue(issue, text),
      })),
    };
  }
  const { tests, ...common } = judged.data;
  const above = isList ? [] : ['tests'];
  return {
    refused: [],
    tests: tests.map((one, place): ThemeTest => {
      const test = { ...common, ...definedIn(one) };
      const { maintenant, garder, attendu } = test;
      return {
        ...test,
        chemin,
        present: maintenant === undefined ? PRESENT : Date.parse(maintenant),
        isKept: garder ?? attendu === undefined,
        at: (...path) => placeInJson(text, [...above, place, ...path]),
      };
    }),
  };
}

/** Without what is only said because a key is written in another way. */
function ownIssues(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const misspelt = new Set(issues.flatMap(({ code, path }) => (code === 'unrecognized_keys' ? [path.join('.')] : [])));
  return issues.filter(({ code, path }) => code !== 'custom' || !misspelt.has(path.join('.')));
}

/** A key without a value must not hide that of the file. */
const definedIn = <T extends object>(test: T): T =>
  Object.fromEntries(Object.entries(test).filter(([, value]) => value !== undefined)) as T;

/** Tests whose names differ on every system; some do not tell capitals from small letters. */
function withOwnNames(tests: readonly ThemeTest[]): { own: ThemeTest[]; doubles: Finding[] } {
  const own = new Map<string, ThemeTest>();
  const doubles: Finding[] = [];
  for (const test of tests) {
    const key = test.nom.toLowerCase();
    const first = own.get(key);
    if (first)
      doubles.push({
        ...failure(test.chemin, `« ${test.nom} » est déjà le nom d’un test de ${first.chemin}`),
        ...test.at('nom'),
      });
    else own.set(key, test);
  }
  return { own: [...own.values()], doubles };
}

const failure = (chemin: string, message: string): Finding => ({ gravite: 'echec', chemin, message });
