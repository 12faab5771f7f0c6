import { costsOf, hash, isHash, USUAL_COSTS, verify } from './argon2.ts';

/** The argon2id hash of a password, in PHC form. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** A hash of the usual costs for which no password is known. It is compared when an account does not exist. */
export const NOBODY_HASH = `$argon2id$v=19$m=65536,p=4,t=3$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Whether a password belongs to a hash. It takes the same time without one, so that time does not tell which accounts exist.
 * Works on a thread of libuv's pool, for a fifth of a second and 64 MiB: callers bound how many run at once.
 * @param digest in PHC form; undefined when there is no account
 */
export async function isPasswordOf(digest: string | undefined, password: string): Promise<boolean> {
  const isOurs = digest !== undefined && isHash(digest);
  const isRight = await verify(isOurs ? digest : NOBODY_HASH, password);
  return isOurs && isRight;
}

/** Whether a hash was made with other parameters than new ones are. */
export function isOutdated(digest: string): boolean {
  const { memory, passes, parallelism } = costsOf(digest) ?? {};
  return memory !== USUAL_COSTS.memory || passes !== USUAL_COSTS.passes || parallelism !== USUAL_COSTS.parallelism;
}
