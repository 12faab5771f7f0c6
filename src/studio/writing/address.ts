import { isPageSlug } from '../../content/slugs.ts';
import { addressWords } from '../../text/address-words.ts';

/** The longest address of a text behind its folder, characters. */
const LENGTH = 80;

/** What a title is called in an address: « Fermé le 8 décembre » is `ferme-le-8-decembre`; empty for a title without letters. */
export function addressOfTitle(title: string): string {
  let address = '';
  for (const word of addressWords(title)) {
    const longer = address === '' ? word.slice(0, LENGTH) : `${address}-${word}`;
    if (longer.length > LENGTH) break;
    address = longer;
  }
  return address;
}

/** The form of an address that nobody has chosen: that of a text which was saved without one. */
const STANDING_IN = /^(?:page|article)-[0-9a-f]{8}$/;

/** Whether an address comes from a title, with a number behind where another text had the address. */
const isOfTitle = (address: string, title: string): boolean => {
  const own = addressOfTitle(title);
  return (
    own !== '' &&
    (address === own || (address.startsWith(`${own}-`) && /^\d{1,3}$/.test(address.slice(own.length + 1))))
  );
};

/** Whether nobody has chosen an address. @param title of the text, from which the address may come */
export const isProposed = (address: string, title: string): boolean =>
  STANDING_IN.test(address) || isOfTitle(address, title);

/**
 * The address that follows a title which is being typed.
 * @param before the title until now
 * @returns null where somebody has chosen the address, or the title has none
 */
export function followedAddress(address: string, before: string, title: string, isPage: boolean): string | null {
  if (!isProposed(address, before) && !(address === '' && before === '')) return null;
  const next = addressOfTitle(title);
  if (next === '') return null;
  return isPage && !isPageSlug(next) ? `${next}-1` : next;
}
