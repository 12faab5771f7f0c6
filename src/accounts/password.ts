import { costsOf, hash, isHash, verify } from './argon2.ts';
import { USUAL_COSTS } from './password-costs.ts';
import { normalised } from './password-form.ts';

/** The argon2id hash of a password, in PHC form. */
export const hashPassword = (password: string): Promise<string> => hash(normalised(password));

const { memory, passes, parallelism } = USUAL_COSTS;
/** A hash of the usual costs for which no password is known. It is compared when an account does not exist. */
export const NOBODY_HASH = `$argon2id$v=19$m=${memory},p=${parallelism},t=${passes}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Which form of a password a hash was made of: the normal form, as all new hashes, or the text as it was typed. The same letters have more
 * than one form in Unicode, and early hashes were made of the typed text.
 */
export type Match = 'normalised' | 'as-typed';

/**
 * Whether a password belongs to a hash. It takes the same time without one, so that time does not tell which accounts exist.
 * Works on a thread of libuv's pool, for a fifth of a second and 64 MiB, twice where the normal form is not the one that was typed: callers
 * bound how many run at once.
 * @param digest in PHC form; undefined when there is no account
 * @returns null when it does not
 */
export async function matchOf(digest: string | undefined, password: string): Promise<Match | null> {
  const isOurs = digest !== undefined && isHash(digest);
  const compared = isOurs ? digest : NOBODY_HASH;
  const normal = normalised(password);
  let match: Match | null = null;
  if (await verify(compared, normal)) match = 'normalised';
  else if (normal !== password && (await verify(compared, password))) match = 'as-typed';
  return isOurs ? match : null;
}

/** `matchOf`, for callers who do not need the form. */
export const isPasswordOf = async (digest: string | undefined, password: string): Promise<boolean> =>
  (await matchOf(digest, password)) !== null;

/** Whether a hash has other parameters than new hashes have. */
export function isOutdated(digest: string): boolean {
  const costs = costsOf(digest);
  return costs?.memory !== memory || costs.passes !== passes || costs.parallelism !== parallelism;
}
