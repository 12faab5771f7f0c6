import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useShortcuts } from '../../live/use-shortcuts.ts';
import { Observable } from '../../observable.ts';
import { Button } from '../../parts/button.tsx';
import { NoticeList } from '../../parts/notice-list.tsx';
import { useObservable } from '../../parts/use-observable.ts';
import { sentenceOf, tellFailure, tellSaved, type WaysOut } from '../../unsaved/telling.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { FormContext } from './fields/session-context.ts';
import type { SettingsProps } from './props.ts';
import type { SettingsSession } from './session.ts';

/** Opens the session of a page in the browser. */
export interface Opening {
  readonly open: (data: SettingsProps) => Promise<SettingsSession>;
  readonly waysOut: (data: SettingsProps) => WaysOut;
}

interface SettingsFormProps {
  readonly data: SettingsProps;
  /** Null where the server draws the page. */
  readonly opening: Opening | null;
  readonly children: ComponentChildren;
}

const MERGED = 'Enregistré. D’autres changements, faits entre-temps ailleurs, ont été réunis avec les vôtres.';
const STILL = new Observable();

/** The fields of a tab, which are alive once the session is open, and the one button that saves them. */
export function SettingsForm({ data, opening, children }: SettingsFormProps) {
  const [session, setSession] = useState<SettingsSession | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [isAsked, ask] = useState(false);
  useObservable(session ?? STILL);
  useEffect(() => {
    opening?.open(data).then(setSession, (error: Error) => setFailure(error.message));
  }, []);
  const save = async () => {
    if (!session || !opening || data.readOnly !== null) return;
    const { work, notices } = session;
    try {
      const { role } = work;
      const outcome = await session.save();
      setSaid(outcome.kind === 'held' ? HELD : sentenceOf(outcome));
      if (outcome.kind === 'conflict') ask(true);
      else if (outcome.kind === 'held') requestAnimationFrame(focusWrong);
      else {
        tellSaved(notices, work, role);
        notices.hide('copie', 'acte');
        if (outcome.kind === 'saved' && outcome.merged.length > 0) notices.show('reuni', 'info', MERGED);
      }
    } catch (error) {
      tellFailure(notices, error, { ...opening.waysOut(data), retry: () => void save() });
    }
  };
  useShortcuts((key, isShifted) => (key === 's' && !isShifted ? () => void save() : null));
  const isDisabled = session === null || data.readOnly !== null;
  return (
    <FormContext.Provider value={{ session, data }}>
      {session && <NoticeList notices={session.notices} />}
      {failure !== null && <p class="refusal">{failure}</p>}
      <p class="unseen" role="status" aria-live="polite">
        {said}
      </p>
      <form
        class="settings"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <fieldset class="settings" disabled={isDisabled}>
          {children}
        </fieldset>
        {data.readOnly === null && <SaveBar session={session} />}
      </form>
      {session && isAsked && (
        <ConflictDialog
          session={session}
          onSettled={() => {
            ask(false);
            void save();
          }}
          onClose={() => ask(false)}
        />
      )}
    </FormContext.Provider>
  );
}

const HELD = 'Rien n’est enregistré : un champ est à corriger.';

const focusWrong = () => document.querySelector<HTMLElement>('.settings [aria-invalid=true]')?.focus();

function SaveBar({ session }: { readonly session: SettingsSession | null }) {
  const isUnsaved = session?.isUnsaved ?? false;
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
