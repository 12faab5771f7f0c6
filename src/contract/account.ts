/** `/api/compte`. */
import { z } from 'zod';
import { LONGEST_PASSWORD, normalised } from '../accounts/password-form.ts';
import { mailAddress } from '../text/mail-address.ts';
import { isSeen } from '../text/names.ts';
import { ok, storableText, timestamp, together } from './shared.ts';

export const SHORTEST_PASSWORD = 10;

/** A password that somebody chooses, in its normal form. */
export const newPassword = storableText
  .overwrite(normalised)
  .min(SHORTEST_PASSWORD)
  .max(LONGEST_PASSWORD)
  .refine(isSeen);

export const PasswordChange = z
  .object({
    actuel: z.string().min(1),
    nouveau: storableText.overwrite(normalised).min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD),
  })
  .refine(({ actuel, nouveau }) => normalised(actuel) !== nouveau, together);

/** The next address of an account, which a link in its mail confirms. */
export const AddressChange = z.object({ email: mailAddress, mot_de_passe: z.string().min(1) });

export const Account = z.object({
  email: z.string(),
  confirmee: z.boolean().describe('Si l’adresse est confirmée.'),
  type: z.enum(['client', 'partenaire', 'agence']),
  sessions: z.int(),
  efface_le: timestamp.nullable().describe('Quand le compte s’en va, s’il attend d’être supprimé.'),
});

export const SessionsEnded = ok.extend({ terminees: z.int() });
