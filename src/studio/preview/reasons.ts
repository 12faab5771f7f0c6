import { WITHOUT_TEMPLATE } from '../../../engine/language/paths.ts';
import type { RenderedPage } from '../../contract/previews.ts';

/** Why a theme gives no page, in words, by the word of the platform (`src/contract/previews.ts`). */
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

/** The part of a preview's answer that says why there is no page, or which template was replaced by another. */
type Told = Pick<RenderedPage, 'statut' | 'raison' | 'gabarit' | 'gabarits_absents'>;

/** Why the theme gives no page, with the name of a missing file; null where there is a page. */
export function troubleIn({ raison, statut, gabarits_absents: absent }: Told): string | null {
  if (raison === null) return null;
  if (raison !== 'gabarit_absent' || absent.length === 0) return reasonInWords(raison, statut);
  return `Il manque ${absent.join(' ou ')} : ${WITHOUT.get(absent.at(-1) ?? '') ?? 'les visiteurs ne trouvent pas cette page'}.`;
}

/** What visitors get where the theme lacks these templates (docs/rules.md, Rule 13). */
const WITHOUT: ReadonlyMap<string, string> = new Map([
  ...WITHOUT_TEMPLATE,
  ['templates/404.json', 'la plateforme dit elle-même aux visiteurs que la page est introuvable'],
]);

/** A sentence about a page whose own template is missing and was replaced by another; null for every other page. */
export const standIn = ({ gabarit, gabarits_absents: absent }: Told): string | null =>
  gabarit === null || absent.length === 0
    ? null
    : `Il manque ${absent.join(' ou ')} : templates/${gabarit}.json le remplace.`;

/** @param status the one that a visitor would get */
export const reasonInWords = (reason: string, status: number): string =>
  REASONS[reason] ??
  (status === 404 ? 'Le site n’a pas de page à cette adresse.' : 'Le thème ne donne pas cette page.');
