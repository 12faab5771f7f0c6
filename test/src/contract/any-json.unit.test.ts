import { globSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conform } from '../../../src/contract/conform.ts';
import { describedRoutes } from '../../support/contract.ts';
import { runs } from '../../support/soak.ts';

/** Every schema of the API judges whatever JSON it is given: it takes it or refuses it, and throws nothing. */

const CONTRACT = new URL('../../../src/contract/', import.meta.url);

const exported = await Promise.all(
  globSync('*.ts', { cwd: CONTRACT }).map(async (file) => {
    const module: Record<string, unknown> = await import(new URL(file, CONTRACT).href);
    return Object.entries(module).map(([name, value]) => [`${file} ${name}`, value] as const);
  }),
);
const ofRoutes = describedRoutes().flatMap(({ method, path, query, body, unread, answers }) =>
  Object.entries({ query, body: body ?? unread?.schema, ...answers }).map(
    ([part, schema]) => [`${method} ${path} ${part}`, schema] as const,
  ),
);
/** By what is judged; several routes may share a schema. */
const schemas = new Map(
  [...exported.flat(), ...ofRoutes].flatMap(([name, schema]) =>
    schema instanceof z.ZodType ? [[schema, name] as const] : [],
  ),
);

const ID = '00000000-0000-4000-8000-000000000000';
const WORDS = [
  ...['', '/', 'a', 'general', 'page', '0', '1', '50', 'true', ID, `${ID},${ID}`, 'f'.repeat(64), 'A'.repeat(16)],
  ...['2026-01-01T00:00:00.000000Z', '9999-12-31T23:59:59.9999999Z', 'a@example.test', 'https://example.test/'],
  ...['assets/a.css', 'config/a.json', '123456', 'mot de passe tout neuf'],
];
const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('\0', '\ud800') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', '.', ',', '\u202e', 'é'.repeat(3_000)),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const anything = fc.oneof(hostile, fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(null, [], {}, -0, 1e308, 2 ** 53));

/** JSON that a schema takes, or nearly: few of its places have something else, so that checks of the whole are reached. */
function near(schema: z.ZodType): fc.Arbitrary<unknown> {
  return mostly(shaped(schema), anything, 40);
}

const mostly = <Value>(usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<Value>, weight: number) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: rare });

function shaped(schema: z.ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
    return fc.record(
      Object.fromEntries(
        fields.map(([name, field]) => [
          name,
          field instanceof z.ZodOptional ? fc.option(near(field), { nil: undefined }) : near(field),
        ]),
      ),
    );
  }
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(mostly(fc.constantFrom(...WORDS), hostile, 10), near(schema.valueType as z.ZodType), {
      maxKeys: 3,
    });
  if (schema instanceof z.ZodArray) return fc.array(near(schema.element as z.ZodType), { maxLength: 4 });
  if (schema instanceof z.ZodUnion) return fc.oneof(...(schema.options as z.ZodType[]).map(near));
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodPipe)
    return near((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType);
  const { innerType } = schema.def as { readonly innerType?: z.ZodType };
  if (innerType) return near(innerType);
  const taken = [...WORDS, 0, 1, 3, true, false, null].filter((value) => schema.safeParse(value).success);
  return taken.length > 0 ? mostly<unknown>(fc.constantFrom(...taken), hostile, 6) : anything;
}

it('all schemas of the contract and of the routes are here', () => {
  expect(schemas.size).toBeGreaterThan(150);
});

describe.each([...schemas].map(([schema, name]) => ({ name, schema })))('$name', ({ schema }) => {
  it('takes or refuses', () => {
    fc.assert(
      fc.property(near(schema), (input) => {
        // As JSON brings it: a key `__proto__` is a key.
        const conformed = conform(schema, JSON.parse(JSON.stringify(input)));
        if ('sentence' in conformed) expect(conformed.sentence.isWellFormed()).toBe(true);
      }),
      { numRuns: runs(100, 5_000) },
    );
  });
});
