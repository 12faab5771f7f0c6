import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import type { PublicAddress } from './public-address.ts';

/** The log's words for each refusal. A filter of fail2ban reads these lines (deploy/fail2ban): the address stands right before the words. */
const WORDS = { key: 'a key was refused', signIn: 'a sign-in failed', code: 'a code was refused' } as const;

const FAILURES: ReadonlySet<string> = new Set(['unauthorized', 'second_facteur_incorrect', 'trop_de_tentatives']);

/**
 * Logs that a client has given a wrong key, password or code, once for each time, and never what it gave.
 * @param error any error; only refusals of credentials are logged
 */
export function noteRefused(
  what: keyof typeof WORDS,
  error: unknown,
  { raw, log }: FastifyRequest,
  publicAddress: PublicAddress,
): void {
  if (!(error instanceof Refusal) || !FAILURES.has(error.code)) return;
  log.warn({ address: publicAddress.clientIp(raw) }, WORDS[what]);
}
