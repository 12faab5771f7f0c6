import type { Created } from '../../../contract/keys.ts';
import type { KeyScope } from '../../../storage/keys.ts';
import { NAME_LENGTH } from '../../../themes/limits.ts';
import { CREATING_KEY } from '../../api/refusals.ts';
import { refresh } from '../../live/live.tsx';
import { Field, Option, Options } from '../../parts/field.tsx';
import { Question } from '../../parts/question.tsx';
import { withProof } from '../../proof/with-proof.tsx';
import { whyNoName } from '../names.ts';
import { KEYS, keysApi } from './api.ts';
import { SCOPE_SENTENCES } from './scopes.ts';

/** The scopes that every account may give a key. */
const OFFERED: readonly KeyScope[] = ['themes', 'lecture'];

interface NewKeyProps {
  /** @param secret the key, which nobody is told again */
  readonly onMade: (secret: string) => void;
  readonly onClose: () => void;
}

/** Asks for what a new key is made of. */
export const NewKey = ({ onMade, onClose }: NewKeyProps) => (
  <Question
    title="Nouvelle clé"
    agree="Créer la clé"
    onClose={onClose}
    work={async (form) => {
      const [nom, fin] = [String(form.get('nom')).trim(), String(form.get('fin'))];
      const refusal = whyNoName(nom, NAME_LENGTH);
      if (refusal !== null) throw new Error(refusal);
      const body = { portee: form.get('portee'), ...(nom && { nom }), ...(fin && { expire_le: endOf(fin) }) };
      const request = { act: CREATING_KEY, method: 'POST', body } as const;
      const { cle } = await withProof(() => keysApi.send<Created>(KEYS, request));
      await refresh();
      // First, so that the focus comes back to the button from the window that shows the key.
      onClose();
      onMade(cle);
    }}
  >
    <Field name="nom" label="Nom" isOptional autocomplete="off" placeholder="Portable de l’atelier" />
    <Options legend="Portée">
      {OFFERED.map((scope, index) => (
        <Option key={scope} type="radio" name="portee" value={scope} defaultChecked={index === 0}>
          {SCOPE_SENTENCES[scope]}
        </Option>
      ))}
    </Options>
    <Field name="fin" label="Dernier jour de validité" isOptional type="date" />
  </Question>
);

/** The last second of a day where the reader is. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();
