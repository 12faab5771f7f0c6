/** `POST /api/sites`. */
import { z } from 'zod';
import { NAME_LENGTH } from '../themes/limits.ts';
import { TRADES } from '../themes/trades.ts';
import { added, properName } from './shared.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const NewSite = z.object({
  nom: properName(NAME_LENGTH),
  metier: z.enum(TRADES),
  origine: z.string().max(NAME_LENGTH).describe('Thème du catalogue.'),
  edition: z.string().max(NAME_LENGTH),
  slug: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
    .refine((slug) => !UUID.test(slug))
    .exactOptional(),
});

export const SiteMade = added.extend({ slug: z.string() });
