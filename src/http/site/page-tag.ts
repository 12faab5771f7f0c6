import { LRUCache } from 'lru-cache';
import { atMost } from '../../../concurrency/at-most.ts';
import type { Visit } from '../../sites/public-pages.ts';
import { viewKey } from '../../sites/views.ts';
import { contentVersion } from '../../storage/public-sites.ts';
import { tagOf } from '../entity-tags.ts';

/** Tags of the pages that are asked for most: making one is a fortieth of what a page costs this process. */
const tags = new LRUCache<string, string>({ ...atMost(10_000), memoMethod: (madeOf) => tagOf(madeOf) });

/**
 * The entity tag, without `W/`, of the page that a visit gets, known before the page is rendered. It is made of everything that decides what
 * the page shows, except the nonce (docs/decisions/no-cache-of-pages.md). Only pages that were rendered without reading the clock carry it: the same input gives the same page, so
 * a visitor who sends the tag has that page. A visitor who guesses a tag gets a 304 for a page that may not exist, which harms nobody
 * else.
 * @param build identifies the program's code that makes pages (`program-build.ts`)
 * @returns null where no theme shows anything
 */
export function pageTag(
  build: string,
  { address, finding, view, demande }: Pick<Visit, 'address' | 'finding' | 'view' | 'demande'>,
): string | null {
  const { answer: state } = finding;
  if (!view || !state?.theme_id || !state.theme_maj_le) return null;
  const { site_id, theme_id, theme_maj_le } = state;
  // Blanks separate the parts without doubt: only the last may have one.
  return tags.memo(
    `${build} ${theme_id} ${theme_maj_le} ${contentVersion(state)} ${address.host} ${demande} ${viewKey(site_id, view)}`,
  );
}
