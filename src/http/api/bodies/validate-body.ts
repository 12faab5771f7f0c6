import { parseJson } from '../../../text/json.ts';
import { outlineOf } from '../../../themes/import/outline.ts';
import { sentenceOf } from '../input.ts';
import { schemaNamed } from './schemas.ts';

export interface ValidationTask {
  readonly schema: string;
  readonly body: Uint8Array;
}

/** How many values a body may have: a schema makes millions of issues from a million small objects, in ten seconds and two gigabytes. */
const MARKS = 100_000;

/** The body as the schema parses it; null, or the reason in a sentence, when it is not JSON, has too many values or does not conform. */
export type Validated = { readonly value: unknown } | { readonly sentence: string } | null;

/** Parses a long body and checks it with its schema. */
export function validateBody({ schema, body }: ValidationTask): Validated {
  if (outlineOf(Buffer.from(body.buffer)).marks > MARKS) return null;
  let parsed: unknown;
  try {
    parsed = parseJson(body);
  } catch {
    return null;
  }
  const checked = schemaNamed(schema).safeParse(parsed);
  if (checked.success) return { value: checked.data };
  const sentence = sentenceOf(checked.error);
  return sentence === undefined ? null : { sentence };
}
