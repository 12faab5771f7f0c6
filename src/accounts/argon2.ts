import { type Argon2Algorithm, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type Costs, USUAL_COSTS } from './password-costs.ts';

/** Works on a thread of libuv's pool. */
const derive = promisify(argon2);

interface Digest extends Costs {
  readonly algorithm: Argon2Algorithm;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** A hash in PHC form, of the one version that Node.js computes (0x13). */
const PHC = /^\$(argon2(?:id|i|d))\$v=19\$([mtp]=\d+(?:,[mtp]=\d+){2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The argon2id hash of a text with a fresh salt, in PHC form. */
export async function hash(text: string, costs = USUAL_COSTS): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await tagOf(text, { ...costs, algorithm: 'argon2id', salt }, TAG_BYTES);
  const { memory, passes, parallelism } = costs;
  return `$argon2id$v=19$m=${memory},p=${parallelism},t=${passes}$${base64(salt)}$${base64(tag)}`;
}

/** Whether a hash can be compared with at all. */
export const isHash = (digest: string): boolean => parsed(digest) !== null;

/** Whether a hash was made of this text; false when it is no hash. */
export async function verify(digest: string, text: string): Promise<boolean> {
  const known = parsed(digest);
  return known !== null && timingSafeEqual(known.tag, await tagOf(text, known, known.tag.length));
}

/** The parameters of a hash; null for a text that is no hash. */
export const costsOf = (digest: string): Costs | null => parsed(digest);

const tagOf = (text: string, digest: Omit<Digest, 'tag'>, tagLength: number): Promise<Buffer> => {
  const { algorithm, salt, memory, passes, parallelism } = digest;
  return derive(algorithm, { message: text, nonce: salt, tagLength, memory, passes, parallelism });
};

function parsed(digest: string): Digest | null {
  const [, algorithm, costs = '', salt = '', tag = ''] = PHC.exec(digest) ?? [];
  const { m, t, p } = Object.fromEntries(costs.split(',').map((cost) => cost.split('=')));
  if (algorithm === undefined || !m || !t || !p) return null;
  return {
    algorithm: algorithm as Argon2Algorithm,
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
