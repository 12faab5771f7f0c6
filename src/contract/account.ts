/** `/api/compte`. */
import { z } from 'zod';
import { LONGEST_PASSWORD, normalised } from '../accounts/password-form.ts';
import { ok, storableText } from './shared.ts';

const SHORTEST_PASSWORD = 10;

export const PasswordChange = z
  .object({
    actuel: z.string().min(1),
    nouveau: storableText.overwrite(normalised).min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD),
  })
  .refine(({ actuel, nouveau }) => normalised(actuel) !== nouveau);

export const Account = z.object({
  email: z.string(),
  type: z.enum(['client', 'partenaire', 'agence']),
  sessions: z.int(),
});

export const SessionsEnded = ok.extend({ terminees: z.int() });
