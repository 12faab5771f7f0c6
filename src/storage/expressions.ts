/** SQL that several statements share. Names of columns are written in our own code, never taken from input. */

/** A time strictly later than the one in this column, to be written under its row's lock (decisions, Other API routes). */
export const laterThan = (column: string): string =>
  `greatest(clock_timestamp(), ${column} + interval '1 microsecond')`;

/** Lowercase hexadecimal SHA-256 of a content, computed on the fly and never stored. */
export const FINGERPRINT = "encode(sha256(convert_to(contenu, 'UTF8')), 'hex')";
