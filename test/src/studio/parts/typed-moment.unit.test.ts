import { describe, expect, it } from 'vitest';
import { readMoment, typedFrom } from '../../../../src/studio/parts/typed-moment.ts';

const NOW = Date.parse('2026-03-28T12:00:00Z');
const read = (day: string, time: string, turn: 'first' | 'second' | null = null, after: number | null = NOW) => {
  const { sentence, ...rest } = readMoment({ day, time, turn }, { zone: 'Europe/Paris', whenEmpty: 'Rien.', after });
  return { ...rest, sentence: sentence.replaceAll('\u00a0', ' ') };
};

describe('the fields of a moment', () => {
  it('say the moment in words', () => {
    expect(read('2026-12-08', '09:00')).toEqual({
      moment: { kind: 'chosen', instant: '2026-12-08T08:00:00.000Z' },
      sentence: 'mardi 8 décembre 2026 à 9 h, heure de Paris.',
      ...{ isWrong: false, twice: null, next: null },
    });
  });

  it('are empty, or want what is missing, which is not wrong yet', () => {
    expect(read('', '')).toMatchObject({ moment: { kind: 'empty' }, sentence: 'Rien.' });
    expect(read('2026-12-08', '')).toMatchObject({ moment: { kind: 'refused' }, sentence: 'Donnez aussi l’heure.' });
    expect(read('', '09:00')).toMatchObject({ moment: { kind: 'refused' }, isWrong: false });
  });

  it('refuse a time that the clocks leap over, and offer the one that follows', () => {
    const { sentence, next, ...rest } = read('2026-03-29', '02:30');
    expect(rest).toMatchObject({ isWrong: true, twice: null, moment: { kind: 'refused' } });
    expect(sentence).toBe(
      'Ce jour-là, les horloges avancent : 2 h 30 n’existe pas. Le moment qui suit est dimanche 29 mars 2026 à 3 h.',
    );
    expect(next?.typed).toEqual({ day: '2026-03-29', time: '03:00', turn: null });
  });

  it('ask which one of a time that comes twice', () => {
    expect(read('2026-10-25', '02:30')).toMatchObject({ moment: { kind: 'refused' }, isWrong: false });
    for (const [turn, instant, words] of [
      ['first', '2026-10-25T00:30:00.000Z', 'avant'],
      ['second', '2026-10-25T01:30:00.000Z', 'après'],
    ] as const) {
      const { moment, twice, sentence } = read('2026-10-25', '02:30', turn);
      expect(moment).toEqual({ kind: 'chosen', instant });
      expect(twice).toBe('2\u00a0h\u00a030');
      expect(sentence).toContain(`2 h 30, ${words} le recul des horloges`);
      expect(typedFrom(instant, 'Europe/Paris')).toEqual({ day: '2026-10-25', time: '02:30', turn });
    }
  });

  it('refuse what has passed, where that is wanted', () => {
    expect(read('2026-03-28', '13:00')).toMatchObject({ moment: { kind: 'refused' }, isWrong: true });
    expect(read('2026-03-28', '13:01').moment.kind).toBe('chosen');
    expect(read('1999-03-28', '13:00', null, null).moment.kind).toBe('chosen');
  });

  it('begin with an instant, or empty', () => {
    expect(typedFrom(null, 'Europe/Paris')).toEqual({ day: '', time: '', turn: null });
    expect(typedFrom('2026-12-08T08:00:00.000001Z', 'Europe/Paris')).toEqual({
      day: '2026-12-08',
      time: '09:00',
      turn: null,
    });
  });
});
