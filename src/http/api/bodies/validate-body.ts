import { type Conformed, conform } from '../../../contract/conform.ts';
import { parseJson } from '../../../text/json.ts';
import { outlineOf } from '../../../themes/import/outline.ts';
import { schemaNamed } from './schemas.ts';

export interface ValidationTask {
  readonly schema: string;
  readonly body: Uint8Array;
}

/** How many values a body may have: a schema makes millions of issues from a million small objects, in ten seconds and two gigabytes. */
const MARKS = 100_000;

/** The body as the schema parses it, or the reason why it does not conform; null when it is not JSON, or has too many values. */
export type Validated = Conformed<unknown> | null;

/** Parses a long body and checks it with its schema. */
export function validateBody({ schema, body }: ValidationTask): Validated {
  if (outlineOf(Buffer.from(body.buffer)).marks > MARKS) return null;
  let parsed: unknown;
  try {
    parsed = parseJson(body);
  } catch {
    return null;
  }
  return conform(schemaNamed(schema), parsed);
}
