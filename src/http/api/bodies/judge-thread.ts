/** A piscina worker: parses and judges one long body at a time. */
import { parseJson } from './json.ts';
import { schemaNamed } from './schemas.ts';

export interface JudgeTask {
  readonly schema: string;
  readonly body: Uint8Array;
}

/** What the schema makes of the body; null when it is no JSON or does not conform. */
export type Judgement = { readonly value: unknown } | null;

export default function judge({ schema, body }: JudgeTask): Judgement {
  let parsed: unknown;
  try {
    parsed = parseJson(body);
  } catch {
    return null;
  }
  const judged = schemaNamed(schema).safeParse(parsed);
  return judged.success ? { value: judged.data } : null;
}
