import { Badge } from '../../parts/badge.tsx';
import { List } from '../../parts/list.tsx';
import { MainAddressButton } from './main-address.tsx';
import { headingId, NameHeading } from './name-heading.tsx';
import { OneDomain } from './one-domain.tsx';
import type { DomainsProps, OwnDomain } from './props.ts';
import type { Target } from './target.ts';

type AddressesProps = DomainsProps & { readonly target: Target };

/** Names whose way is asked for when the page opens; the others wait for their button. */
const ASKED_AT_ONCE = 3;

/** Every name at which a site answers, its own under the domain of the sites first. */
export function Addresses(props: AddressesProps) {
  const { domains } = props;
  const main = domains.find(({ isMain }) => isMain) ?? null;
  // The main one first; null is the site's own.
  const listed = [...(main ? [main] : []), null, ...domains.filter((domain) => domain !== main)];
  return (
    <>
      <p class="reading">
        {main === null
          ? 'Ce site répond à chacune de ces adresses. Les moteurs de recherche et les liens partagés montrent la principale.'
          : 'Les visiteurs voient l’adresse principale ; les autres y mènent, à la même page.'}
      </p>
      <List class="entries names" items={listed} keyOf={(domain) => domain?.host ?? ''}>
        {(domain) =>
          domain ? (
            <OneDomain {...props} {...{ domain }} isAskedAtOnce={listed.indexOf(domain) <= ASKED_AT_ONCE} />
          ) : (
            <OwnAddress {...props} main={main} />
          )
        }
      </List>
    </>
  );
}

function OwnAddress({ site, own, main, readOnly }: AddressesProps & { readonly main: OwnDomain | null }) {
  const heading = headingId('adresse', own);
  return (
    <article aria-labelledby={heading}>
      <NameHeading host={own} name={own} id={heading}>
        {main === null && <Badge isLive>Principale</Badge>}
      </NameHeading>
      <p class="soft">
        L’adresse que chaque site a ici. Son premier mot se change sous <a href={`${site.path}/ce-site`}>Ce site</a>.
      </p>
      {main !== null && readOnly === null && (
        <p class="acts">
          <MainAddressButton siteId={site.id} host={null} name={own} heading={heading} />
        </p>
      )}
    </article>
  );
}
