import { Api } from '../../api/client.ts';
import { REMOVING_REQUEST } from '../../api/refusals.ts';
import { Page } from '../../frame/page.tsx';
import { shown, unlessGone } from '../../live/live.tsx';
import { AskButton } from '../../parts/act-buttons.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { EmptyState, Facts, List } from '../../parts/list.tsx';
import { Name, StrongName } from '../../parts/name.tsx';
import { ReasonNotice } from '../../parts/notice.tsx';
import { Question } from '../../parts/question.tsx';
import { Time } from '../../parts/time.tsx';
import type { RequestsProps, SentRequest } from './props.ts';

/** `/studio/<site>/demandes`: what visitors sent. */
export const RequestsPage = ({ requests, older, newest, ...page }: RequestsProps) => (
  <Page
    title="Demandes reçues"
    beside={
      <p class="soft">
        <Name of={page.site.name} />
      </p>
    }
  >
    <ReasonNotice why={page.readOnly} />
    <List class="entries" items={requests} keyOf={({ id }) => id} empty={<NoRequest isOlder={newest !== null} />}>
      {(request) => <RequestCard {...page} request={request} />}
    </List>
    {(older ?? newest) !== null && (
      <p class="acts">
        {older !== null && <ButtonLink href={older}>Demandes plus anciennes</ButtonLink>}{' '}
        {newest !== null && <ButtonLink href={newest}>Dernières demandes</ButtonLink>}
      </p>
    )}
  </Page>
);

const NoRequest = ({ isOlder }: { readonly isOlder: boolean }) =>
  isOlder ? (
    <EmptyState title="Aucune demande plus ancienne." />
  ) : (
    <EmptyState title="Aucune demande.">
      <p class="soft">Ce que les visiteurs envoient par les formulaires du site apparaît ici.</p>
    </EmptyState>
  );

type CardProps = Pick<RequestsProps, 'site' | 'readOnly'> & { readonly request: SentRequest };

function RequestCard({ site, readOnly, request: { id, at, page, fields } }: CardProps) {
  const heading = `demande-${id}`;
  const remove = () =>
    unlessGone('Cette demande était déjà supprimée.', async () => {
      await new Api(site.id).send('/api/demandes', { act: REMOVING_REQUEST, method: 'DELETE', query: { id } });
      await shown('La demande est supprimée.');
    });
  return (
    <article aria-labelledby={heading}>
      <h2 id={heading}>
        <Time at={at} />
      </h2>
      <p class="soft">Depuis la page {page}</p>
      <Facts class="fields" facts={fields} />
      <p class="acts">
        <AskButton
          act={`demande ${id}`}
          kind="danger"
          isUsable={readOnly === null}
          aria-label="Supprimer la demande"
          question={(close) => (
            <Question title="Supprimer cette demande ?" agree="Supprimer" kind="danger" onClose={close} work={remove}>
              <p>
                Ce que <StrongName of={site.name} /> a reçu sera supprimé. Il n’y a pas de corbeille.
              </p>
            </Question>
          )}
        >
          Supprimer
        </AskButton>
      </p>
    </article>
  );
}
