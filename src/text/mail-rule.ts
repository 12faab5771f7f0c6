/** The form of mail addresses, one for accounts, for settings and for letters. Pure: browsers load this too. */

/** Longest address, characters. */
export const MAIL_LENGTH = 254;

/** As `z.email()` judges: no such address can begin another header of a mail, or name a second receiver. */
export const MAIL_FORM =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
