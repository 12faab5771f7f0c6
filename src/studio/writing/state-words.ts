import { stateAt, stateWords } from '../../text/text-states.ts';
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

const stateNow = ({ isPublished, wasShown, publishedFrom: from, endsAt: until }: ContentState, now: number) =>
  stateAt({ isPublished, wasShown, from, until }, now);

/** Whether visitors begin to see a published text later. */
export const isShownLater = (state: ContentState, now = Date.now()): boolean => stateNow(state, now) === 'prevu';

/** Whether visitors see a text. */
export const isLive = (state: ContentState, now = Date.now()): boolean => stateNow(state, now) === 'publie';

/** What visitors see of a text, and what becomes of it, in words; the first says whether they see it. */
export function wordsOf(state: ContentState, isPage: boolean, zone: string, now = Date.now()): readonly string[] {
  const { publishedFrom, endsAt, plannedFor, work } = state;
  const told = {
    etat: stateNow(state, now),
    en_travail: Object.keys(work).length > 0,
    publie_le: publishedFrom,
  } as const;
  return stateWords(isPage, { ...told, retire_le: endsAt, prevu_le: plannedFor }, (at) => momentIn(at, zone));
}
