import type { ComponentType } from 'preact';
import { GuardedForm, type Opening } from '../../unsaved/guarded/guarded-form.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { FormContext } from './fields/session-context.ts';
import type { SettingsProps } from './props.ts';
import type { SettingsSession } from './session.ts';

interface SettingsFormProps {
  readonly data: SettingsProps;
  /** Null where the server draws the page. */
  readonly opening: Opening<SettingsSession> | null;
  /** The fields of the tab. */
  readonly fields: ComponentType;
}

/** The fields of a tab, which are alive once the session is open, and the one button that saves them. */
export const SettingsForm = ({ data, opening, fields: Fields }: SettingsFormProps) => (
  <GuardedForm
    opening={opening}
    isReadOnly={data.readOnly !== null}
    held="Rien n’est enregistré : un champ est à corriger."
    conflict={(session, onSettled, onClose) => <ConflictDialog {...{ session, onSettled, onClose }} />}
  >
    {(session) => (
      <FormContext.Provider value={{ session, data }}>
        <fieldset class="settings" disabled={session === null || data.readOnly !== null}>
          <Fields />
        </fieldset>
      </FormContext.Provider>
    )}
  </GuardedForm>
);
