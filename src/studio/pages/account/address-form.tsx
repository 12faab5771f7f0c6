import { Api } from '../../api/client.ts';
import { CHANGING_ADDRESS } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActForm } from '../../parts/act-form.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { withProof } from '../../proof/with-proof.tsx';
import type { AccountProps } from './props.ts';

const api = new Api(null);

/** The address of the account, and the way to another one. */
export function AddressForm({ email, isConfirmed, isMailed, next }: Omit<AccountProps, 'ownSites' | 'goesAt'>) {
  const acts = useActs();
  if (!isMailed) {
    return (
      <p>
        Ce compte a l’adresse <bdi>{email}</bdi>.
        {isConfirmed &&
          ' Elle est confirmée. Cette installation n’envoie pas de courriels : pour en changer, demandez à la personne qui la gère.'}
      </p>
    );
  }
  const change = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const body = { email: data.get('email'), mot_de_passe: data.get('mot_de_passe') };
    await withProof(() => api.send('/api/compte/adresse', { act: CHANGING_ADDRESS, method: 'POST', body }));
    form.reset();
    await shown(`Un message est parti à ${body.email} : il contient le lien qui change l’adresse.`);
  };
  return (
    <>
      <p>
        Ce compte a l’adresse <bdi>{email}</bdi>.{isConfirmed && ' Elle est confirmée.'}
      </p>
      {next !== null && (
        <Notice kind="calm">
          Un message est parti à <bdi>{next}</bdi> : le lien qu’il contient change l’adresse. Jusque-là, elle reste la
          même.
        </Notice>
      )}
      <ActForm class="password" acts={acts} agree="Changer d’adresse" work={change}>
        <Field name="email" label="Nouvelle adresse" type="email" autocomplete="email" required maxLength={254} />
        <Field
          id="adresse-mot-de-passe"
          name="mot_de_passe"
          label="Mot de passe du compte"
          type="password"
          autocomplete="current-password"
          required
          help="Un message à l’adresse d’avant permettra d’annuler le changement pendant sept jours."
        />
      </ActForm>
    </>
  );
}
