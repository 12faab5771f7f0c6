import { useState } from 'preact/hooks';
import { isolated } from '../../../text/names.ts';
import { refresh } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton, AskButton } from '../../parts/act-buttons.tsx';
import { Badge } from '../../parts/badge.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import type { Chosen } from '../../parts/choosing.tsx';
import { Facts } from '../../parts/list.tsx';
import { Name } from '../../parts/name.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { actOn, markRead, type RequestAct } from './acts.ts';
import { DeleteRequests } from './delete-question.tsx';
import type { RequestsProps, SentRequest } from './props.ts';

interface RequestProps {
  readonly page: RequestsProps;
  readonly request: SentRequest;
  readonly chosen: Chosen<SentRequest>;
}

/** A request: who has sent it, and, opened, all of it. What visitors wrote is text, never a link. */
export function OneRequest({ page, request, chosen }: RequestProps) {
  const { site, readOnly, query } = page;
  const { id, at, when, page: from, isRead, sender, excerpt } = request;
  const acts = useActs();
  const [isOpen, setOpen] = useState(false);
  const [heading, whole] = [`demande-${id}`, `champs-${id}`];
  const open = () => {
    setOpen(!isOpen);
    // A list of unread ones keeps what is being read, until the list is asked for again.
    const told = async () => (query.nonLues ? undefined : refresh());
    if (!isOpen && !isRead && readOnly === null) void acts.run(() => markRead(site.id, id, told));
  };
  return (
    <article class={isRead ? 'request' : 'request unread'} aria-labelledby={heading}>
      {readOnly === null && (
        <input
          type="checkbox"
          aria-label={`Choisir la demande de « ${isolated(sender)} »`}
          checked={chosen.rows.includes(request)}
          onChange={({ currentTarget }) => chosen.choose([id], currentTarget.checked)}
        />
      )}
      <div class="about">
        <h2 id={heading}>
          <button type="button" class="opener" aria-expanded={isOpen} aria-controls={whole} onClick={open}>
            <Name of={sender} />
          </button>
        </h2>
        <p class="soft facts-line">
          {!isRead && <Badge isLive>Non lue</Badge>}
          <time dateTime={at}>{when}</time>
          <span>
            Depuis la page <bdi>{from}</bdi>
          </span>
        </p>
        {!isOpen && excerpt !== '' && (
          <p class="excerpt">
            <bdi>{excerpt}</bdi>
          </p>
        )}
        <div id={whole} class="whole" hidden={!isOpen}>
          {isOpen && <Whole {...{ page, request, acts, heading }} onUnread={() => setOpen(false)} />}
        </div>
        <Refusal {...acts} />
      </div>
    </article>
  );
}

/** Characters, or lines, from which on a value scrolls by itself. */
const [LONG_TEXT, MANY_LINES] = [3_000, 40] as const;

function valueText([name, value]: readonly [string, string]) {
  const isLong = value.length > LONG_TEXT || value.split('\n', MANY_LINES + 1).length > MANY_LINES;
  if (!isLong) return <bdi>{value}</bdi>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls with the arrows
    // biome-ignore lint/a11y/useSemanticElements: nothing of it is a field, and a landmark of its name may stand there already
    <div class="long" role="group" aria-label={isolated(name)} tabIndex={0}>
      <bdi>{value}</bdi>
    </div>
  );
}

interface WholeProps extends Pick<RequestProps, 'page' | 'request'> {
  readonly acts: ReturnType<typeof useActs>;
  readonly heading: string;
  readonly onUnread: () => void;
}

function Whole({ page: { site, readOnly, query }, request, acts, heading, onUnread }: WholeProps) {
  const { id, fields, reply } = request;
  const button = (act: RequestAct, label: string, before?: () => void) => (
    <ActButton
      act={`${act} ${id}`}
      acts={acts}
      aria-describedby={heading}
      work={() => {
        before?.();
        return actOn(site.id, [id], act);
      }}
    >
      {label}
    </ActButton>
  );
  return (
    <>
      <Facts class="fields" facts={fields.map((field) => [field[0], valueText(field)] as const)} />
      <p class="acts">
        {reply === null ? (
          <span class="soft">Aucune adresse électronique où répondre.</span>
        ) : (
          <ButtonLink kind="primary" href={reply} aria-describedby={heading}>
            Répondre
          </ButtonLink>
        )}{' '}
        {readOnly === null && (
          <>
            {query.classement !== 'recue' && <>{button('recue', 'Remettre dans « Reçues »')} </>}
            {query.classement !== 'archivee' && <>{button('archivee', 'Archiver')} </>}
            {query.classement !== 'indesirable' && <>{button('indesirable', 'Indésirable')} </>}
            {button('delire', 'Marquer comme non lue', onUnread)}{' '}
            <AskButton
              act={`supprimer ${id}`}
              kind="danger"
              aria-label="Supprimer la demande"
              aria-describedby={heading}
              question={(close) => <DeleteRequests site={site} requests={[request]} onClose={close} />}
            >
              Supprimer
            </AskButton>
          </>
        )}
      </p>
    </>
  );
}
