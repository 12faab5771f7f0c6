import type { Incident, Limit } from '../../engine/index.ts';
import type { ProfileOutcome, RenderOutcome } from '../../sandbox/index.ts';
import type { RenderReason } from '../contract/previews.ts';
import type { ViewContent } from './views.ts';

/** The result of a page. */
export interface Verdict {
  /** 200; 404 where there is no such page; 503 where the theme gives none. Without a layout visitors get the platform's page or the older engine's instead. */
  readonly statut: 200 | 404 | 503;
  /** Null where the theme gives a page. */
  readonly raison: RenderReason | null;
}

type Outcome = { readonly outcome: 'page' } | Exclude<RenderOutcome | ProfileOutcome, { outcome: 'page' | 'profiled' }>;

const LIMITS = { time: 'temps', objects: 'objets', output: 'sortie' } as const satisfies Record<Limit, RenderReason>;

/** The one table from an outcome of the sandbox to a status and a reason. @param content null when the page does not exist */
export function verdictOf(outcome: Outcome, content: ViewContent | null): Verdict {
  switch (outcome.outcome) {
    case 'page':
      return { statut: content ? 200 : 404, raison: null };
    case 'no-template':
      // The platform itself shows a list or an article (docs/rules.md, Rule 13).
      return { statut: content?.blog || content?.article ? 200 : 404, raison: 'gabarit_absent' };
    case 'no-layout':
      return { statut: 503, raison: 'layout_absent' };
    case 'error':
      return { statut: 503, raison: 'layout_en_erreur' };
    case 'limit':
      return { statut: 503, raison: LIMITS[outcome.limit] };
    case 'crashed':
      return { statut: 503, raison: 'arret' };
    case 'hindered':
      return { statut: 503, raison: 'occupe' };
    case 'refused':
      return { statut: 503, raison: outcome.reason === 'busy' ? 'occupe' : 'quarantaine' };
  }
}

/** What failed while a page was rendered. */
export const incidentsOf = (outcome: RenderOutcome): readonly Incident[] =>
  outcome.outcome === 'page' ? outcome.incidents : outcome.outcome === 'error' ? [outcome.incident] : [];
