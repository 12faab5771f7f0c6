import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useShortcuts } from '../../live/use-shortcuts.ts';
import { Observable } from '../../observable.ts';
import { Button } from '../../parts/button.tsx';
import { NoticeList } from '../../parts/notice-list.tsx';
import { useObservable } from '../../parts/use-observable.ts';
import { sentenceOf, tellFailure, tellSaved, type WaysOut } from '../telling.ts';
import type { SaveOutcome } from '../unsaved-work.ts';
import type { GuardedSession } from './open-guarded.ts';

/** A session that a form shows and saves. */
export interface SavedSession extends Observable, GuardedSession {
  /** @throws ApiRefusal, Unreachable */
  save(): Promise<SaveOutcome>;
}

/** Opens the session of a page in the browser. */
export interface Opening<Session extends SavedSession> {
  readonly open: () => Promise<Session>;
  readonly ways: WaysOut;
}

interface GuardedFormProps<Session extends SavedSession> {
  /** Null where the server draws the page. */
  readonly opening: Opening<Session> | null;
  readonly isReadOnly: boolean;
  /** Said where a save is held back; the first invalid field gets the focus. */
  readonly held: string;
  /** Asks which of two changes counts. */
  readonly conflict: (session: Session, onSettled: () => void, onClose: () => void) => ComponentChildren;
  /** The fields, first without a session. */
  readonly children: (session: Session | null) => ComponentChildren;
}

const MERGED = 'Enregistré. D’autres changements, faits entre-temps ailleurs, ont été réunis avec les vôtres.';
const STILL = new Observable();

const focusWrong = () => document.querySelector<HTMLElement>('.guarded [aria-invalid=true]')?.focus();

/** A form over a guarded object: alive once its session is open, with the one button that saves. */
export function GuardedForm<Session extends SavedSession>(props: GuardedFormProps<Session>) {
  const { opening, isReadOnly, held, conflict, children } = props;
  const [session, setSession] = useState<Session | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [isAsked, ask] = useState(false);
  useObservable(session ?? STILL);
  useEffect(() => {
    opening?.open().then(setSession, (error: Error) => setFailure(error.message));
  }, []);
  const save = async () => {
    if (!session || !opening || isReadOnly) return;
    const { work, notices } = session;
    try {
      const { role } = work;
      const outcome = await session.save();
      setSaid(outcome.kind === 'held' ? held : sentenceOf(outcome));
      if (outcome.kind === 'conflict') ask(true);
      else if (outcome.kind === 'held') requestAnimationFrame(focusWrong);
      else {
        tellSaved(notices, work, role);
        notices.hide('acte');
        if (outcome.kind === 'saved' && outcome.merged.length > 0) notices.show('reuni', 'info', MERGED);
      }
    } catch (error) {
      tellFailure(notices, error, { ...opening.ways, retry: () => void save() });
    }
  };
  useShortcuts((key, isShifted) => (key === 's' && !isShifted ? () => void save() : null));
  return (
    <>
      {session && <NoticeList notices={session.notices} />}
      {failure !== null && <p class="refusal">{failure}</p>}
      <p class="unseen" role="status" aria-live="polite">
        {said}
      </p>
      <form
        class="guarded"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {children(session)}
        {!isReadOnly && <SaveBar session={session} />}
      </form>
      {session &&
        isAsked &&
        conflict(
          session,
          () => {
            ask(false);
            void save();
          },
          () => ask(false),
        )}
    </>
  );
}

function SaveBar({ session }: { readonly session: SavedSession | null }) {
  const isUnsaved = (session?.work.changes.size ?? 0) > 0;
  return (
    <div class="save-bar">
      <Button type="submit" kind="primary" isBusy={session?.work.isSaving ?? false} disabled={session === null}>
        Enregistrer
      </Button>
      <p class="soft">
        {isUnsaved
          ? 'Pas encore enregistré. Les visiteurs verront le changement dès que vous enregistrez.'
          : 'Tout est enregistré. Les visiteurs voient chaque changement dès qu’il est enregistré.'}
      </p>
    </div>
  );
}
