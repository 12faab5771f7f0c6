import type { BillingState, Site } from '../../storage/sites.ts';

/** What the studio's pages say in words: states of sites. */

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
