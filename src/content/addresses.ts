import { type AddressPlace, addressesLike } from '../storage/free-addresses.ts';
import type { Queryable } from '../storage/statement.ts';
import { addressWords } from '../text/address-words.ts';
import { BLOG_SLUG, isPageSlug } from './slugs.ts';

/** Longest address, characters. */
const LONGEST = 80;
/** The longest number behind an address, with its hyphen, characters. */
const NUMBER = 6;
/** What an address is made of where nothing of it can be used. */
const NAMELESS = { page: 'page', article: 'article', blog: 'blog' } as const;

/** Whether a text may have an address at this place, and a free one that is like it. */
export interface FreeAddress {
  readonly libre: boolean;
  /** The address itself, where it is free. */
  readonly proposee: string;
}

/** @param wanted any text: what cannot stand in an address is left out of the proposal */
export async function findFreeAddress(
  db: Queryable,
  siteId: string,
  place: AddressPlace,
  wanted: string,
): Promise<FreeAddress> {
  const isAddress = place.genre === 'page' ? isPageSlug : (slug: string) => BLOG_SLUG.test(slug);
  const plain = addressWords(wanted).join('-').slice(0, LONGEST).replace(/-$/, '');
  const stem = plain === '' ? NAMELESS[place.genre] : plain;
  const beginning = stem.slice(0, LONGEST - NUMBER).replace(/-+$/, '');
  const taken = await addressesLike(db, siteId, place, { beginning, wanted });
  if (isAddress(wanted) && !taken.has(wanted)) return { libre: true, proposee: wanted };
  if (isAddress(stem) && !taken.has(stem)) return { libre: false, proposee: stem };
  for (let n = 2; ; n++) {
    const proposed = `${beginning}-${n}`;
    if (!taken.has(proposed)) return { libre: false, proposee: proposed };
  }
}
