import { parseJson } from '../../../json.ts';
import { outlineOf } from '../../../themes/import/outline.ts';
import { schemaNamed } from './schemas.ts';

export interface JudgeTask {
  readonly schema: string;
  readonly body: Uint8Array;
}

/** What a body holds at most: of a million small objects a schema makes millions of complaints, in ten seconds and two gigabytes. */
const MARKS = 100_000;

/** What the schema makes of the body; null when it is no JSON, holds too much or does not conform. */
export type Judgement = { readonly value: unknown } | null;

/** Parses a long body and holds it to its schema. */
export function judgeBody({ schema, body }: JudgeTask): Judgement {
  if (outlineOf(Buffer.from(body.buffer)).marks > MARKS) return null;
  let parsed: unknown;
  try {
    parsed = parseJson(body);
  } catch {
    return null;
  }
  const judged = schemaNamed(schema).safeParse(parsed);
  return judged.success ? { value: judged.data } : null;
}
