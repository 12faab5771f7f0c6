import type { MemberRole } from '../../storage/accounts.ts';
import type { KeyScope } from '../../storage/keys.ts';
import type { BillingState, Site } from '../../storage/sites.ts';
import { escapeHtml } from '../../text/escape.ts';

/** What the studio's pages say in words: states, roles, scopes, times. */

const STATES: Readonly<Record<BillingState, string>> = {
  essai: 'À l’essai',
  actif: 'Actif',
  retard: 'Paiement en retard',
  expire: 'Expiré',
  aucun: 'Sans abonnement',
};

export function stateWord({ suspendu, a_activer, etat }: Site): string {
  if (suspendu) return 'Suspendu';
  return a_activer ? 'À activer' : STATES[etat];
}

export const ROLE_WORDS: Readonly<Record<MemberRole, string>> = {
  proprietaire: 'Propriétaire',
  editeur: 'Éditeur',
  lecteur: 'Lecteur',
};

/** What a key of each scope may do. */
export const SCOPE_SENTENCES: Readonly<Record<KeyScope, string>> = {
  lecture: 'Lecture : lit et exporte les thèmes de vos sites ; ne change rien.',
  themes: 'Thèmes : lit, installe, importe, écrit et publie les thèmes de vos sites.',
  atelier: 'Atelier : réservée aux outils des partenaires et de l’agence ; n’ouvre aucun thème.',
};

/** Times are written in the zone of most readers; a script changes them to the reader's own (`src/studio/pages/times.ts`). */
const ZONE = { timeZone: 'Europe/Paris' } as const;
const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', ...ZONE });
const HOUR = new Intl.DateTimeFormat('fr-FR', { hour: '2-digit', minute: '2-digit', ...ZONE });

/** A `time` element: « 24 novembre 2026 à 19 h 45 ». @param instant ISO 8601 */
export function timeElement(instant: string): string {
  const date = new Date(instant);
  return `<time datetime="${escapeHtml(instant)}">${DAY.format(date)} à ${HOUR.format(date).replace(':', '\u00a0h\u00a0')}</time>`;
}
