import { createHash } from 'node:crypto';

/** What every run of the gate draws from. */
const USUAL = 20_260_101;

/** What all random values of tests come from: the same in every run, unless the variable `SEED` says another one. */
export const SEED: number = seedIn(process.env.SEED);

/**
 * Bytes that look random and depend on the seed only.
 * @param what what they are for; another purpose has other bytes
 */
export function drawnBytes(what: string, length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update(`${SEED} ${what}`).digest();
}

function seedIn(value: string | undefined): number {
  if (value === undefined || value === '') return USUAL;
  const seed = Number(value);
  if (!Number.isSafeInteger(seed)) throw new Error(`SEED is to be an integer, not ${value}`);
  return seed;
}
