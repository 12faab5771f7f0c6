import { StartupError } from '../startup-error.ts';
import { isOutOfReach, isOverdue } from './out-of-reach.ts';
import { NO_CONNECTIONS, reasonOf } from './unreachable.ts';

/** Why PostgreSQL has refused a statement of an operator. */
interface RefusedWork {
  /** Whether another login may run the statement; otherwise the operator may try again later. */
  readonly needsRights: boolean;
  /** What the database does or lacks: the rest of a sentence whose subject is the database. */
  readonly reason: string;
}

const REASONS: Readonly<Record<string, string>> = {
  '25006': 'ne prend pas d’écritures',
  '53100': 'n’a plus de place sur son disque',
  '53300': `n’a ${NO_CONNECTIONS}`,
  '55P03': 'est occupée : réessayez plus tard',
};

/** @returns null for an error of the program itself, and for a refusal that the program has made */
export function refusedWork(error: unknown): RefusedWork | null {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (code === '42501') return { needsRights: true, reason: 'n’accorde pas à ce compte un droit qu’il lui faut' };
  if (code in REASONS) return { needsRights: false, reason: REASONS[code] ?? '' };
  if (isOverdue(error)) return { needsRights: false, reason: 'n’a pas répondu à temps : réessayez plus tard' };
  return isOutOfReach(error) ? { needsRights: false, reason: `ne répond plus : ${reasonOf(error)}` } : null;
}

/**
 * Runs a part of the start that works on a database.
 * @param variable the environment variable that leads to the database
 * @throws StartupError with a sentence where PostgreSQL refuses the work
 */
export async function toldWork<T>(variable: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = error instanceof StartupError ? null : refusedWork(error);
    throw refused ? new StartupError(`La base de ${variable} ${refused.reason}.`) : error;
  }
}
