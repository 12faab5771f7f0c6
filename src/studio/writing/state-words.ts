import { stateWords } from '../../text/text-states.ts';
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
export function wordsOf(state: ContentState, isPage: boolean, zone: string, now = Date.now()): readonly string[] {
  const { isPublished, publishedFrom, endsAt, plannedFor, work } = state;
  const isOver = endsAt !== null && Date.parse(endsAt) <= now;
  const etat = !isPublished ? 'brouillon' : isOver ? 'retire' : isShownLater(state, now) ? 'prevu' : 'publie';
  const told = { etat, en_travail: Object.keys(work).length > 0, publie_le: publishedFrom } as const;
  return stateWords(isPage, { ...told, retire_le: endsAt, prevu_le: plannedFor }, (at) => momentIn(at, zone));
}
