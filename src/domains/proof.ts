/** The record by which the owner of a name proves that it is theirs: a text with a token, at a name of its own beneath. */
import { randomBytes } from 'node:crypto';

/** 160 bits in lower case: registrars change the case of some values. */
const TOKEN_BYTES = 20;

/** A token for one claim of one site. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('hex');

/** Where the record stands: a name that has a CNAME can have no other record. */
export const proofNameOf = (host: string): string => `_vitrine.${host}`;

/** What the record says. */
export const proofTextOf = (token: string): string => `vitrine=${token}`;

/** Whether a text of the DNS is the proof of a claim. Some registrars store the quotes that others write around a text. */
export const isProof = (text: string, token: string): boolean =>
  text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
    .toLowerCase() === proofTextOf(token);
