import { LRUCache } from 'lru-cache';
import type { Visit } from '../../sites/public-pages.ts';
import { viewKey } from '../../sites/views.ts';
import { tagOf } from '../entity-tags.ts';

/** Tags of the pages that are asked for most: making one took a fortieth of what a page costs this process. */
const tags = new LRUCache<string, string>({ max: 10_000, memoMethod: (madeOf) => tagOf(madeOf) });

/**
 * The tag, without `W/`, of the page that a visit gets, known before anything is rendered: it is made of all that decides what
 * the page shows, but for the nonce. It is sent only with pages that were rendered without reading the clock: from the same
 * input they are always the same, so a visitor who sends the tag has that page. A visitor who guesses a tag gets a 304 for a page
 * that may not exist, which harms nobody else.
 * @param build what makes pages of themes and contents here
 * @returns null where no theme shows anything
 */
export function pageTag(build: string, { address, finding, view, demande }: Omit<Visit, 'nonce'>): string | null {
  const { answer: state } = finding;
  if (!view || !state?.theme_id || !state.theme_maj_le) return null;
  const { site_id, contenu_maj_le, theme_id, theme_maj_le } = state;
  // No part but the last has a blank.
  return tags.memo(
    `${build} ${theme_id} ${theme_maj_le} ${contenu_maj_le} ${address.host} ${demande} ${viewKey(site_id, view)}`,
  );
}
