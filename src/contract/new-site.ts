/** `POST /api/sites` and `POST /api/sites/apercus`. */
import { z } from 'zod';
import { NAME_LENGTH } from '../themes/limits.ts';
import { TRADES } from '../themes/trades.ts';
import { frameNonce } from './previews.ts';
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

/** A site that somebody may make, to be shown with each of the themes that suit its trade. */
export const ProposedNames = z.object({ nom: siteName, metier: z.enum(TRADES), nonce: frameNonce });

const ProposedSite = z.object({
  origine: z.string().describe('Thème du catalogue.'),
  edition: z.string(),
  nom: z.string().describe('Celui du thème.'),
  pour: z.string().describe('Pour qui est l’édition.'),
  html: z.string().nullable().describe('Page d’accueil ; null où le thème ne la donne pas.'),
  ressources: z.string().describe('Chemin sous lequel commencent les adresses des fichiers du thème.'),
  fichiers: z.record(z.string(), z.string()).describe('Textes des fichiers du thème que la page montre, par leur nom.'),
});
export type ProposedSite = z.output<typeof ProposedSite>;

export const ProposedSites = z.object({ propositions: z.array(ProposedSite) });
