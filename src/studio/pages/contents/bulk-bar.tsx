import { useEffect, useRef } from 'preact/hooks';
import { Trouble } from '../../library/trouble.tsx';
import { AskButton } from '../../parts/act-buttons.tsx';
import { Button } from '../../parts/button.tsx';
import { ChooseAll } from '../../parts/choosing.tsx';
import { Question } from '../../parts/question.tsx';
import { counted } from '../../parts/words.ts';
import { DeleteQuestion } from './delete-question.tsx';
import type { ContentsProps, TextRow } from './props.ts';
import type { TextAct } from './text-requests.ts';
import { Titles } from './titles.tsx';
import { type Bulk, isFor } from './use-bulk.ts';

interface BulkBarProps {
  readonly bulk: Bulk;
  readonly texts: readonly TextRow[];
  readonly page: ContentsProps;
}

const DOING: Readonly<Record<TextAct, string>> = {
  publier: 'Publication',
  retirer: 'Retrait',
  supprimer: 'Suppression',
};

/** What is done to the chosen texts of a list. */
export function BulkBar({ bulk, texts, page }: BulkBarProps) {
  const {
    chosen: { rows: chosen },
    run,
    trouble,
  } = bulk;
  const all = useRef<HTMLInputElement>(null);
  const isRunning = run !== null;
  const wasRunning = useRef(false);
  useEffect(() => {
    // The button of the act goes when it begins, and « Arrêter » when it ends.
    if (isRunning || (wasRunning.current && document.activeElement === document.body)) all.current?.focus();
    wasRunning.current = isRunning;
  }, [isRunning]);
  const start = (act: TextAct) => void bulk.start(act);
  return (
    <div class="bulk">
      <ChooseAll of={texts} chosen={bulk.chosen} inputRef={all} />
      <span class="soft" role="status">
        {run === null
          ? chosen.length > 0 && counted(chosen.length, 'texte choisi', 'textes choisis')
          : `${DOING[run.act]} : ${run.done} sur ${run.total}…`}
      </span>
      {run !== null ? (
        <>
          <progress value={run.done} max={run.total} aria-label={DOING[run.act]} />{' '}
          <Button onClick={run.stop}>Arrêter</Button>
        </>
      ) : (
        chosen.length > 0 && (
          <p class="acts">
            <BulkButton act="publier" label="Publier" bulk={bulk} page={page} onAgree={start} />{' '}
            <BulkButton act="retirer" label="Retirer" bulk={bulk} page={page} onAgree={start} />{' '}
            <BulkButton act="supprimer" label="Supprimer" bulk={bulk} page={page} onAgree={start} />
          </p>
        )
      )}
      <Trouble error={trouble} />
    </div>
  );
}

interface BulkButtonProps {
  readonly act: TextAct;
  readonly label: string;
  readonly bulk: Bulk;
  readonly page: ContentsProps;
  readonly onAgree: (act: TextAct) => void;
}

const EFFECTS: Readonly<Record<'publier' | 'retirer', string>> = {
  publier: 'Les visiteurs verront aussitôt, dans l’état où vous les avez enregistrés :',
  retirer: 'Les visiteurs ne verront plus, et vous les garderez ici :',
};

function BulkButton({ act, label, bulk, page, onAgree }: BulkButtonProps) {
  const { rows: chosen } = bulk.chosen;
  const concerned = chosen.filter((text) => isFor(act, text));
  if (concerned.length === 0) return null;
  const agreed = async (close: () => void) => {
    close();
    onAgree(act);
  };
  return (
    <AskButton
      kind={act === 'publier' ? 'primary' : act === 'supprimer' ? 'danger' : undefined}
      question={(close) =>
        act === 'supprimer' ? (
          <DeleteQuestion page={page} texts={concerned} onClose={close} work={() => agreed(close)} />
        ) : (
          <Question
            title={`${label} ${counted(concerned.length, 'texte')} ?`}
            agree={label}
            onClose={close}
            work={() => agreed(close)}
          >
            <p>{EFFECTS[act]}</p>
            <Titles of={concerned} />
            {chosen.length > concerned.length && (
              <p class="soft">
                {counted(
                  chosen.length - concerned.length,
                  'autre texte choisi n’y change',
                  'autres textes choisis n’y changent',
                )}{' '}
                rien.
              </p>
            )}
          </Question>
        )
      }
    >
      {label}
    </AskButton>
  );
}
