import { z } from 'zod';
import { MAIL_FORM, MAIL_LENGTH } from './mail-rule.ts';

/** A mail address in its stored form. No such address can begin another header of a mail, or name a second receiver. */
export const mailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAIL_LENGTH)
  .pipe(z.email({ pattern: MAIL_FORM }));
