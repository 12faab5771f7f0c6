import { useId } from 'preact/hooks';
import { isolated } from '../../text/names.ts';
import { rememberFocus } from '../live/focus.ts';
import { Button } from '../parts/button.tsx';
import { Name } from '../parts/name.tsx';
import { useObservable } from '../parts/use-observable.ts';
import { counted } from '../parts/words.ts';
import type { Library } from './library.ts';
import { TroubleWords } from './trouble.tsx';
import { mayBeSentAgain, type Upload } from './upload-queue.ts';
import { useStay } from './use-stay.ts';

/** Of files that wait, so many are shown. */
const WAITING_SHOWN = 4;

type Uploads = Library['uploads'];
type OneUpload = Upload<unknown>;

const kindOf = ({ state }: OneUpload) => state.kind;

/** « 3 sur 12 fichiers importés ». */
function summaryOf(uploads: readonly OneUpload[]): string {
  const done = uploads.filter((one) => kindOf(one) === 'done').length;
  const refused = uploads.filter((one) => kindOf(one) === 'refused').length;
  const imported =
    done < uploads.length - refused
      ? `${done} sur ${counted(uploads.length - refused, 'fichier importé', 'fichiers importés')}`
      : counted(done, 'fichier importé', 'fichiers importés');
  return refused === 0 ? `${imported}.` : `${imported}, ${counted(refused, 'refusé')}.`;
}

/** The rows that are worth reading: a file that has come in stands among the others of the library. */
function shownOf(uploads: readonly OneUpload[]): readonly OneUpload[] {
  const waiting = uploads.filter((one) => kindOf(one) === 'waiting').slice(WAITING_SHOWN);
  return uploads.filter(({ state }, at) => {
    if (state.kind === 'done') return state.isKnown;
    return !waiting.includes(uploads[at] as OneUpload);
  });
}

/** Files on their way into the library, and what became of them. */
export function UploadList({ queue }: { readonly queue: Uploads }) {
  const { uploads, isBusy } = useObservable(queue);
  const heading = useId();
  useStay(isBusy);
  const shown = shownOf(uploads);
  const hidden =
    uploads.filter((one) => kindOf(one) === 'waiting').length - shown.filter((one) => kindOf(one) === 'waiting').length;
  const doing = (act: () => void) => () => {
    const giveFocusBack = rememberFocus();
    act();
    queueMicrotask(giveFocusBack);
  };
  return (
    <section class={uploads.length > 0 ? 'uploads' : 'uploads none'} aria-labelledby={heading}>
      <div class="uploads-head">
        <h2 id={heading} class={uploads.length > 0 ? undefined : 'unseen'}>
          Importation
        </h2>
        <p class={uploads.length > 0 ? undefined : 'unseen'} role="status">
          {uploads.length > 0 && summaryOf(uploads)}
        </p>
        {uploads.filter(mayBeSentAgain).length > 1 && (
          <Button onClick={doing(() => queue.retryAll())}>Tout réessayer</Button>
        )}
        {uploads.length > 0 && !isBusy && (
          <Button kind="quiet" onClick={doing(() => queue.clear())}>
            Effacer
          </Button>
        )}
      </div>
      {shown.length > 0 && (
        <ul>
          {shown.map((upload) => (
            <li key={upload.id} class={kindOf(upload) === 'refused' ? 'refused' : undefined}>
              <Row
                upload={upload}
                onCancel={doing(() => queue.cancel(upload.id))}
                onRetry={doing(() => queue.retry(upload.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p class="soft">{counted(hidden, 'autre fichier attend son tour', 'autres fichiers attendent leur tour')}.</p>
      )}
    </section>
  );
}

interface RowProps {
  readonly upload: OneUpload;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
}

function Row({ upload: { name, state }, onCancel, onRetry }: RowProps) {
  const isUnderWay = state.kind === 'waiting' || state.kind === 'sending';
  return (
    <>
      <span class="upload-name">
        <Name of={name} />
      </span>
      <Told state={state} name={name} />
      <span class="upload-acts">
        {state.kind === 'refused' && state.canRetry && (
          <Button onClick={onRetry}>
            Réessayer
            <NameAfter name={name} />
          </Button>
        )}
        <Button onClick={onCancel}>
          {isUnderWay ? 'Annuler' : 'Masquer'}
          <NameAfter name={name} />
        </Button>
      </span>
    </>
  );
}

/** Tells buttons of the same words apart for who does not see where they stand. */
const NameAfter = ({ name }: { readonly name: string }) => (
  <span class="unseen">
    {' : '}
    <Name of={name} />
  </span>
);

function Told({ state, name }: { readonly state: OneUpload['state']; readonly name: string }) {
  if (state.kind === 'refused') {
    return (
      <span class="upload-why">
        <TroubleWords error={state.error} />
      </span>
    );
  }
  if (state.kind === 'done') return <span class="upload-words">Déjà dans la bibliothèque</span>;
  if (state.kind === 'waiting') return <span class="upload-words">En attente</span>;
  const isSent = state.share >= 1;
  return (
    <span class="upload-words">
      <progress aria-label={`Envoi de ${isolated(name)}`} {...(!isSent && { value: state.share })} max={1} />
      {isSent ? 'Préparation…' : `${Math.floor(state.share * 100)} %`}
    </span>
  );
}
