import { Page, Section } from '../../frame/page.tsx';
import { Name } from '../../parts/name.tsx';
import { ReasonNotice } from '../../parts/notice.tsx';
import { AddDomain } from './add-domain.tsx';
import { Addresses } from './addresses.tsx';
import { Claims } from './claims.tsx';
import type { DomainsProps } from './props.ts';
import { useTarget } from './target.ts';

/** `/studio/<site>/domaines`: the names at which visitors reach a site, and the way to another one. */
export function DomainsPage(props: DomainsProps) {
  const { site, claims, domains, isOwner, readOnly } = props;
  const target = useTarget(site.id, isOwner && claims.length + domains.length > 0);
  return (
    <Page
      title="Domaines"
      beside={
        <p class="soft">
          <Name of={site.name} />
        </p>
      }
    >
      <ReasonNotice why={readOnly} />
      <Section title="Adresses de ce site" id="adresses">
        <Addresses {...props} target={target} />
      </Section>
      {claims.length > 0 && (
        <Section title="Noms à prouver" id="a-prouver">
          <Claims {...props} target={target} />
        </Section>
      )}
      {readOnly === null && (
        <Section title="Ajouter un nom de domaine" id="ajouter">
          <AddDomain siteId={site.id} />
        </Section>
      )}
    </Page>
  );
}
