import { describe, expect, it } from 'vitest';
import { REQUIRED_FILES } from '../../../engine/language/paths.ts';
import { Refusal } from '../../../src/errors.ts';
import { readArchive } from '../../../src/themes/import/read-archive.ts';
import { MINIMAL_THEME } from '../../support/program.ts';
import { ARCHIVE, type ArchiveBody, archive, FAULTS } from './archives.ts';

function codeOf(body: unknown): string | null {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  try {
    readArchive(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code;
  }
}
const read = (body: unknown) => readArchive(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
const spoilt = (...spoils: ((body: ArchiveBody) => void)[]) => {
  const body = archive();
  for (const spoil of spoils) spoil(body);
  return body;
};

describe('a faulty archive is refused with its code', () => {
  it('a right archive is taken', () => {
    expect(read(ARCHIVE)).toEqual({ name: 'Essai', version: '2.1.0', files: MINIMAL_THEME });
  });

  it.each(FAULTS)('$code: $what', ({ code, spoil }) => {
    expect(codeOf(spoilt(spoil))).toBe(code);
  });

  it.each(REQUIRED_FILES)('fichier_requis_manquant: %s', (path) => {
    const body = archive();
    delete body.fichiers[path];
    expect(codeOf(body)).toBe('fichier_requis_manquant');
  });
});

describe('of two faults the first in the order of judgement is told', () => {
  const pairs = FAULTS.flatMap((first, index) => FAULTS.slice(index + 1).map((second) => ({ first, second })))
    // There is no archive that has no entry and one that is wrong.
    .filter(({ first, second }) => !isAboutEntries(first.what) || second.what !== 'no entry')
    .filter(({ first, second }) => first.what !== 'no entry' || !isAboutEntries(second.what));

  it.each(pairs)('$first.what before $second.what', ({ first, second }) => {
    expect(codeOf(spoilt(first.spoil, second.spoil))).toBe(first.code);
    expect(codeOf(spoilt(second.spoil, first.spoil))).toBe(first.code);
  });

  it('chemin_invalide and fichier_trop_gros: the first file in path order', () => {
    const [long, wrong] = ['a'.repeat(524_289), ''];
    expect(codeOf({ ...ARCHIVE, fichiers: { ...MINIMAL_THEME, 'z/a.css': wrong, 'assets/a.css': long } })).toBe(
      'fichier_trop_gros',
    );
    expect(codeOf({ ...ARCHIVE, fichiers: { ...MINIMAL_THEME, 'assets/b.css': long, 'assets/a.js': wrong } })).toBe(
      'chemin_invalide',
    );
    expect(codeOf({ ...ARCHIVE, fichiers: { ...MINIMAL_THEME, 'assets/a.js': long } })).toBe('chemin_invalide');
  });
});

const isAboutEntries = (what: string) => / entr|value that|cannot be stored/.test(what) && what !== 'no entry';

describe('the head', () => {
  const withField = (field: string, value: unknown) => codeOf({ ...ARCHIVE, [field]: value });

  it.each([
    ['format', 'autre'],
    ['format', null],
    ['format_version', '1'],
    ['format_version', 1.5],
    ['nom', ''],
    ['nom', ' \n '],
    ['nom', 'x'.repeat(81)],
    ['nom', '😀'.repeat(81)],
    ['nom', ['a']],
    ['version', null],
    ['version', 'x'.repeat(21)],
    ['origine', 'x'.repeat(41)],
    ['origine', 3],
    ['fichiers', null],
    ['fichiers', []],
    ['fichiers', ['a']],
    ['fichiers', 'a'],
    ['fichiers', undefined],
  ])('%s %j: archive_invalide', (field, value) => {
    expect(withField(field, value)).toBe('archive_invalide');
  });

  it.each([
    ['format_version', 1],
    ['nom', `  ${'😀'.repeat(80)}  `],
    ['version', ''],
    ['version', '😀'.repeat(20)],
    ['version', undefined],
    ['origine', null],
    ['origine', undefined],
    ['origine', ''],
    ['exporte_le', { de: 'trop' }],
    ['inconnu', [[], {}]],
  ])('%s %j is taken', (field, value) => {
    expect(withField(field, value)).toBeNull();
  });

  it('the name is trimmed, a version that is absent is 1.0.0, an empty one stays', () => {
    expect(read({ ...ARCHIVE, nom: '  A b\t' }).name).toBe('A b');
    expect(read({ ...ARCHIVE, version: undefined }).version).toBe('1.0.0');
    expect(read({ ...ARCHIVE, version: '' }).version).toBe('');
  });

  it.each(['[]', 'null', '3', '"a"', 'true'])('%s is no export of this service: archive_invalide', (body) => {
    expect(codeOf(body)).toBe('archive_invalide');
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a":}',
    'undefined',
    `${JSON.stringify(ARCHIVE)},`,
  ])('%j cannot be read: invalid_input', (body) => {
    expect(codeOf(body)).toBe('invalid_input');
  });

  it('bytes that are no UTF-8 cannot be read: invalid_input', () => {
    const text = JSON.stringify(archive()).replace('bonjour', 'bonj\u00ffur');
    expect(codeOf(Buffer.from(text, 'latin1'))).toBe('invalid_input');
    expect(codeOf(Buffer.from(text, 'utf8'))).toBeNull();
  });
});

describe('text that cannot be stored: invalid_input', () => {
  const json = JSON.stringify(ARCHIVE);
  it.each([
    ['U+0000 in the name', '"Essai"', '"a\\u0000b"'],
    ['a lone surrogate in the name', '"Essai"', '"\\ud800"'],
    ['U+0000 in the version', '"2.1.0"', '"\\u0000"'],
    ['a lone surrogate in the version', '"2.1.0"', '"\\udc00"'],
    ['U+0000 in a content', '"bonjour"', '"\\u0000"'],
    ['a lone surrogate in a content', '"bonjour"', '"a\\ud83d"'],
    ['U+0000 in a path', 'sections/texte', 'sections/te\\u0000xte'],
    ['a lone surrogate in a path', 'sections/texte', 'sections/\\udfff'],
  ])('%s', (_what, from, to) => {
    expect(json).toContain(from);
    expect(codeOf(json.replace(from, to))).toBe('invalid_input');
  });

  it('a pair of surrogates written as escapes is a character', () => {
    expect(read(json.replace('"bonjour"', '"\\ud83d\\ude00"')).files['sections/texte.liquid']).toBe('😀');
  });
});

describe('keys are paths, whatever they are called', () => {
  const withKey = (key: string) =>
    JSON.stringify(ARCHIVE).replace('"fichiers":{', `"fichiers":{${JSON.stringify(key)}:"",`);

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'length',
    '0',
    '',
    '/',
    'a',
    'assets/.css',
    'assets/a.CSS',
    'assets\\a.css',
    `assets/${'a'.repeat(110)}.css`,
    'assets/é.css',
  ])('%j: chemin_invalide', (key) => {
    expect(codeOf(withKey(key))).toBe('chemin_invalide');
  });

  it('an object as __proto__ is a value that is no string: archive_invalide', () => {
    expect(codeOf(JSON.stringify(ARCHIVE).replace('"fichiers":{', '"fichiers":{"__proto__":{},'))).toBe(
      'archive_invalide',
    );
  });

  it('ten thousand files: trop_de_fichiers; more than a million marks: archive_invalide', () => {
    const many = (count: number) => {
      const fichiers = Object.fromEntries(Array.from({ length: count }, (_, n) => [`assets/${n}.css`, '']));
      return codeOf({ ...ARCHIVE, fichiers });
    };
    expect(many(10_000)).toBe('trop_de_fichiers');
    expect(many(500_001)).toBe('archive_invalide');
  });

  it('fields that stand in __proto__ are none of the archive’s', () => {
    expect(codeOf(`{"__proto__":${JSON.stringify(ARCHIVE)}}`)).toBe('archive_invalide');
  });

  it.each([
    ['a file', '"sections/texte.liquid":', '"sections/texte.liquid":"perdu","sections/texte.liquid":'],
    [
      'a file, written otherwise',
      '"sections/texte.liquid":',
      '"sections/\\u0074exte.liquid":"perdu","sections/texte.liquid":',
    ],
    ['a field', '"nom":', '"nom":"perdu","nom":'],
    ['the files', '"fichiers":', '"fichiers":{"assets/a.css":""},"fichiers":'],
    ['the files, written otherwise', '"fichiers":', '"fich\\u0069ers":{"assets/a.css":""},"fichiers":'],
  ])('%s twice: archive_invalide', (_what, from, to) => {
    const json = JSON.stringify(ARCHIVE);
    expect(json).toContain(from);
    expect(codeOf(json.replace(from, to))).toBe('archive_invalide');
  });

  it('colons, braces and quotes inside of texts are no members', () => {
    const content = '{"a":[1,"b\\\\\\"":{}]}:::"\\';
    const body = {
      ...ARCHIVE,
      nom: '":{',
      autre: { fichiers: { a: 1 }, b: [{ c: 2 }] },
      fichiers: { ...MINIMAL_THEME },
    };
    body.fichiers = { ...body.fichiers, 'assets/a.css': content };
    expect(read(body).files['assets/a.css']).toBe(content);
    expect(read(JSON.stringify(body, null, 3)).files['assets/a.css']).toBe(content);
  });
});
