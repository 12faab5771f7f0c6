/** `POST /api/sites`. */
import { z } from 'zod';
import { NAME_LENGTH } from '../themes/limits.ts';
import { TRADES } from '../themes/trades.ts';
import { added } from './shared.ts';
import { siteName, siteSlug } from './sites.ts';

export const NewSite = z.object({
  nom: siteName,
  metier: z.enum(TRADES),
  origine: z.string().max(NAME_LENGTH).describe('Thème du catalogue.'),
  edition: z.string().max(NAME_LENGTH),
  slug: siteSlug.exactOptional(),
});

export const SiteMade = added.extend({ slug: z.string() });
