import { describe, expect, it } from 'vitest';
import { isLive, wordsOf } from '../../../../src/studio/writing/state-words.ts';
import type { ContentState } from '../../../../src/studio/writing/store/content-state.ts';

const PUBLISHED: ContentState = {
  ...{ isNew: false, majLe: '2026-01-01T00:00:00Z', isPublished: true, publishedFrom: null, endsAt: null },
  ...{ planned: null, plannedFor: null, shown: {}, work: {}, shownSince: null, wasShown: true },
};
const NOW = Date.parse('2026-12-01T00:00:00Z');
const words = (state: Partial<ContentState>, isPage = true) =>
  wordsOf({ ...PUBLISHED, ...state }, isPage, 'Europe/Paris', NOW).map((one) => one.replaceAll('\u00a0', ' '));

describe('the state of a text in words', () => {
  it('says what visitors see, and what becomes of it', () => {
    expect(words({ isPublished: false, wasShown: false, work: { titre: 'x' } })).toEqual(['Brouillon']);
    expect(words({ isPublished: false, work: { titre: 'x' } })).toEqual(['Retirée']);
    expect(words({})).toEqual(['Publiée']);
    expect(words({ work: { titre: 'x' } }, false)).toEqual(['Publié', 'Modifications non publiées']);
    expect(words({ publishedFrom: '2026-12-08T08:00:00Z' })).toEqual([
      'Prévue pour le mardi 8 décembre 2026 à 9 h, heure de Paris',
    ]);
    expect(words({ plannedFor: '2026-12-08T08:00:00Z', endsAt: '2026-12-09T08:30:00Z' })).toEqual([
      'Publiée',
      'Changement prévu le mardi 8 décembre 2026 à 9 h, heure de Paris',
      'Jusqu’au mercredi 9 décembre 2026 à 9 h 30, heure de Paris',
    ]);
    expect(words({ endsAt: '2026-11-30T08:00:00Z' })).toEqual(['Retirée']);
  });

  it('tells whether visitors see the text', () => {
    expect(isLive(PUBLISHED, NOW)).toBe(true);
    expect(isLive({ ...PUBLISHED, publishedFrom: '2026-12-08T08:00:00Z' }, NOW)).toBe(false);
    expect(isLive({ ...PUBLISHED, endsAt: '2026-12-01T00:00:00Z' }, NOW)).toBe(false);
  });
});
