import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { instantAt, localAt, type NamedInstant } from '../../../src/text/zoned-times.ts';
import { freshDatabase, query } from '../../support/database.ts';

/** Offsets of whole quarters of an hour, clocks that are changed by an hour, by half an hour, by a law, in the south, and never. */
const ZONES = [
  ...['Europe/Paris', 'Europe/London', 'America/New_York', 'America/St_Johns', 'America/Santiago', 'America/Miquelon'],
  ...['Indian/Reunion', 'Pacific/Noumea', 'Pacific/Chatham', 'Pacific/Apia', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
  ...['Africa/Cairo', 'Asia/Beirut', 'Europe/Istanbul', 'UTC'],
];

let url: string;
beforeAll(async () => {
  url = await freshDatabase({ migrated: false });
});

interface Wall {
  readonly zone: string;
  /** YYYY-MM-DD HH:MM */
  readonly wall: string;
}

/** Every instant at which a clock shows a time, by PostgreSQL. */
async function instantsOf(walls: readonly Wall[]): Promise<string[][]> {
  const { rows } = await query(
    url,
    `SELECT coalesce(json_agg(to_char(i AT TIME ZONE 'UTC', $3) ORDER BY i) FILTER (WHERE i AT TIME ZONE zone = wall), '[]') AS instants
     FROM unnest($1::text[], $2::timestamp[]) WITH ORDINALITY w (zone, wall, n)
     CROSS JOIN LATERAL (
       SELECT wall AT TIME ZONE 'UTC' + quarter * interval '15 min' AS i FROM generate_series(-104, 104) quarter
     ) possible
     GROUP BY n ORDER BY n`,
    [walls.map(({ zone }) => zone), walls.map(({ wall }) => wall), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'],
  );
  return rows.map(({ instants }) => instants);
}

/** Those of leaps that do not end where it is said, by PostgreSQL. */
async function wrongLeaps(leaps: readonly (Wall & { readonly next: string })[]): Promise<unknown[]> {
  const { rows } = await query(
    url,
    `SELECT zone, wall, next FROM unnest($1::text[], $2::timestamp[], $3::timestamptz[]) l (zone, wall, next)
     WHERE NOT (next AT TIME ZONE zone > wall AND (next - interval '1 us') AT TIME ZONE zone < wall)`,
    [leaps.map(({ zone }) => zone), leaps.map(({ wall }) => wall), leaps.map(({ next }) => next)],
  );
  return rows;
}

/** The changes of a zone's clocks in a year, by the hours at which its offset is another one than an hour before. */
async function changesOf(years: readonly number[]): Promise<Wall[]> {
  const { rows } = await query(
    url,
    `SELECT zone, to_char(i AT TIME ZONE zone, 'YYYY-MM-DD HH24:MI') AS wall
     FROM unnest($1::text[]) zone, unnest($2::int[]) year,
          generate_series(make_timestamptz(year, 1, 1, 0, 0, 0, 'UTC'), make_timestamptz(year, 12, 31, 23, 0, 0, 'UTC'), '1 h') i
     WHERE i AT TIME ZONE zone - (i - interval '1 h') AT TIME ZONE zone <> interval '1 h'`,
    [ZONES, years],
  );
  return rows;
}

function instantsIn(named: NamedInstant): string[] {
  if (named.kind === 'none') return [];
  return named.kind === 'one' ? [named.instant] : [named.first, named.second];
}

async function expectAgreement(walls: readonly Wall[]): Promise<{ leaps: number; twice: number }> {
  const truths = await instantsOf(walls);
  const leaps: (Wall & { next: string })[] = [];
  let twice = 0;
  for (const [n, { zone, wall }] of walls.entries()) {
    const [day = '', time = ''] = wall.split(' ');
    const named = instantAt(day, time, zone);
    if (named.kind === 'none') leaps.push({ zone, wall, next: named.next });
    if (named.kind === 'two') twice++;
    const instants = instantsIn(named);
    expect(instants, `${zone} ${wall}`).toEqual(truths[n]);
    for (const instant of instants) expect(localAt(instant, zone), `${zone} ${instant}`).toEqual({ day, time });
  }
  expect(await wrongLeaps(leaps)).toEqual([]);
  return { leaps: leaps.length, twice };
}

it('a date and time names the instants that PostgreSQL has for it, around every change of the clocks', async () => {
  const changes = await changesOf([2006, 2011, 2016, 2024, 2026, 2027, 2036]);
  const around = changes.flatMap(({ zone, wall }) =>
    [-180, -121, -120, -90, -61, -60, -31, -30, -15, -1, 0, 1, 15, 30, 45, 60, 61, 119].map((minutes) => ({
      zone,
      wall: new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) + minutes * 60_000)
        .toISOString()
        .slice(0, 16)
        .replace('T', ' '),
    })),
  );
  const counts = await expectAgreement(around);
  expect(counts.leaps).toBeGreaterThan(200);
  expect(counts.twice).toBeGreaterThan(200);
});

it('and at any other time', async () => {
  const minute = fc.integer({ min: Date.UTC(1995, 0) / 60_000, max: Date.UTC(2037, 0) / 60_000 });
  const wall = minute.map((minutes) => new Date(minutes * 60_000).toISOString().slice(0, 16).replace('T', ' '));
  const walls = fc.array(fc.record({ zone: fc.constantFrom(...ZONES), wall }), { minLength: 20, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(walls, async (drawn) => {
      await expectAgreement(drawn);
    }),
    { numRuns: 20 },
  );
});
