import { isolated } from '../../../text/names.ts';
import { Api } from '../../api/client.ts';
import { REMOVING_DOMAIN } from '../../api/refusals.ts';
import { shown, unlessGone } from '../../live/live.tsx';
import { AskButton } from '../../parts/act-buttons.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Facts } from '../../parts/list.tsx';
import { StrongName } from '../../parts/name.tsx';
import { Question } from '../../parts/question.tsx';
import { Time } from '../../parts/time.tsx';
import { MainAddressButton } from './main-address.tsx';
import { headingId, NameHeading } from './name-heading.tsx';
import type { DomainsProps, OwnDomain } from './props.ts';
import { DnsRecord } from './records.tsx';
import { domainPath, type Target } from './target.ts';
import { Way } from './way.tsx';

interface OneDomainProps extends DomainsProps {
  readonly domain: OwnDomain;
  readonly target: Target;
  /** Whether where the name leads is asked for when the page opens. */
  readonly isAskedAtOnce: boolean;
}

/** A name of the site: where it leads, its certificate, and what one can do with it. */
export function OneDomain(props: OneDomainProps) {
  const { site, own, domain, target, isOwner, isHttps, isAskedAtOnce, readOnly } = props;
  const { host, name, isMain, provenAt } = domain;
  const heading = headingId('domaine', host);
  return (
    <article aria-labelledby={heading}>
      <NameHeading {...{ host, name }} id={heading}>
        {isMain && <Badge isLive>Principale</Badge>}
      </NameHeading>
      <Facts
        facts={[
          ['Preuve', provenAt === null ? BY_OPERATOR : <Time key="preuve" at={provenAt} />],
          ['Certificat', <Certificate key="certificat" {...{ domain, isHttps }} />],
        ]}
      />
      {domain.lost && <Lost lost={domain.lost} />}
      {isOwner && (
        <Way {...{ site, own, domain, target, isAskedAtOnce }}>
          {readOnly === null && (
            <>
              {!isMain && <MainAddressButton siteId={site.id} {...{ host, name, heading }} />}{' '}
              <AskButton
                act={`retirer ${host}`}
                kind="danger"
                aria-describedby={heading}
                question={(close) => <RemoveQuestion {...{ site, own, domain }} onClose={close} />}
              >
                Retirer ce nom
              </AskButton>
            </>
          )}
        </Way>
      )}
    </article>
  );
}

const BY_OPERATOR = 'donné par la personne qui gère cette installation';

const Lost = ({ lost: { record, freeAt } }: { readonly lost: NonNullable<OwnDomain['lost']> }) => (
  <>
    <p>
      Un autre site prouve que ce nom est à lui, et votre preuve n’est plus dans le DNS. Si le nom est encore à vous,
      remettez cet enregistrement avant le <Time at={freeAt} />, et laissez-le en place : sinon, le nom peut passer à
      l’autre site.
    </p>
    <DnsRecord type="TXT" name={record.short} value={record.value} />
  </>
);

/** What is known of the certificate of a name, without asking anybody. */
function Certificate({ domain: { certificateAt }, isHttps }: Pick<OneDomainProps, 'domain' | 'isHttps'>) {
  if (!isHttps) return <>les sites de cette installation répondent sans https</>;
  if (certificateAt === null) return <>demandé à la première visite, une fois que le nom mène ici</>;
  return (
    <>
      demandé le <Time at={certificateAt} />
    </>
  );
}

interface RemoveProps extends Pick<OneDomainProps, 'site' | 'own' | 'domain'> {
  readonly onClose: () => void;
}

const RemoveQuestion = ({ site, own, domain: { host, name, isMain }, onClose }: RemoveProps) => (
  <Question
    title="Retirer ce nom de domaine ?"
    agree="Retirer ce nom"
    kind="danger"
    onClose={onClose}
    work={() =>
      unlessGone(`Ce site n’a plus le nom ${isolated(name)}.`, async () => {
        await new Api(site.id).send(domainPath(host), { act: REMOVING_DOMAIN, method: 'DELETE' });
        await shown(`Ce site n’a plus le nom ${isolated(name)}.`);
      })
    }
  >
    <p>
      Le site ne répond plus à <StrongName of={name} />, aussitôt : les liens et les favoris qui ont ce nom ne marchent
      plus.
      {isMain && (
        <>
          {' '}
          Son adresse principale est de nouveau <StrongName of={own} />.
        </>
      )}
    </p>
    <p>
      Le nom est alors libre pour qui prouve qu’il est à lui ; pour le reprendre, il faut une nouvelle preuve. Retirez
      aussi ses enregistrements chez votre bureau d’enregistrement.
    </p>
  </Question>
);
