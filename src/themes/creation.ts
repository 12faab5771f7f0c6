import type { PoolClient } from 'pg';
import { type ErrorCode, Refusal } from '../errors.ts';
import { isOutOfReach } from '../storage/out-of-reach.ts';
import type { Pool } from '../storage/pool.ts';
import { inTransaction } from '../storage/transaction.ts';

/** What is refused when the database turns the step under way down. */
export type CreationFailure = Extract<
  ErrorCode,
  'creation_impossible' | 'ecriture_impossible' | 'publication_impossible'
>;

/**
 * Makes a theme in one transaction: whatever fails, nothing of it is left.
 * @param make told how to name its next step: the first one makes the theme's row
 * @throws Refusal of `make`, or of the step that the database refused; an outage stays one
 */
export async function inCreation<T>(
  db: Pool,
  make: (client: PoolClient, step: (failure: CreationFailure) => void) => Promise<T>,
): Promise<T> {
  let failure: CreationFailure = 'creation_impossible';
  const step = (next: CreationFailure) => {
    failure = next;
  };
  try {
    return await inTransaction(db, (client) => {
      step('creation_impossible');
      return make(client, step);
    });
  } catch (error) {
    throw refusalOr(error, failure);
  }
}

/** @returns what is to be thrown instead of a failure of the database that is no outage */
export function refusalOr(error: unknown, code: ErrorCode): unknown {
  if (error instanceof Refusal || isOutOfReach(error)) return error;
  return new Refusal(code, {}, { cause: error });
}
