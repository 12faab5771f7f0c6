/** `/api/site/hors-ligne`, `/api/site/suppression`, and the end of an account. */
import { z } from 'zod';
import { isSeen } from '../text/names.ts';
import { ok, storableText, timestamp } from './shared.ts';

/** Characters of a reason. */
const REASON_LENGTH = 300;

export const TakingOff = z.object({
  motif: storableText
    .trim()
    .min(1)
    .max(REASON_LENGTH)
    .refine(isSeen)
    .optional()
    .describe('Pourquoi, pour les membres du site ; ses visiteurs ne le lisent pas.'),
});

export const SiteDeletion = z.object({ nom: z.string().max(1_000).describe('Le nom du site, tel qu’il se lit.') });
export const SiteDeleted = ok.extend({
  efface_le: timestamp.describe('Quand le site s’en va ; jusque-là, il peut être gardé.'),
});

/** Sites that one account may have, and more. */
const NAMED_SITES = 1_000;

export const AccountEnd = z.object({
  mot_de_passe: z.string().min(1),
  sites: z
    .array(z.string().max(100))
    .max(NAMED_SITES)
    .describe(
      'Les sites qui n’ont pas d’autre propriétaire et s’en vont avec le compte : leurs noms courts ou identifiants.',
    ),
});
export const AccountEnded = ok.extend({
  efface_le: timestamp.describe('Quand le compte s’en va ; jusque-là, il peut être gardé.'),
});
