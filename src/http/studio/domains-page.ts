import { inactivityOf } from '../../accounts/access.ts';
import { shownHost } from '../../domains/letters.ts';
import { proofNameOf, proofTextOf } from '../../domains/proof.ts';
import { registeredDomain } from '../../domains/suffixes.ts';
import { listClaims } from '../../storage/domain-claims.ts';
import { listDomains } from '../../storage/domains.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { DomainName, ProofRecord } from '../../studio/pages/domains/props.ts';
import { isolated } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import type { PageSources } from './studio-pages.ts';
import { siteLink } from './visitor.ts';

const FOR_OWNERS = 'Seul un propriétaire du site change ses noms de domaine et son adresse principale.';

/** `/studio/<site>/domaines`: the names at which visitors reach a site. What servers of names say, the page asks for itself. */
export async function openDomainsPage(
  { database: { management }, sitesDomain }: PageSources,
  site: MemberSite,
  isHttps: boolean,
): Promise<StudioPage> {
  const isOwner = site.role === 'proprietaire';
  const [domains, claims] = await Promise.all([
    listDomains(management, site.id),
    isOwner ? listClaims(management, site.id) : [],
  ]);
  const inactivity = inactivityOf(site);
  const whyNot = inactivity && { reason: String(inactivity.body.message), isReader: false };
  return {
    title: `${isolated(site.nom)} – domaines`,
    site,
    section: 'domains',
    view: 'domains',
    props: {
      site: { id: site.id, ...siteLink(site) },
      own: `${site.slug}.${sitesDomain}`,
      domains: domains.map(
        ({ hote, principal: isMain, prouve_le: provenAt, certificat_le: certificateAt, ...lost }) => ({
          ...nameOf(hote),
          ...{ isMain, provenAt, certificateAt },
          lost:
            isOwner && lost.libre_le !== null && lost.jeton !== null
              ? { record: recordOf(hote, lost.jeton), freeAt: lost.libre_le }
              : null,
        }),
      ),
      claims: claims.map(({ hote, jeton, expire_le: expiresAt }) => ({
        ...nameOf(hote),
        record: recordOf(hote, jeton),
        expiresAt,
      })),
      ...{ isHttps, isOwner },
      readOnly: isOwner ? whyNot : { reason: FOR_OWNERS, isReader: true },
    },
  };
}

const recordOf = (host: string, token: string): ProofRecord => ({
  ...{ name: proofNameOf(host), short: partsOf(proofNameOf(host)).before, value: proofTextOf(token) },
});

const nameOf = (host: string): DomainName => {
  const { zone, before } = partsOf(host);
  return { host, name: shownHost(host), zone: shownHost(zone), before };
};

/** The registered name that a host name is of, and what stands before it. */
function partsOf(host: string): { readonly zone: string; readonly before: string } {
  // An operator gives names that nobody can register, too: they are their own zone.
  const zone = registeredDomain(host) ?? host;
  return { zone, before: host === zone ? '' : host.slice(0, -zone.length - 1) };
}
