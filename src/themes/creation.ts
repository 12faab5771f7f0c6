import type { PoolClient } from 'pg';
import { type ErrorCode, Refusal } from '../errors.ts';
import { isOutOfReach } from '../storage/out-of-reach.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { inTransaction } from '../storage/transaction.ts';

/** The refusal of the step under way, for an error of the database. */
type CreationFailure = Extract<ErrorCode, 'creation_impossible' | 'ecriture_impossible' | 'publication_impossible'>;

/**
 * Makes a theme in one transaction: after a failure nothing of it is left.
 * @param make is given a function that names its next step; the first step makes the theme's row
 * @throws Refusal of `make`, or of the step that the database refused; while the database is away, its own error
 */
export async function inCreation<T>(
  db: RolePools,
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

/** @returns the refusal for an error of the database; another error, and one of a database that is away, stays as it is */
export function refusalOr(error: unknown, code: ErrorCode): unknown {
  if (error instanceof Refusal || isOutOfReach(error)) return error;
  return new Refusal(code, {}, { cause: error });
}
