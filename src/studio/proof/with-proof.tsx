import type { Security } from '../../contract/second-factor.ts';
import { ApiRefusal } from '../api/client.ts';
import { showAbove } from '../live/live.tsx';
import { ProofQuestion } from './proof-question.tsx';
import { SECURITY, securityApi } from './security-api.ts';

/**
 * Does an act that the platform may refuse with `preuve_requise`: a window above the page then asks for the strongest proof that the account has
 * (docs/accounts.md, Proofs), and the act is done again. Forms and questions of the page stay open with what was typed.
 *
 * @example
 * const { cle } = await withProof(() => api.send<Created>('/api/cles', { act: CREATING_KEY, method: 'POST', body }));
 * @param act the requests; twice where the first time is refused
 * @throws Error with a sentence for the person who closes the window; what `act` throws
 */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.code === 'preuve_requise')) throw error;
  }
  asking ??= ask().finally(() => {
    asking = null;
  });
  if (!(await asking)) throw new Error('Rien n’est fait : confirmez d’abord que c’est vous.');
  return act();
}

/** The window that is open: acts that are refused meanwhile wait for the same answer. */
let asking: Promise<boolean> | null = null;

/** Asks for a proof. @returns whether one was given */
async function ask(): Promise<boolean> {
  const security = await securityApi.send<Security>(SECURITY);
  const isProven = await new Promise<boolean>((end) => {
    showAbove(<ProofQuestion {...security} onProven={() => end(true)} onClose={() => end(false)} />);
  });
  showAbove(null);
  return isProven;
}
