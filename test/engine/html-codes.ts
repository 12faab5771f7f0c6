import type { DiagnosticCode } from '../../engine/index.ts';

/** The codes of `diagnose-html.unit.test.ts`. */
export const HTML_CODES: readonly DiagnosticCode[] = [
  ...(['element_ouvert', 'fin_sans_debut', 'elements_croises', 'fin_omise', 'attribut_en_double'] as const),
  ...(['guillemet_ouvert', 'guillemet_perdu', 'balise_ouverte', 'commentaire_ouvert'] as const),
];

/** The codes of `diagnose-unread.unit.test.ts`: other tests have files of which nothing is read. */
export const UNREAD_CODES: readonly DiagnosticCode[] = ['reglage_inutile', 'extrait_inutile'];

/** The codes of `diagnose-images.unit.test.ts`. */
export const IMAGE_CODES: readonly DiagnosticCode[] = ['image_sans_tailles', 'media_absent'];

/** The codes of `diagnose-policy.unit.test.ts`. */
export const POLICY_CODES: readonly DiagnosticCode[] = ['nonce_absent', 'evenement_bloque', 'adresse_bloquee'];
