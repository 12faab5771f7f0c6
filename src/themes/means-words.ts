import type { Means } from '../contract/versions.ts';

/** How a version of a theme was made, in words. */
export const MEANS_WORDS: Readonly<Record<Means, string>> = {
  fichier: 'fichier enregistré',
  suppression: 'fichier supprimé',
  lot: 'fichiers enregistrés ensemble',
  reglages: 'réglages',
  import: 'import d’une archive',
  installation: 'installation du catalogue',
  copie: 'copie d’un thème',
  retour: 'retour à une version',
  actualisation: 'actualisation du catalogue',
  deploiement: 'déploiement',
};

/** @param means as the API names it; a name that is not known stands for itself */
export const meansWords = (means: string): string =>
  Object.hasOwn(MEANS_WORDS, means) ? MEANS_WORDS[means as Means] : means;
