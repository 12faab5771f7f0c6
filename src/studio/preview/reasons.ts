import { WITHOUT_TEMPLATE } from '../../../engine/language/paths.ts';
import type { PreviewReason, RenderedPage } from '../../contract/previews.ts';
import type { RehearsalReason } from '../../contract/rehearsal.ts';
import { REASONS } from '../../text/sentences.ts';

/** By the word of the platform (`src/contract/previews.ts`). */
const WORDS: Readonly<Record<PreviewReason | RehearsalReason, string> & Record<string, string>> = REASONS;

/** A preview is asked for again by itself. */
export const WAITS = 'Le service est occupé : l’aperçu attend son tour.';

/** The part of a preview's answer that says why there is no page, or which template was replaced by another. */
type Told = Pick<RenderedPage, 'statut' | 'raison' | 'gabarit' | 'gabarits_absents'>;

/** Why the theme gives no page, with the name of a missing file; null where there is a page. */
export function troubleIn({ raison, statut, gabarits_absents: absent }: Told): string | null {
  if (raison === null) return null;
  if (raison === 'occupe') return WAITS;
  if (raison !== 'gabarit_absent' || absent.length === 0) return reasonInWords(raison, statut);
  return `Il manque ${absent.join(' ou ')} : ${WITHOUT_TEMPLATE.get(absent.at(-1) ?? '') ?? 'les visiteurs ne trouvent pas cette page'}.`;
}

/** A sentence about a page whose own template is missing and was replaced by another; null for every other page. */
export const standIn = ({ gabarit, gabarits_absents: absent }: Told): string | null =>
  gabarit === null || absent.length === 0
    ? null
    : `Il manque ${absent.join(' ou ')} : templates/${gabarit}.json le remplace.`;

/** @param status the one that a visitor would get */
export const reasonInWords = (reason: string, status: number): string =>
  WORDS[reason] ?? (status === 404 ? 'Le site n’a pas de page à cette adresse.' : 'Le thème ne donne pas cette page.');
