import { inactivityOf } from '../../accounts/access.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { formerSlugs } from '../../storage/slugs.ts';
import { isolated } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import { endsOf } from './site-ends.ts';
import type { PageSources } from './studio-pages.ts';
import { siteLink } from './visitor.ts';

const FOR_OWNERS = 'Seul un propriétaire du site change son nom et son adresse.';

/** `/studio/<site>/ce-site`: the name, the address and the end of a site. */
export async function openThisSitePage(
  { database: { management }, sitesDomain }: PageSources,
  site: MemberSite,
): Promise<StudioPage> {
  const former = await formerSlugs(management, site.id);
  const inactivity = inactivityOf(site);
  const refusal = site.role === 'proprietaire' ? inactivity && String(inactivity.body.message) : FOR_OWNERS;
  return {
    title: `${isolated(site.nom)} – ce site`,
    site,
    section: 'this-site',
    view: 'this-site',
    props: {
      names: {
        site: { id: site.id, slug: site.slug, ...siteLink(site) },
        domain: sitesDomain,
        former,
        refusal,
      },
      ends: endsOf(site),
    },
  };
}
