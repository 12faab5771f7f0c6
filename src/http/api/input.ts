import type { z } from 'zod';
import { Refusal } from '../../errors.ts';

/** Gives the sentence of a check, where the check has one. */
export const sentenceOf = ({ issues }: z.ZodError): string | undefined =>
  issues.find((issue) => issue.code === 'custom' && issue.params?.isSentence === true)?.message;

/** The refusal of an input that does not conform. @param message the reason, where there is a sentence for it */
export const invalidInput = (message: string | undefined): Refusal =>
  new Refusal('invalid_input', message === undefined ? {} : { message });

/** @throws Refusal `invalid_input` when the body or the query does not conform */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw invalidInput(sentenceOf(parsed.error));
  return parsed.data;
}
