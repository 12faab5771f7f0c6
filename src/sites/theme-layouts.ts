import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/at-most.ts';
import type { SiteState } from '../storage/public-sites.ts';
import { hasLayout } from '../storage/public-themes.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { DatabaseWatch } from './database-watch.ts';

const REMEMBERED_VERSIONS = 100_000;

interface ThemeVersion {
  readonly siteId: string;
  readonly themeId: string;
}

/** Which sites have a published theme that can render, asked once per version of a theme (docs/rules.md, Rule 2). */
export class ThemeLayouts {
  readonly #known: LRUCache<string, boolean, ThemeVersion>;

  /** @param db pools with the public role */
  constructor(db: RolePools, watch: DatabaseWatch) {
    this.#known = new LRUCache({
      ...atMost(REMEMBERED_VERSIONS),
      fetchMethod: (_key, _stale, { context: { siteId, themeId } }) => {
        watch.assertPresent();
        return hasLayout(db, siteId, themeId);
      },
    });
  }

  /** @throws what `isOutOfReach` recognises when the database is away and the answer is not known */
  async canRender({ site_id: siteId, theme_id: themeId, theme_maj_le: version }: SiteState): Promise<boolean> {
    if (!themeId || !version) return false;
    const answer = await this.#known.fetch(`${themeId} ${version}`, { context: { siteId, themeId } });
    return answer === true;
  }
}
