import type { KeyScope } from '../../../storage/keys.ts';

/** What a key of each scope may do. */
export const SCOPE_SENTENCES: Readonly<Record<KeyScope, string>> = {
  lecture: 'Lecture : lit et exporte les thèmes de vos sites ; ne change rien.',
  themes: 'Thèmes : lit, installe, importe, écrit et publie les thèmes de vos sites.',
  atelier: 'Atelier : réservée aux outils des partenaires et de l’agence ; n’ouvre aucun thème.',
};
