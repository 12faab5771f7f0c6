/** Diagnostics (`engine/diagnose/codes.ts`) of what a write is refused for as `syntaxe`. */
export const SYNTAX_CODES: ReadonlySet<string> = new Set([
  ...['liquid_invalide', 'json_invalide', 'json_commente', 'marque_passee', 'schema_en_double'],
]);
