import { query } from '../../../support/database.ts';

/** What makes up a schema, each as lines that can be compared. */
const PARTS = {
  columns: `SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' '
      || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' ' || coalesce(a.attacl::text, '') AS line
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v') AND a.attnum > 0 AND NOT a.attisdropped`,
  constraints: `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated AS line
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
  indexes: `SELECT pg_get_indexdef(i.indexrelid) || ' ' || i.indisvalid || ' ' || i.indisready AS line
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = 'public'::regnamespace`,
  views: `SELECT c.relname || ' ' || pg_get_viewdef(c.oid) || ' ' || coalesce(c.reloptions::text, '') AS line
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'v'`,
  functions: `SELECT pg_get_functiondef(oid) AS line FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  triggers: `SELECT pg_get_triggerdef(t.oid) AS line FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal`,
  rights: `SELECT relname || ' ' || coalesce(relacl::text, '') AS line
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')`,
};

/** The schema of a database, from its catalog. */
export async function schemaOf(url: string): Promise<Record<string, string[]>> {
  const parts: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(PARTS)) {
    const { rows } = await query(url, text);
    parts[name] = rows.map(({ line }) => line).sort();
  }
  return parts;
}
