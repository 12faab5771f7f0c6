import type { SiteState } from '../../src/storage/public-sites.ts';

/** What the database answers of a public site with one published theme, but for what is the test's own. */
export const siteState = (own: Partial<SiteState>): SiteState => ({
  site_id: 's',
  slug: 'a',
  contenu_maj_le: '1',
  parution: null,
  masque: false,
  cle_acces: null,
  hors_ligne: null,
  ancienne: false,
  principal: null,
  theme_id: 't',
  theme_maj_le: '1',
  ...own,
});
