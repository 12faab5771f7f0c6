/** Why a theme gives no page, in words, by the word of the platform (`src/sites/draft-previews.ts`). */
const REASONS: Readonly<Record<string, string>> = {
  temps: 'Le thème met trop de temps à faire cette page : une boucle est peut-être sans fin.',
  objets: 'Le thème fait trop d’objets pour cette page.',
  sortie: 'La page que fait le thème est trop longue.',
  gabarit_absent: 'Le thème n’a pas de gabarit pour cette page, ou il ne peut pas être lu.',
  layout_absent: 'Le fichier layout/theme.liquid manque.',
  layout_en_erreur: 'Le fichier layout/theme.liquid est en erreur : aucune page ne s’affiche.',
  occupe: 'Le service est occupé : l’aperçu attend son tour.',
  quarantaine: 'Cet aperçu a dépassé ses limites plusieurs fois : il reprend dans un moment.',
  arret: 'Le thème a dû être arrêté en faisant cette page.',
  trop_long: 'Les fichiers du thème sont trop longs pour un aperçu.',
};

/** @param status the one that a visitor would get */
export const reasonInWords = (reason: string, status: number): string =>
  REASONS[reason] ??
  (status === 404 ? 'Le site n’a pas de page à cette adresse.' : 'Le thème ne donne pas cette page.');
