import { isolated } from '../../../text/names.ts';
import { Api } from '../../api/client.ts';
import { PROVING_DOMAIN, REMOVING_DOMAIN } from '../../api/refusals.ts';
import { shown, unlessGone } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton, AskButton } from '../../parts/act-buttons.tsx';
import { dayWords } from '../../parts/day-words.ts';
import { List } from '../../parts/list.tsx';
import { StrongName } from '../../parts/name.tsx';
import { Question } from '../../parts/question.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { headingId, NameHeading } from './name-heading.tsx';
import type { Claim, DomainsProps } from './props.ts';
import { DnsRecord, Leading } from './records.tsx';
import { domainPath, type Target } from './target.ts';

type ClaimsProps = DomainsProps & { readonly target: Target };

/** Names that the site has not proven yet, each with what is to be entered. */
export const Claims = (props: ClaimsProps) => (
  <List class="entries names" items={props.claims} keyOf={({ host }) => host}>
    {(claim) => <OneClaim {...props} claim={claim} />}
  </List>
);

function OneClaim({ site, own, target, readOnly, claim }: ClaimsProps & { readonly claim: Claim }) {
  const { host, name, zone, record, expiresAt } = claim;
  const acts = useActs();
  const heading = headingId('preuve', host);
  const prove = async () => {
    await new Api(site.id).send(domainPath(host, '/verification'), { act: PROVING_DOMAIN, method: 'POST' });
    await shown(`La preuve est là : ce site a le nom ${isolated(name)}.`);
  };
  return (
    <article aria-labelledby={heading}>
      <NameHeading {...claim} id={heading} />
      <ol class="steps">
        <li>
          <p>
            <strong>Prouvez que ce nom est à vous.</strong> Chez votre bureau d’enregistrement, ouvrez la zone DNS de{' '}
            <bdi>{zone}</bdi>, et ajoutez-y cet enregistrement.
          </p>
          <DnsRecord type="TXT" name={record.short} value={record.value} />
          <p class="soft">
            Le nom entier est <bdi>{record.name}</bdi> : quelques bureaux d’enregistrement le demandent ainsi. Que le
            nom mène déjà ici ne suffit pas.
          </p>
        </li>
        <li>
          <p>
            <strong>Faites mener le nom ici</strong>, tout de suite ou plus tard.
          </p>
          <Leading domain={claim} own={own} target={target} />
        </li>
        <li>
          <p>
            <strong>Vérifiez.</strong> Un changement se voit en quelques minutes, parfois en quelques heures. Sans
            preuve, le nom quitte cette page le {dayWords(expiresAt)}.
          </p>
        </li>
      </ol>
      <Refusal {...acts} />
      <p class="acts">
        <ActButton
          act={`prouver ${host}`}
          kind="primary"
          acts={acts}
          isUsable={readOnly === null}
          aria-describedby={heading}
          work={() => unlessGone(`${isolated(name)} n’attend plus de preuve.`, prove)}
        >
          Vérifier maintenant
        </ActButton>{' '}
        <AskButton
          act={`abandonner ${host}`}
          kind="danger"
          aria-describedby={heading}
          question={(close) => <GiveUpQuestion siteId={site.id} {...{ host, name }} onClose={close} />}
        >
          Abandonner
        </AskButton>
      </p>
    </article>
  );
}

interface GiveUpProps extends Pick<Claim, 'host' | 'name'> {
  readonly siteId: string;
  readonly onClose: () => void;
}

const GiveUpQuestion = ({ siteId, host, name, onClose }: GiveUpProps) => (
  <Question
    title="Abandonner ce nom ?"
    agree="Abandonner ce nom"
    kind="danger"
    onClose={onClose}
    work={() =>
      unlessGone(`${isolated(name)} n’attend plus de preuve.`, async () => {
        await new Api(siteId).send(domainPath(host), { act: REMOVING_DOMAIN, method: 'DELETE' });
        await shown(`${isolated(name)} est abandonné.`);
      })
    }
  >
    <p>
      L’enregistrement de <StrongName of={name} /> ne prouvera plus rien : si vous ajoutez ce nom de nouveau, il en
      faudra un autre.
    </p>
  </Question>
);
