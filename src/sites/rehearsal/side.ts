import type { Incident } from '../../../engine/index.ts';
import type { BackgroundOutcome } from '../../../sandbox/index.ts';
import { LIMIT_REASONS } from '../limit-reasons.ts';
import type { ViewContent } from '../views.ts';
import type { RehearsalReason, RehearsedSide } from './report.ts';

/** What comes of a page with one of the themes. */
export interface RenderedSide {
  readonly side: RehearsedSide;
  /** Whether visitors do not get a page that there is. */
  readonly hasFailed: boolean;
  readonly raison: RehearsalReason | null;
  /** UTF-8; null where the theme gives no page. */
  readonly body: Uint8Array | null;
  readonly incidents: readonly Incident[];
}

/**
 * @param content null when the page does not exist
 * @param instead the page that the platform shows where the theme has no template
 * @returns null when nothing came of it, because there was no processor
 */
export function sideOf(
  { outcome, cpuMs }: BackgroundOutcome,
  content: ViewContent | null,
  instead: () => string,
): RenderedSide | null {
  const without = (statut: RehearsedSide['statut'], raison: RehearsalReason, incidents: readonly Incident[] = []) => ({
    side: { statut, ms: null, octets: 0 },
    hasFailed: statut === 503 || (statut === 404 && content !== null),
    ...{ raison, body: null, incidents },
  });
  switch (outcome.outcome) {
    case 'page': {
      const { body, incidents } = outcome;
      const ms = cpuMs === null ? null : Math.round(10 * cpuMs) / 10;
      const side = { statut: content ? 200 : 404, ms, octets: body.length } as const;
      return { side, hasFailed: false, raison: null, body, incidents };
    }
    case 'no-template': {
      // Where a theme has no template for a list or an article, visitors get the platform's own page of it (rule 13).
      const none = without(content?.blog || content?.article ? 200 : 404, 'gabarit_absent');
      return { ...none, side: { ...none.side, octets: Buffer.byteLength(instead()) } };
    }
    case 'no-layout':
      return without(503, 'layout_absent');
    case 'error':
      return without(503, 'layout_en_erreur', [outcome.incident]);
    case 'limit':
      return without(503, LIMIT_REASONS[outcome.limit]);
    case 'crashed':
      return without(503, 'arret');
    case 'refused':
      return outcome.reason === 'busy' ? null : without(503, 'quarantaine');
  }
}
