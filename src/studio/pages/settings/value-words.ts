/** Values of the settings in words, for who must choose between two of them. Pure. */
import { isRecord } from '../../../../engine/json/values.ts';
import { ACTIVITIES } from '../../../text/activities.ts';
import { POSTAL_LABELS, POSTAL_PARTS } from '../../../text/site-facts/contact.ts';
import { daysWords, isDay } from '../../../text/site-facts/exceptions.ts';
import { DAYS, hoursWords, readSpans } from '../../../text/site-facts/hours.ts';
import { NETWORKS } from '../../../text/site-facts/networks.ts';
import { zoneWords } from '../../../text/zone-names.ts';
import { dayPath, typedExceptions } from './typed-hours.ts';

const LABELS: Readonly<Record<string, string>> = {
  activite: 'Activité',
  description: 'Description',
  fuseau: 'Fuseau horaire',
  image: 'Image des liens partagés',
  masque: 'Moteurs de recherche',
  telephone: 'Téléphone',
  courriel_public: 'Courriel montré aux visiteurs',
  email: 'Courriel qui reçoit les messages',
  ...Object.fromEntries(POSTAL_PARTS.map((part) => [`adresse_postale.${part}`, POSTAL_LABELS[part]])),
  exceptions: 'Fermetures et horaires particuliers',
  ...Object.fromEntries(DAYS.map(({ id, name }) => [dayPath(id), `Horaires : ${name.toLowerCase()}`])),
  ...Object.fromEntries(NETWORKS.map(({ id, name }) => [id, name])),
};

/** What a value is called. */
export const labelOf = (path: string): string => (Object.hasOwn(LABELS, path) && LABELS[path]) || 'Un autre réglage';

/** @param value of JSON; undefined for none */
export function valueWords(path: string, value: unknown): string {
  if (path.startsWith('horaires.') && Array.isArray(value)) return hoursIn(value);
  if (path === 'exceptions' && Array.isArray(value))
    return typedExceptions(value).map(exceptionWords).join('\n') || NOTHING;
  if (path === 'masque') return value === true ? 'Site caché' : 'Site montré';
  if (value === undefined || value === '') return NOTHING;
  if (path === 'activite') return ACTIVITIES.find(({ type }) => type === value)?.words ?? String(value);
  if (path === 'fuseau') return zoneWords(String(value));
  return typeof value === 'string' ? value : isRecord(value) ? 'Des valeurs d’un programme' : String(value);
}

const NOTHING = '(rien)';

const hoursIn = (spans: unknown): string => hoursWords(readSpans(spans));

function exceptionWords({ du, au, libelle, plages }: ReturnType<typeof typedExceptions>[number]): string {
  const days = isDay(du) && isDay(au) ? daysWords(du, au) : [du, au].join(' – ');
  return [libelle, days, hoursIn(plages)].filter((part) => part !== '').join(', ');
}
