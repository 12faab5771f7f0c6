/** Sentences that both the platform's pages and the studio's scripts say. Pure: browsers load this too. */

/** What a reader of a site is told before doing anything, and where the API refuses. */
export const READER = 'Vous êtes lecteur de ce site : vous pouvez tout y regarder, sans rien y changer.';

export const NO_REQUESTS =
  'Vous êtes lecteur de ce site : ce que ses visiteurs envoient n’est montré qu’à ses propriétaires et à ses éditeurs.';

export const NO_JOURNAL = 'Le journal d’un site n’est montré qu’à ses propriétaires.';

export const LAYOUT_IN_ERROR = 'Le fichier layout/theme.liquid est en erreur : aucune page ne s’affiche.';

/** Why a theme gives no page, or why a page was not rehearsed, by the word of `src/contract/`. */
export const REASONS = {
  temps: 'Le thème met trop de temps à faire cette page : une boucle est peut-être sans fin.',
  objets: 'Le thème fait trop d’objets pour cette page.',
  sortie: 'La page que fait le thème est trop longue.',
  gabarit_absent: 'Le thème n’a pas de gabarit pour cette page, ou il ne peut pas être lu.',
  layout_absent: 'Le fichier layout/theme.liquid manque.',
  layout_en_erreur: LAYOUT_IN_ERROR,
  occupe: 'Le service est occupé : recommencez dans un moment.',
  quarantaine: 'Le thème a dépassé ses limites plusieurs fois : recommencez dans un moment.',
  arret: 'Le thème a dû être arrêté en faisant cette page.',
  trop_long: 'Les fichiers du thème sont trop longs pour un aperçu ou un profil.',
  duree: 'La répétition a pris trop de temps : cette page n’a pas été répétée.',
};

/** Of codes for which the platform sends several sentences, the one that is written for programs; the others are for people. */
export const FOR_PROGRAMS = {
  invalid_input: 'La requête est absente, illisible ou hors limites.',
  indisponible: 'L’authentification par clé n’est pas configurée sur cette installation.',
};

/** Whether a sentence is written for programs, or begins as one that is. */
export const isForPrograms = (sentence: string): boolean =>
  Object.values(FOR_PROGRAMS).some((own) => sentence.startsWith(own.slice(0, -1)));

/** Longest name of a field in a sentence, UTF-16 code units: names come out of requests. */
const NAME_UNITS = 100;

const named = (field: string): string => {
  const name = field.length > NAME_UNITS ? `${field.slice(0, NAME_UNITS)}…` : field;
  return `« ${name.toWellFormed()} »`;
};

const because = (reason: string): string => `${FOR_PROGRAMS.invalid_input.slice(0, -1)} : ${reason}.`;

/** The refusal of a request for one of its fields. @param field with the fields around it: `garde.site`; empty for the request itself */
export const wrongField = (field: string): string =>
  field === '' ? FOR_PROGRAMS.invalid_input : because(`voyez ${named(field)}`);

/** The refusal of a request with a field that was likely meant to be another one. */
export const misspeltField = (given: string, meant: string): string =>
  because(`${named(given)} n’est pas un champ, peut-être ${named(meant)}`);
