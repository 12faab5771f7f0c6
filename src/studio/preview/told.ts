import type { PreviewState } from './preview-state.ts';
import { standIn } from './reasons.ts';

/** What a preview says of itself. */
export interface Told {
  readonly words: string;
  readonly isBad: boolean;
}

/** Whether the preview is up to date, and what is wrong with the page. */
export function toldOf({ page, took, trouble }: Pick<PreviewState, 'page' | 'took' | 'trouble'>): Told {
  const instead = page && standIn(page);
  if (trouble !== null && trouble !== instead) return { words: trouble, isBad: true };
  if (!page) return { words: 'L’aperçu se prépare…', isBad: false };
  const { incidents, ms } = page;
  if (incidents.length > 0) {
    const [first] = incidents;
    return {
      words: `${incidents.length} section${incidents.length > 1 ? 's' : ''} en erreur : ${first?.message ?? ''}`,
      isBad: true,
    };
  }
  return { words: instead ?? `À jour en ${took} ms, dont ${Math.round(ms)} de rendu`, isBad: false };
}
