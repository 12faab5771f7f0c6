/** Time zones in French words. Pure: browsers load this too. */

/** The zone of a site that has chosen none, and of most readers. */
export const DEFAULT_ZONE = 'Europe/Paris';

/** What a site is offered, by part of the world: the name of the zone, and the words that follow « heure ». */
const OFFERED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  France: {
    'Europe/Paris': 'de Paris',
    'America/Guadeloupe': 'de Guadeloupe',
    'America/Martinique': 'de Martinique',
    'America/Cayenne': 'de Guyane',
    'Indian/Reunion': 'de La Réunion',
    'Indian/Mayotte': 'de Mayotte',
    'America/Miquelon': 'de Saint-Pierre-et-Miquelon',
    'America/St_Barthelemy': 'de Saint-Barthélemy',
    'America/Marigot': 'de Saint-Martin',
    'Pacific/Noumea': 'de Nouvelle-Calédonie',
    'Pacific/Tahiti': 'de Tahiti',
    'Pacific/Marquesas': 'des Marquises',
    'Pacific/Gambier': 'des Gambier',
    'Pacific/Wallis': 'de Wallis-et-Futuna',
    'Indian/Kerguelen': 'des Kerguelen',
  },
  Europe: {
    'Europe/Amsterdam': 'd’Amsterdam',
    'Europe/Andorra': 'd’Andorre',
    'Europe/Athens': 'd’Athènes',
    'Europe/Berlin': 'de Berlin',
    'Europe/Brussels': 'de Bruxelles',
    'Europe/Bucharest': 'de Bucarest',
    'Europe/Budapest': 'de Budapest',
    'Europe/Copenhagen': 'de Copenhague',
    'Europe/Dublin': 'de Dublin',
    'Europe/Helsinki': 'd’Helsinki',
    'Europe/Istanbul': 'd’Istanbul',
    'Europe/Kiev': 'de Kyiv',
    'Europe/Lisbon': 'de Lisbonne',
    'Europe/London': 'de Londres',
    'Europe/Luxembourg': 'de Luxembourg',
    'Europe/Madrid': 'de Madrid',
    'Europe/Monaco': 'de Monaco',
    'Europe/Moscow': 'de Moscou',
    'Europe/Oslo': 'd’Oslo',
    'Europe/Prague': 'de Prague',
    'Europe/Rome': 'de Rome',
    'Europe/Sofia': 'de Sofia',
    'Europe/Stockholm': 'de Stockholm',
    'Europe/Vienna': 'de Vienne',
    'Europe/Warsaw': 'de Varsovie',
    'Europe/Zurich': 'de Zurich',
    'Atlantic/Reykjavik': 'de Reykjavik',
    'Atlantic/Azores': 'des Açores',
    'Atlantic/Canary': 'des Canaries',
  },
  Afrique: {
    'Africa/Abidjan': 'd’Abidjan',
    'Africa/Algiers': 'd’Alger',
    'Indian/Antananarivo': 'd’Antananarivo',
    'Africa/Bamako': 'de Bamako',
    'Africa/Brazzaville': 'de Brazzaville',
    'Africa/Cairo': 'du Caire',
    'Africa/Casablanca': 'de Casablanca',
    'Indian/Comoro': 'des Comores',
    'Africa/Conakry': 'de Conakry',
    'Africa/Dakar': 'de Dakar',
    'Africa/Djibouti': 'de Djibouti',
    'Africa/Douala': 'de Douala',
    'Africa/Johannesburg': 'de Johannesburg',
    'Africa/Kigali': 'de Kigali',
    'Africa/Kinshasa': 'de Kinshasa',
    'Africa/Lagos': 'de Lagos',
    'Africa/Libreville': 'de Libreville',
    'Africa/Lome': 'de Lomé',
    'Africa/Lubumbashi': 'de Lubumbashi',
    'Indian/Mauritius': 'de Maurice',
    'Africa/Nairobi': 'de Nairobi',
    'Africa/Ndjamena': 'de N’Djaména',
    'Africa/Niamey': 'de Niamey',
    'Africa/Nouakchott': 'de Nouakchott',
    'Africa/Ouagadougou': 'de Ouagadougou',
    'Indian/Mahe': 'des Seychelles',
    'Africa/Tripoli': 'de Tripoli',
    'Africa/Tunis': 'de Tunis',
  },
  Amérique: {
    'America/Bogota': 'de Bogota',
    'America/Buenos_Aires': 'de Buenos Aires',
    'America/Chicago': 'de Chicago',
    'America/Denver': 'de Denver',
    'America/Halifax': 'd’Halifax',
    'America/Los_Angeles': 'de Los Angeles',
    'America/Mexico_City': 'de Mexico',
    'America/Moncton': 'de Moncton',
    'America/Montreal': 'de Montréal',
    'America/New_York': 'de New York',
    'America/Port-au-Prince': 'de Port-au-Prince',
    'America/Santiago': 'de Santiago',
    'America/Sao_Paulo': 'de São Paulo',
    'America/St_Johns': 'de Saint-Jean de Terre-Neuve',
    'America/Vancouver': 'de Vancouver',
    'America/Winnipeg': 'de Winnipeg',
  },
  'Asie et Océanie': {
    'Pacific/Auckland': 'd’Auckland',
    'Asia/Bangkok': 'de Bangkok',
    'Asia/Beirut': 'de Beyrouth',
    'Asia/Calcutta': 'de Calcutta',
    'Asia/Dubai': 'de Dubaï',
    'Asia/Hong_Kong': 'de Hong Kong',
    'Asia/Saigon': 'd’Hô-Chi-Minh-Ville',
    'Asia/Jerusalem': 'de Jérusalem',
    'Asia/Phnom_Penh': 'de Phnom Penh',
    'Asia/Vientiane': 'de Vientiane',
    'Pacific/Efate': 'du Vanuatu',
    'Asia/Seoul': 'de Séoul',
    'Asia/Shanghai': 'de Shanghai',
    'Asia/Singapore': 'de Singapour',
    'Australia/Sydney': 'de Sydney',
    'Asia/Tokyo': 'de Tokyo',
  },
};

const WORDS: ReadonlyMap<string, string> = new Map(Object.values(OFFERED).flatMap((zones) => Object.entries(zones)));

export interface OfferedZone {
  readonly zone: string;
  /** « heure de Paris » */
  readonly words: string;
}

/** The zones that a site is offered, by part of the world. Any other zone that `isZone` knows may be written by the API. */
export const offeredZones = (): readonly { readonly part: string; readonly zones: readonly OfferedZone[] }[] =>
  Object.entries(OFFERED).map(([part, zones]) => ({
    part,
    zones: Object.entries(zones).map(([zone, words]) => ({ zone, words: `heure ${words}` })),
  }));

/** « heure de Paris », « heure d’Athènes »; of a zone that is not offered, by the city in its name. */
export function zoneWords(zone: string): string {
  const words = WORDS.get(zone);
  if (words !== undefined) return `heure ${words}`;
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  if (!zone.includes('/') || zone.startsWith('Etc/')) return `heure ${city}`;
  return `heure ${/^[AEIOU]/.test(city) ? 'd’' : 'de '}${city}`;
}

/** Whether a text names a time zone, by the list of the IANA that this machine has. An offset is none: no clock on a wall has one all year. */
export function isZone(text: string): boolean {
  if (!/^[A-Z]/i.test(text)) return false;
  try {
    new Intl.DateTimeFormat('fr', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** The zone of a site. @param settings the tab `general` of its settings; a zone in it that is unknown here counts as the default one */
export function zoneOf({ fuseau }: { readonly [name: string]: unknown }): string {
  return typeof fuseau === 'string' && isZone(fuseau) ? fuseau : DEFAULT_ZONE;
}
