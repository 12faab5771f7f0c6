import type { ComponentChildren } from 'preact';
import { announce } from '../../live/live.tsx';
import { CopiedText } from '../../parts/copied-text.tsx';
import { Facts } from '../../parts/list.tsx';
import { Loading } from '../../parts/loading.tsx';
import type { DomainName, DomainsProps } from './props.ts';
import type { Target } from './target.ts';

interface RecordProps {
  readonly type: 'TXT' | 'A' | 'AAAA' | 'CNAME';
  /** The name as a zone has it; empty for the zone itself. */
  readonly name: string;
  readonly value: string;
}

/** What one enters at the registrar, with buttons that copy it. */
export const DnsRecord = ({ type, name, value }: RecordProps) => (
  <Facts
    class="facts record"
    facts={[
      ['Type', type],
      ['Nom', name === '' ? <ZoneItself key="nom" /> : <Copied key="nom" text={name} label="Copier le nom" />],
      ['Valeur', <Copied key="valeur" text={value} label="Copier la valeur" />],
    ]}
  />
);

const ZoneItself = () => (
  <span>
    <code>@</code>, ou rien, selon ce que demande votre bureau d’enregistrement
  </span>
);

const Copied = (props: { readonly text: string; readonly label: string }) => (
  <CopiedText {...props} onCopied={announce} />
);

interface LeadingProps extends Pick<DomainsProps, 'own'> {
  readonly domain: DomainName;
  readonly target: Target;
}

/** How a name is led here: by an alias beneath a zone, by addresses where the zone itself can have no alias. */
export const Leading = ({ domain: { name, zone, before }, own, target }: LeadingProps) => (
  <>
    <p>
      Dans la zone DNS de <bdi>{zone}</bdi>, {before === '' ? 'entrez ceci' : 'entrez cet alias'} pour <bdi>{name}</bdi>
      , et retirez ses autres enregistrements A, AAAA ou CNAME, s’il en a.
    </p>
    {before === '' ? (
      <Loading of={target} words="Les adresses de cette installation sont cherchées…">
        {(addresses) => <AddressRecords addresses={addresses ?? []} />}
      </Loading>
    ) : (
      <DnsRecord type="CNAME" name={before} value={own} />
    )}
  </>
);

const AddressRecords = ({ addresses }: { readonly addresses: readonly string[] }): ComponentChildren =>
  addresses.length === 0 ? (
    <p>Les serveurs de noms ne disent pas l’adresse de cette installation : demandez-la à la personne qui la gère.</p>
  ) : (
    addresses.map((address) => (
      <DnsRecord key={address} type={address.includes(':') ? 'AAAA' : 'A'} name="" value={address} />
    ))
  );
