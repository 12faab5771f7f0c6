import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ERRORS } from '../../../src/errors.ts';
import { query } from '../../support/database.ts';
import { IMPORT_PATH, storedIn } from '../../support/imports.ts';
import { createTenant, MINIMAL_THEME, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { runs } from '../../support/soak.ts';

const RUNS = runs(15, 400);

let vitrine: TestProgram;
let tenant: Tenant;
beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
});
afterAll(() => vitrine.close());

/** Mostly right, sometimes not. */
const mostly = <T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 40, arbitrary: right as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: wrong });

const anything = fc.jsonValue();
/** Any units, lone surrogates among them. */
const units = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
const rightText = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''));
const fileName = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/).filter((name) => !name.includes('..'));
const rightPath = fc
  .tuple(
    fc.constantFrom('layout:liquid', 'sections:liquid', 'snippets:liquid', 'assets:css', 'assets:svg', 'config:json'),
    fileName,
  )
  .map(([kind, name]) => `${kind.split(':')[0]}/${name}.${kind.split(':')[1]}`);
const wrongPath = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '',
    '/',
    '../a.css',
    'assets/a/b.css',
    'assets/.css',
    'a\0.css',
  ),
  fc.constant(`assets/${'a'.repeat(110)}.css`),
  fc.string(),
  units,
);
const content = mostly(
  fc.oneof(
    { weight: 6, arbitrary: rightText },
    { weight: 1, arbitrary: fc.constant('€'.repeat(524_288)) },
    { weight: 1, arbitrary: fc.constant('😀'.repeat(262_144)) },
  ),
  fc.oneof(anything, units, fc.constant('a\0'), fc.constant('€'.repeat(524_289))),
);
const files = fc
  .tuple(
    fc.array(fc.tuple(mostly(rightPath, wrongPath) as fc.Arbitrary<string>, content), { maxLength: 6 }),
    fc.oneof(
      { weight: 8, arbitrary: fc.constant(Object.keys(MINIMAL_THEME)) },
      { weight: 1, arbitrary: fc.subarray(Object.keys(MINIMAL_THEME)) },
    ),
    fc.constantFrom(0, 0, 0, 0, 0, 0, 110, 116, 117),
  )
  .map(([own, required, more]): [string, unknown][] => [
    ...required.map((path): [string, unknown] => [path, MINIMAL_THEME[path]]),
    ...Array.from({ length: more }, (_, n): [string, unknown] => [`snippets/de-plus-${n}.liquid`, `${n}`]),
    ...own,
  ]);
const head = fc.record(
  {
    format: mostly(fc.constant('service-theme'), anything),
    format_version: mostly(fc.constant(1), anything),
    nom: mostly(
      rightText.filter((text) => text.trim() !== '' && [...text.trim()].length <= 80),
      fc.oneof(anything, units, fc.constant('x'.repeat(81)), fc.constant(' ')),
    ),
    version: mostly(fc.constantFrom('1.0.0', '', '2 bêta 😀'), fc.oneof(anything, fc.constant('x'.repeat(21)))),
    origine: mostly(fc.constantFrom(null, 'origo'), anything),
    exporte_le: anything,
    inconnu: anything,
  },
  { requiredKeys: ['format', 'format_version', 'nom'] },
);
const escapeUnits = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
/** What of the whole body is sent. */
const cut = fc.oneof(
  { weight: 15, arbitrary: fc.constant<[number, number?]>([0]) },
  { weight: 1, arbitrary: fc.constantFrom<[number, number?]>([0, -1], [3, 9]) },
);
/** JSON written by hand, so that `__proto__`, doubles and lone surrogates come through; sometimes every unit is escaped. */
const body = fc
  .record({ fields: head, entries: files, isEscaped: fc.boolean(), sent: cut })
  .map(({ fields, entries, isEscaped, sent }) => {
    const json = (value: unknown) =>
      isEscaped && typeof value === 'string' && value.length < 1_000
        ? `"${escapeUnits(value)}"`
        : JSON.stringify(value ?? null);
    const members = entries.map(([path, value]) => `${json(path)}:${json(value)}`);
    const whole = Object.entries(fields).map(([name, value]) => `${json(name)}:${json(value)}`);
    const text = `{${[...whole, `"fichiers":{${members}}`]}}`;
    return { bytes: Buffer.from(text).subarray(...sent), fields, entries };
  });

it('an archive is refused with a code and nothing of it is stored, or the export of its theme gives it back', async () => {
  const outcomes = new Map<string, number>();
  const { key } = tenant;
  await fc.assert(
    fc.asyncProperty(body, async ({ bytes, fields, entries }) => {
      const before = await storedIn(vitrine.databaseUrl);
      const answer = await vitrine.ask({ method: 'POST', path: IMPORT_PATH, key, body: bytes });
      const outcome = answer.status === 201 ? 'stored' : answer.json().error;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (answer.status !== 201) {
        expect([answer.status, Object.keys(ERRORS)]).toEqual([400, expect.arrayContaining([outcome])]);
        expect(await storedIn(vitrine.databaseUrl)).toEqual(before);
        return;
      }
      const { themeId } = answer.json();
      const archive = (await vitrine.ask({ path: `/api/themes/${themeId}/export`, key })).json();
      expect(archive).toMatchObject({
        nom: String(fields.nom).trim(),
        version: fields.version ?? '1.0.0',
        origine: null,
      });
      expect(new Map(Object.entries(archive.fichiers))).toEqual(new Map(entries));
      expect(Object.keys(archive.fichiers)).toHaveLength(entries.length);
      await query(vitrine.databaseUrl, 'DELETE FROM themes WHERE id = $1', [themeId]);
    }),
    { numRuns: RUNS },
  );
  // The property would hold of a service that refuses everything, or of archives that are all alike.
  expect(outcomes.get('stored')).toBeGreaterThan(0);
  expect(outcomes.size).toBeGreaterThan(2);
});
