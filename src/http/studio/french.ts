import type { MemberRole } from '../../storage/accounts.ts';
import type { BillingState, Site } from '../../storage/sites.ts';
import { escapeHtml } from '../../text/escape.ts';

/** What the studio's pages say in words: states, roles, times. */

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

/** Times are written in the zone of most readers; a script changes them to the reader's own (`src/studio/pages/times.ts`). */
const ZONE = { timeZone: 'Europe/Paris' } as const;
const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', ...ZONE });
const HOUR = new Intl.DateTimeFormat('fr-FR', { hour: '2-digit', minute: '2-digit', ...ZONE });

/** A `time` element: « 24 novembre 2026 à 19 h 45 ». @param instant ISO 8601 */
export function timeElement(instant: string): string {
  const date = new Date(instant);
  return `<time datetime="${escapeHtml(instant)}">${DAY.format(date)} à ${HOUR.format(date).replace(':', '\u00a0h\u00a0')}</time>`;
}
