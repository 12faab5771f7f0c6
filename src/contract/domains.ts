/** `/api/domaines`: names that owners bring for their sites. */
import { z } from 'zod';
import { ok, site, storableText, timestamp } from './shared.ts';

const named = z.object({
  hote: z.string().describe('Le nom tel que les navigateurs l’envoient : minuscules, le reste en punycode.'),
  nom: z.string().describe('Le même en lettres.'),
});

const proof = z.object({ nom: z.string(), type: z.literal('TXT'), valeur: z.string() });

const claim = named.extend({
  jeton: z.string(),
  enregistrement: proof.describe('Ce qui doit se trouver dans le DNS pour prouver que le nom est à qui le demande.'),
  cree_le: timestamp,
  expire_le: timestamp.describe('Jusque-là, la demande et son jeton restent les mêmes.'),
});

export const DomainList = z.object({
  site,
  domaines: z.array(
    named.extend({
      principal: z.boolean().describe('Si l’adresse principale du site en est faite.'),
      prouve_le: timestamp.nullable().describe('null si c’est l’exploitant qui l’a donné.'),
      perdu: z
        .object({ enregistrement: proof, libre_le: timestamp })
        .exactOptional()
        .describe(
          'Un autre site prouve le nom, et la preuve de celui-ci n’est plus dans le DNS : ce qui doit s’y trouver pour le garder, et quand il peut passer à l’autre.',
        ),
    }),
  ),
  revendications: z.array(claim).describe('Les noms qui attendent leur preuve.'),
  cible: z
    .object({
      cname: z.string().describe('Le nom du site dans le service, pour un enregistrement CNAME.'),
      adresses: z
        .array(z.string())
        .describe('Celles du service, pour un A ou un AAAA ; vide si le DNS ne les dit pas.'),
    })
    .describe('Où le nom doit mener.'),
});

export const DomainClaim = z.object({
  hote: storableText.max(1_000).describe('En lettres ou en punycode ; « https:// » devant ne compte pas.'),
});

export const DomainClaimed = ok.extend(claim.shape);

export const DomainProven = ok.extend(named.shape);

export const DomainState = named.extend({
  etat: z
    .enum(['ici', 'en_partie', 'ailleurs', 'nulle_part', 'inconnu'])
    .describe('Où les visiteurs de ce nom arrivent, par ses adresses A et AAAA.'),
  adresses: z.array(z.string()).describe('Celles du nom.'),
  attendues: z.array(z.string()).describe('Celles du service ; vide si elles ne sont pas connues.'),
});
