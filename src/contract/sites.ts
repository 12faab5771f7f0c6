/** `/api/site` and `/api/sites`: the names of a site. */
import { z } from 'zod';
import { isSiteSlug, SITE_SLUG_LENGTH } from '../text/site-slugs.ts';
import { NAME_LENGTH } from '../themes/limits.ts';
import { ok, properName, site, storableText, together } from './shared.ts';

/** The name of a site. */
export const siteName = properName(NAME_LENGTH);

/** The name of a site in its address. */
export const siteSlug = z
  .string()
  .max(SITE_SLUG_LENGTH)
  .refine(isSiteSlug)
  .describe('Lettres minuscules sans accent, chiffres et tirets, 63 au plus ; ni tiret au bord, ni identifiant.');

export const OwnSite = site.extend({
  domaines: z.array(z.string()).describe('Ses noms de domaine.'),
  domaine_principal: z
    .string()
    .nullable()
    .describe('Celui dont son adresse principale est faite ; null si c’est son adresse dans le service.'),
  anciennes: z.array(z.string()).describe('Ses anciens noms dans l’adresse, le dernier d’abord : ils mènent au site.'),
});

/** Which domain the main address is made of. */
export const MainAddress = z.object({
  hote: storableText
    .min(1)
    .max(253)
    .nullable()
    .describe('Un nom de domaine du site ; null pour son adresse dans le service.'),
});

export const MainAddressChosen = ok.extend(MainAddress.shape);

export const SiteNaming = z
  .object({ nom: siteName.optional(), slug: siteSlug.optional() })
  .refine(({ nom, slug }) => nom !== undefined || slug !== undefined, together);

export const SiteNamed = ok.extend({ site });

/** One of the two. */
export const AddressQuestion = z
  .object({
    nom: storableText.max(1_000).optional().describe('Le nom d’un site : la réponse propose une adresse libre.'),
    slug: siteSlug.optional(),
  })
  .refine(({ nom, slug }) => (nom === undefined) !== (slug === undefined), together);

export const AddressAnswer = z.object({
  slug: z.string(),
  libre: z.boolean().describe('Si aucun site ne l’a, ni ne l’avait, et si elle n’est pas réservée.'),
});
