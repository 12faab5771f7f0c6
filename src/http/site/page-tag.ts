import { LRUCache } from 'lru-cache';
import type { Visit } from '../../sites/public-pages.ts';
import { viewKey } from '../../sites/views.ts';
import { tagOf } from '../entity-tags.ts';

/** Tags of the pages that are asked for most: making one took a fortieth of what a page costs this process. */
const tags = new LRUCache<string, string>({ max: 10_000, memoMethod: (madeOf) => tagOf(madeOf) });

/**
 * The tag, without `W/`, of the page that a visit gets, known before anything is rendered: it is made of all that decides what
 * the page shows, but for the nonce. It goes out only with a page that a program gave without reading the clock, and the same
 * program gives the same from the same; so a visitor who names it has that page. One who guesses it is told that a page that is
 * not there has not changed, and harms nobody else.
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
