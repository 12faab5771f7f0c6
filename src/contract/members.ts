/** `/api/membres` and `/api/invitations`: who works on a site. */
import { z } from 'zod';
import { mailAddress } from '../text/mail-address.ts';
import { id, ok, site, timestamp, uuid } from './shared.ts';

const role = z.enum(['proprietaire', 'editeur', 'lecteur']);

export const MemberList = z.object({
  site,
  membres: z.array(
    z.object({ compte: id, email: z.string(), role, vous: z.boolean().describe('Si c’est le compte de la session.') }),
  ),
  invitations: z
    .array(
      z.object({
        id,
        email: z.string(),
        role,
        cree_le: timestamp,
        expire_le: timestamp,
        de: z.string().nullable().describe('Qui invite ; null quand ce compte n’existe plus.'),
      }),
    )
    .describe('Vide pour qui n’est pas propriétaire.'),
  transmission: z
    .object({ de: id, a: id, demandee_le: timestamp })
    .nullable()
    .describe('Le site qui attend l’accord du membre à qui il est proposé.'),
});

export const OfMember = z.object({ compte: uuid });
export const RoleChange = z.object({ compte: uuid, role });

export const Invitation = z.object({ email: mailAddress, role });
export const Invited = ok.extend({
  id,
  lien: z
    .string()
    .nullable()
    .describe('Chemin du lien, montré cette seule fois ; null là où un message l’apporte à la personne invitée.'),
});

export const Acceptance = z.object({ jeton: z.string().min(1).max(200) });
export const Accepted = ok.extend({ site: id });
