import type { SiteContent } from '../../../engine/index.ts';
import { activityType } from '../activities.ts';
import { isRecord } from '../json.ts';
import { isOuterPicture } from '../outer-pictures.ts';
import { zoneOf } from '../zone-names.ts';
import { localAt } from '../zoned-times.ts';
import { postalLines, readPostalAddress, readPublicMail, readTelephone } from './contact.ts';
import { comingExceptions, daysWords, readExceptions } from './exceptions.ts';
import { DAYS, hoursWords, readHours, type Span } from './hours.ts';
import { readNetworks } from './networks.ts';

/** Stored values of settings by tab, as owners, programs and older releases left them. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** Longest address of a picture, UTF-16 code units. */
const IMAGE_UNITS = 2_000;

type Facts = Omit<SiteContent['site'], 'nom' | 'slug' | 'description' | 'adresse' | 'image'>;

const openHours = (plages: readonly Span[]) => ({ ferme: plages.length === 0, plages, texte: hoursWords(plages) });

/** The picture of shared links: an address of the library, or of another site; empty without one. */
export function sharedImage(stored: StoredSettings): string {
  const { image } = isRecord(stored.seo) ? stored.seo : {};
  return typeof image === 'string' && image.length <= IMAGE_UNITS && isOuterPicture(image) ? image : '';
}

/**
 * What themes are told of a house. Ill-formed parts are left out; what nothing is said of, is absent.
 * @param written when the content of the site was written last, ISO 8601: exceptions that were over by then, on a clock of the site, are left out
 */
export function siteFacts(stored: StoredSettings, written: string): Facts {
  const tab = (name: string) => (isRecord(stored[name]) ? stored[name] : {});
  const { general, contact } = { general: tab('general'), contact: tab('contact') };
  const postal = readPostalAddress(contact.adresse_postale);
  const week = readHours(contact.horaires);
  const days = DAYS.flatMap(({ id, name, schema }) => {
    const spans = week[id];
    return spans ? [{ jour: name, schema, ...openHours(spans) }] : [];
  });
  const { day } = localAt(written, zoneOf(general));
  const exceptions = comingExceptions(readExceptions(contact.exceptions), day);
  const networks = readNetworks(stored.reseaux);
  const [telephone, courriel] = [readTelephone(contact.telephone), readPublicMail(contact.courriel_public)];
  return {
    activite: activityType(general.activite, postal !== null),
    ...(telephone && { telephone }),
    ...(courriel && { courriel }),
    ...(postal && { adresse_postale: { ...postal, texte: postalLines(postal).join('\n') } }),
    ...(days.length > 0 && { horaires: days }),
    ...(exceptions.length > 0 && {
      exceptions: exceptions.map(({ plages, ...said }) => ({
        ...{ ...said, dates: daysWords(said.du, said.au) },
        ...openHours(plages),
      })),
    }),
    ...(networks.length > 0 && {
      reseaux: networks.map(({ id, name, address }) => ({ id, nom: name, adresse: address })),
    }),
  };
}
