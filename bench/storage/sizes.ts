import pg from 'pg';

/** Bytes of the tables of the program, each with its indexes and what lies beside it (TOAST). */
export interface Sizes {
  readonly total: number;
  readonly tables: ReadonlyMap<string, number>;
}

export interface SizeReader {
  /** Reads them after a VACUUM. */
  read(): Promise<Sizes>;
  end(): Promise<void>;
}

export async function openSizes(databaseUrl: string): Promise<SizeReader> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  return {
    read: async () => {
      await client.query('VACUUM (ANALYZE)');
      const { rows } = await client.query<{ name: string; bytes: string }>(
        `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
         WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
      );
      const tables = new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
      return { tables, total: [...tables.values()].reduce((sum, bytes) => sum + bytes, 0) };
    },
    end: () => client.end(),
  };
}

/** The tables that have grown, the most grown first. */
export function describeTables(before: Sizes, after: Sizes): string {
  return [...after.tables]
    .map(([name, bytes]) => ({ name, grown: bytes - (before.tables.get(name) ?? 0) }))
    .filter(({ grown }) => grown > 0)
    .toSorted((a, b) => b.grown - a.grown)
    .map(({ name, grown }) => `${name} ${(grown / 1_024).toFixed(0)} KiB`)
    .join(', ');
}
