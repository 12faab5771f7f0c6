import type { DiagnosticCode } from '../../engine/index.ts';

/** The codes of `diagnose-names.unit.test.ts`. */
export const NAME_CODES = [
  ...['objet_inconnu', 'objet_absent_ici', 'objet_hors_boucle', 'lecture_avant_affectation', 'propriete_inconnue'],
  ...['variable_inutile', 'comparaison_impossible', 'boucle_couteuse', 'filtre_sans_effet'],
  ...['parametre_jamais_passe', 'parametre_inconnu', 'parametre_inutile', 'parametre_manquant', 'parametre_en_double'],
] satisfies string[] as DiagnosticCode[];
