import { inactivityOf } from '../../accounts/access.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { findHandOver } from '../../storage/hand-overs.ts';
import { listInvitations } from '../../storage/invitations.ts';
import { listMembers } from '../../storage/members.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { isolated } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import { addressOf, type PageSources } from './studio-pages.ts';
import { siteLink, type Visitor } from './visitor.ts';

/** `/studio/<site>/membres`: who works on a site. */
export async function openMembersPage(
  { database: { service }, isMailed }: PageSources,
  { account }: Visitor,
  site: MemberSite,
): Promise<StudioPage> {
  const db = withCredential(service);
  const isOwner = site.role === 'proprietaire';
  const [members, invitations, asked] = await Promise.all([
    listMembers(db, site.id),
    isOwner ? listInvitations(db, site.id) : [],
    findHandOver(db, site.id),
  ]);
  const inactivity = inactivityOf(site);
  return {
    title: `${isolated(site.nom)} – membres`,
    site,
    section: 'members',
    view: 'members',
    props: {
      site: { id: site.id, ...siteLink(site) },
      account: { id: account.id, ...addressOf(account, isMailed) },
      isOwner,
      inactivity: inactivity && { reason: String(inactivity.body.message), isReader: false },
      members,
      invitations,
      handOver: asked && { from: asked.from, to: asked.to, askedAt: asked.askedAt },
      now: Date.now(),
    },
  };
}
