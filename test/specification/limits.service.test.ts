import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from '../support/program.ts';

/** A test for each row of the table "Limits" in the specification that a request can meet; those of a render stand in test/engine. */

let vitrine: TestProgram;
let tenant: Tenant;
beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
});
afterAll(() => vitrine.close());

const ask = (method: string, path: string, body?: unknown) => vitrine.ask({ method, path, key: tenant.key, body });
const outcome = async (asked: ReturnType<typeof ask>) => {
  const { status, json } = await asked;
  return [status, json().error];
};

const REQUIRED = {
  'layout/theme.liquid': '{{ content_for_layout }}',
  'templates/index.json': '{}',
  'config/settings_schema.json': '[]',
};
const importing = (more: object) =>
  ask('POST', '/api/themes/importer', {
    format: 'service-theme',
    format_version: 1,
    nom: 'T',
    fichiers: REQUIRED,
    ...more,
  });
const withFiles = (count: number) => ({
  ...REQUIRED,
  ...Object.fromEntries(Array.from({ length: count - 3 }, (_, n) => [`snippets/s${n}.liquid`, ''])),
});
const newTheme = async (fichiers: object = REQUIRED): Promise<string> => (await importing({ fichiers })).json().themeId;
const write = (themeId: string, chemin: string, contenu: string) =>
  ask('PUT', `/api/themes/${themeId}/fichiers`, { chemin, contenu });

const UNITS = 524_288;
const TOO_BIG = [400, 'fichier_trop_gros'];
const INVALID = [400, 'invalid_input'];
const TOO_MANY = [400, 'trop_de_fichiers'];

describe('Files per theme: 120', () => {
  it('creation of a file', async () => {
    const id = await newTheme(withFiles(119));
    expect(await outcome(write(id, 'assets/a.css', ''))).toEqual([200, undefined]);
    expect(await outcome(write(id, 'assets/b.css', ''))).toEqual(TOO_MANY);
    expect(await outcome(write(id, 'assets/a.css', 'encore'))).toEqual([200, undefined]);
  });

  it('import', async () => {
    expect(await outcome(importing({ fichiers: withFiles(120) }))).toEqual([201, undefined]);
    expect(await outcome(importing({ fichiers: withFiles(121) }))).toEqual(TOO_MANY);
  });

  it('duplicate', async () => {
    const id = await newTheme(withFiles(120));
    expect(await outcome(ask('POST', '/api/themes', { action: 'dupliquer', id }))).toEqual([201, undefined]);
  });
});

describe('File content: 524288 UTF-16 code units (not bytes)', () => {
  it.each([
    ['one byte', 'a'],
    ['three bytes', '€'],
    ['a surrogate pair, two units', '😀'],
  ])('write, characters of %s', async (_what, character) => {
    const id = await newTheme();
    const content = character.repeat(UNITS / character.length);
    expect(await outcome(write(id, 'assets/a.css', content))).toEqual([200, undefined]);
    expect(await outcome(write(id, 'assets/a.css', `${content}a`))).toEqual(INVALID);
  });

  it('import', async () => {
    const withContent = (content: string) => importing({ fichiers: { ...REQUIRED, 'assets/a.css': content } });
    expect(await outcome(withContent('€'.repeat(UNITS)))).toEqual([201, undefined]);
    expect(await outcome(withContent('€'.repeat(UNITS + 1)))).toEqual(TOO_BIG);
  });
});

it('Path length: 3 to 120 characters, on write', async () => {
  const id = await newTheme();
  const ofLength = (length: number) => `assets/${'a'.repeat(length - 'assets/.css'.length)}.css`;
  expect(await outcome(write(id, ofLength(120), ''))).toEqual([200, undefined]);
  expect(await outcome(write(id, ofLength(121), ''))).toEqual(INVALID);
  expect(await outcome(write(id, 'a/', ''))).toEqual(INVALID);
  // Long enough to be judged as a path.
  expect(await outcome(write(id, 'a/b', ''))).toEqual([400, 'hors_dossier']);
});

describe('Theme name: 1 to 80 characters, border spaces trimmed', () => {
  const names: [string, boolean][] = [
    ['', false],
    ['   ', false],
    ['n', true],
    [`  ${'n'.repeat(80)}  `, true],
    ['n'.repeat(81), false],
  ];
  it.each(names)('PATCH %j', async (nom, isAdmitted) => {
    const id = await newTheme();
    expect(await outcome(ask('PATCH', '/api/themes', { id, nom }))).toEqual(isAdmitted ? [200, undefined] : INVALID);
    const { themes } = (await ask('GET', '/api/themes')).json();
    const name = themes.find((theme: { id: string }) => theme.id === id).nom;
    expect(name).toBe(isAdmitted ? nom.trim() : 'T');
  });

  it.each(names)('import %j', async (nom, isAdmitted) => {
    expect(await outcome(importing({ nom }))).toEqual(isAdmitted ? [201, undefined] : [400, 'archive_invalide']);
  });
});

it('Theme version: up to 20 characters, import', async () => {
  expect(await outcome(importing({ version: 'v'.repeat(20) }))).toEqual([201, undefined]);
  expect(await outcome(importing({ version: 'v'.repeat(21) }))).toEqual([400, 'archive_invalide']);
});

it('Import origine: up to 40 characters, import and install', async () => {
  expect(await outcome(importing({ origine: 'o'.repeat(40) }))).toEqual([201, undefined]);
  expect(await outcome(importing({ origine: 'o'.repeat(41) }))).toEqual([400, 'archive_invalide']);
  const installing = (origine: string) => ask('POST', '/api/themes', { action: 'installer', origine });
  expect(await outcome(installing('o'.repeat(40)))).toEqual([400, 'theme_inconnu']);
  expect(await outcome(installing('o'.repeat(41)))).toEqual(INVALID);
  expect(await outcome(installing(''))).toEqual(INVALID);
});

it('Health memorisation: GET /api/sante is measured once in ten seconds', async () => {
  const [first, second] = [await ask('GET', '/api/sante'), await ask('GET', '/api/sante')];
  expect(second.json().mesureLe).toBe(first.json().mesureLe);
});
