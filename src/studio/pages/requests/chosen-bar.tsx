import type { Acts } from '../../live/use-act.ts';
import { ActButton, AskButton } from '../../parts/act-buttons.tsx';
import { ChooseAll, type Chosen } from '../../parts/choosing.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { counted } from '../../parts/words.ts';
import { actOn, type RequestAct } from './acts.ts';
import { DeleteRequests } from './delete-question.tsx';
import type { RequestsProps, SentRequest } from './props.ts';

interface ChosenBarProps {
  readonly page: RequestsProps;
  readonly chosen: Chosen<SentRequest>;
  readonly acts: Acts;
}

/** What is done to the chosen requests. */
export function ChosenBar({ page: { site, query, requests }, chosen, acts }: ChosenBarProps) {
  const ids = chosen.rows.map(({ id }) => id);
  const button = (act: RequestAct, label: string) => (
    <ActButton act={`choisies ${act}`} acts={acts} work={() => actOn(site.id, ids, act)}>
      {label}
    </ActButton>
  );
  return (
    <div class="bulk">
      <ChooseAll of={requests} chosen={chosen} />
      <span class="soft" role="status">
        {ids.length > 0 && counted(ids.length, 'demande choisie', 'demandes choisies')}
      </span>
      {ids.length > 0 && (
        <p class="acts">
          {query.classement !== 'recue' && <>{button('recue', 'Remettre')} </>}
          {query.classement !== 'archivee' && <>{button('archivee', 'Archiver')} </>}
          {query.classement !== 'indesirable' && <>{button('indesirable', 'Indésirables')} </>}
          {chosen.rows.some(({ isRead }) => !isRead)
            ? button('lire', 'Marquer comme lues')
            : button('delire', 'Marquer comme non lues')}{' '}
          <AskButton
            act="choisies supprimer"
            kind="danger"
            question={(close) => <DeleteRequests site={site} requests={chosen.rows} onClose={close} />}
          >
            Supprimer
          </AskButton>
        </p>
      )}
      <Refusal {...acts} />
    </div>
  );
}
