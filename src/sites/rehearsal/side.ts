import type { Incident } from '../../../engine/index.ts';
import type { BackgroundOutcome } from '../../../sandbox/index.ts';
import type { RenderReason } from '../../contract/previews.ts';
import { incidentsOf, verdictOf } from '../verdict.ts';
import type { ViewContent } from '../views.ts';
import type { RehearsedSide } from './report.ts';

/** The result of a page with one of the themes. */
export interface RenderedSide {
  readonly side: RehearsedSide;
  /** Whether the page exists and visitors do not get it. */
  readonly hasFailed: boolean;
  readonly raison: RenderReason | null;
  /** UTF-8; null where the theme gives no page. */
  readonly body: Uint8Array | null;
  readonly incidents: readonly Incident[];
}

/**
 * @param content null when the page does not exist
 * @param instead the page that the platform shows where the theme has no template
 * @returns null when no processor was free to render the page
 */
export function sideOf(
  { outcome, cpuMs }: BackgroundOutcome,
  content: ViewContent | null,
  instead: () => string,
): RenderedSide | null {
  const { statut, raison } = verdictOf(outcome, content);
  if (raison === 'occupe') return null;
  const body = outcome.outcome === 'page' ? outcome.body.bytes() : null;
  const ms = body && cpuMs !== null ? Math.round(10 * cpuMs) / 10 : null;
  const octets = body?.length ?? (raison === 'gabarit_absent' ? Buffer.byteLength(instead()) : 0);
  const hasFailed = statut === 503 || (statut === 404 && content !== null);
  return { side: { statut, ms, octets }, hasFailed, raison, body, incidents: incidentsOf(outcome) };
}
