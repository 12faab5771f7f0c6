import { inactivityOf } from '../../accounts/access.ts';
import type { SiteOverview } from '../../storage/site-overviews.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { SiteFacts } from '../../studio/frame/props.ts';
import { ROLE_WORDS } from '../../text/roles.ts';
import type { NavigationSources } from './document.ts';
import { stateWord } from './french.ts';
import { siteLink } from './visitor.ts';

/** What pages say of a site. @param overview of the site, where it has one */
export function siteFacts(
  { originOf }: Pick<NavigationSources, 'originOf'>,
  site: MemberSite,
  overview: SiteOverview | undefined,
): SiteFacts {
  const inactivity = inactivityOf(site);
  return {
    id: site.id,
    ...siteLink(site),
    addresses: [originOf(site), ...(overview?.domains ?? []).map((host) => `https://${host}`)],
    state: stateWord(site),
    role: ROLE_WORDS[site.role],
    inactivity: inactivity && String(inactivity.body.message),
  };
}
