import { momentWords } from '../../text/zoned-times.ts';
import type { ContentState } from './store/content-state.ts';

/** « mardi 8 décembre 2026 à 9 h, heure de Paris »; the instant itself where its zone is not known to this browser. */
export function momentIn(instant: string, zone: string): string {
  try {
    return momentWords(instant, zone);
  } catch {
    return instant;
  }
}

/** Whether visitors begin to see a published text later. */
export const isShownLater = ({ isPublished, publishedFrom }: ContentState, now = Date.now()): boolean =>
  isPublished && publishedFrom !== null && Date.parse(publishedFrom) > now;

/** Whether visitors see a text. */
export const isLive = (state: ContentState, now = Date.now()): boolean =>
  state.isPublished && !isShownLater(state, now) && !(state.endsAt !== null && Date.parse(state.endsAt) <= now);

/** What visitors see of a text, and what becomes of it, in words; the first says whether they see it. */
export function stateWords(state: ContentState, isPage: boolean, zone: string, now = Date.now()): readonly string[] {
  const e = isPage ? 'e' : '';
  const { isPublished, publishedFrom, endsAt, plannedFor, work } = state;
  if (!isPublished) return ['Brouillon'];
  if (endsAt !== null && Date.parse(endsAt) <= now) return [`Retiré${e}`];
  return [
    isShownLater(state, now) ? `Prévu${e} pour le ${momentIn(publishedFrom ?? '', zone)}` : `Publié${e}`,
    ...(Object.keys(work).length > 0 ? ['Modifications non publiées'] : []),
    ...(plannedFor === null ? [] : [`Changement prévu le ${momentIn(plannedFor, zone)}`]),
    ...(endsAt === null ? [] : [`Jusqu’au ${momentIn(endsAt, zone)}`]),
  ];
}
