import type { ListedText, TextGenre } from '../../storage/content-lists.ts';
import { localAt, momentWords } from '../../text/zoned-times.ts';

const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

/** « 8 décembre 2026 », the day of an instant in a zone. @param instant ISO 8601 */
export const dayIn = (instant: string, zone: string): string =>
  DAY.format(new Date(`${localAt(instant, zone).day}T00:00Z`));

/** What visitors see of a text and what becomes of it, in words. @param zone of the site, in which instants are told */
export function stateWords(
  genre: TextGenre,
  { etat, en_travail, publie_le, retire_le, prevu_le }: ListedText,
  zone: string,
): readonly string[] {
  const moment = (instant: string) => momentWords(instant, zone);
  const e = genre === 'pages' ? 'e' : '';
  if (etat === 'brouillon') return ['Brouillon'];
  if (etat === 'retire') return [`Retiré${e}`];
  return [
    etat === 'prevu' && publie_le !== null ? `Prévu${e} pour le ${moment(publie_le)}` : `Publié${e}`,
    ...(en_travail ? ['Modifications non publiées'] : []),
    ...(prevu_le === null ? [] : [`Changement prévu le ${moment(prevu_le)}`]),
    ...(retire_le === null ? [] : [`Jusqu’au ${moment(retire_le)}`]),
  ];
}
