import { describe, expect, it } from 'vitest';
import { isZone, offeredZones, zoneWords } from '../../../src/text/zone-names.ts';
import { DEFAULT_ZONE, instantAt, localAt, momentWords, zoneOf } from '../../../src/text/zoned-times.ts';

const words = (instant: string, zone = DEFAULT_ZONE) => momentWords(instant, zone).replaceAll('\u00a0', ' ');

describe('a moment in words', () => {
  it.each([
    ['2026-12-08T08:00:00Z', 'Europe/Paris', 'mardi 8 décembre 2026 à 9 h, heure de Paris'],
    ['2026-12-08T08:05:59.999999Z', 'Europe/Paris', 'mardi 8 décembre 2026 à 9 h 05, heure de Paris'],
    ['2026-12-31T23:00:00Z', 'Europe/Paris', 'vendredi 1er janvier 2027 à 0 h, heure de Paris'],
    ['2026-07-14T20:30:00Z', 'Indian/Reunion', 'mercredi 15 juillet 2026 à 0 h 30, heure de La Réunion'],
    ['2026-07-14T20:30:00Z', 'America/Montreal', 'mardi 14 juillet 2026 à 16 h 30, heure de Montréal'],
    [
      '2026-10-25T00:30:00Z',
      'Europe/Paris',
      'dimanche 25 octobre 2026 à 2 h 30, avant le recul des horloges, heure de Paris',
    ],
    [
      '2026-10-25T01:30:00Z',
      'Europe/Paris',
      'dimanche 25 octobre 2026 à 2 h 30, après le recul des horloges, heure de Paris',
    ],
    ['2026-10-25T02:00:00Z', 'Europe/Paris', 'dimanche 25 octobre 2026 à 3 h, heure de Paris'],
  ])('%s in %s', (instant, zone, said) => expect(words(instant, zone)).toBe(said));

  it('refuses what is no instant, and no zone', () => {
    expect(() => momentWords('demain', DEFAULT_ZONE)).toThrow(RangeError);
    expect(() => momentWords('2026-12-08T08:00:00Z', 'Europe/Nantes')).toThrow(RangeError);
  });
});

describe('a date and time', () => {
  it.each([
    ['2026-03-29', '01:59', { kind: 'one', instant: '2026-03-29T00:59:00.000Z' }],
    ['2026-03-29', '02:00', { kind: 'none', next: '2026-03-29T01:00:00.000Z' }],
    ['2026-03-29', '02:59', { kind: 'none', next: '2026-03-29T01:00:00.000Z' }],
    ['2026-03-29', '03:00', { kind: 'one', instant: '2026-03-29T01:00:00.000Z' }],
    ['2026-10-25', '01:59', { kind: 'one', instant: '2026-10-24T23:59:00.000Z' }],
    ['2026-10-25', '02:00', { kind: 'two', first: '2026-10-25T00:00:00.000Z', second: '2026-10-25T01:00:00.000Z' }],
    ['2026-10-25', '02:59', { kind: 'two', first: '2026-10-25T00:59:00.000Z', second: '2026-10-25T01:59:00.000Z' }],
    ['2026-10-25', '03:00', { kind: 'one', instant: '2026-10-25T02:00:00.000Z' }],
  ])('%s at %s in Paris', (day, time, named) => expect(instantAt(day, time, 'Europe/Paris')).toEqual(named));

  it('knows a day that an island has left out, and a change of half an hour', () => {
    expect(instantAt('2011-12-30', '12:00', 'Pacific/Apia')).toEqual({
      kind: 'none',
      next: '2011-12-30T10:00:00.000Z',
    });
    expect(instantAt('2026-04-05', '01:45', 'Australia/Lord_Howe')).toEqual({
      kind: 'two',
      first: '2026-04-04T14:45:00.000Z',
      second: '2026-04-04T15:15:00.000Z',
    });
  });

  it('is a date of the calendar', () => {
    for (const [day, time] of [
      ['2026-02-30', '09:00'],
      ['2026-13-01', '09:00'],
      ['2026-12-08', '24:01'],
      ['2026-12-08', ''],
      ['', '09:00'],
      ['12026-12-08', '09:00'],
    ] as const) {
      expect(() => instantAt(day, time, DEFAULT_ZONE), `${day} ${time}`).toThrow(RangeError);
    }
    expect(instantAt('0001-01-01', '12:00', 'UTC')).toEqual({ kind: 'one', instant: '0001-01-01T12:00:00.000Z' });
  });

  it('is what a clock shows at an instant, seconds aside', () => {
    expect(localAt('2026-12-08T08:05:59.999999Z', 'Europe/Paris')).toEqual({ day: '2026-12-08', time: '09:05' });
    expect(localAt('2026-12-31T23:30:00+00:00', 'Asia/Tokyo')).toEqual({ day: '2027-01-01', time: '08:30' });
    expect(localAt('1890-06-01T00:00:00Z', 'Europe/Paris')).toEqual({ day: '1890-06-01', time: '00:09' });
  });
});

describe('the zone of a site', () => {
  it('is Paris where none is chosen, or none that is known', () => {
    expect(zoneOf({ fuseau: 'Pacific/Noumea', nom: 'x' })).toBe('Pacific/Noumea');
    for (const fuseau of [undefined, null, 3, '', 'Europe/Nantes', '+02:00', '__proto__']) {
      expect(zoneOf({ fuseau })).toBe('Europe/Paris');
    }
  });

  it('is offered with its words, each once, and only where it is known', () => {
    const zones = offeredZones().flatMap((part) => part.zones);
    expect(zones.filter(({ zone }) => !isZone(zone))).toEqual([]);
    expect(new Set(zones.map(({ zone }) => zone)).size).toBe(zones.length);
    expect(new Set(zones.map((offered) => offered.words)).size).toBe(zones.length);
    for (const { words: said } of zones) {
      expect(said).toMatch(/^heure (?:de (?![AEIOUÀÉÎÔ](?!uagadougou))|d’[AEIOUH]|des |du )/);
    }
  });

  it('has words also where it is not offered', () => {
    expect(zoneWords('America/Argentina/Ushuaia')).toBe('heure d’Ushuaia');
    expect(zoneWords('America/Argentina/Rio_Gallegos')).toBe('heure de Rio Gallegos');
    expect(zoneWords('UTC')).toBe('heure UTC');
    expect(zoneWords('Etc/GMT+5')).toBe('heure GMT+5');
  });
});
