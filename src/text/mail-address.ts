import { z } from 'zod';

/** A mail address in its stored form. No such address can begin another header of a mail, or name a second receiver. */
export const mailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email());
