import { useState } from 'preact/hooks';
import { Api } from '../../api/client.ts';
import { CHANGING_PASSWORD } from '../../api/refusals.ts';
import { Page, Section } from '../../frame/page.tsx';
import { shown } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActForm } from '../../parts/act-form.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { UnconfirmedNotice } from '../../parts/unconfirmed-notice.tsx';
import { AddressForm } from './address-form.tsx';
import { Leaving, Waiting } from './leaving.tsx';
import type { AccountProps } from './props.ts';

const api = new Api(null);

/** `/studio/compte`: the address of an account, its password, the ways out. */
export const AccountPage = ({ next, ownSites, goesAt, operates, ...address }: AccountProps) => (
  <Page title="Compte" beside={<p class="soft">{address.email}</p>} isNarrow>
    {goesAt !== null && <Waiting goesAt={goesAt} />}
    <Section title="Adresse électronique" id="adresse">
      <UnconfirmedNotice {...address} />
      <AddressForm {...address} next={next} />
    </Section>
    <Section title="Mot de passe" id="mot-de-passe">
      <PasswordForm email={address.email} />
    </Section>
    <Section title="Sécurité" id="securite">
      <p>Clés d’accès, application de codes, codes de secours, et les navigateurs où ce compte est connecté.</p>
      <p class="acts">
        <ButtonLink href="/studio/securite">Sécurité</ButtonLink>
      </p>
    </Section>
    {operates && (
      <Section title="Exploitation" id="exploitation">
        <p>Les comptes, les sites et les courriels de tout ce service.</p>
        <p class="acts">
          <ButtonLink href="/exploitation">Exploitation</ButtonLink>
        </p>
      </Section>
    )}
    <Section title="Ce navigateur" id="sortir">
      <form method="post" action="/deconnexion">
        <p class="acts">
          <button type="submit">Se déconnecter de ce navigateur</button>
        </p>
      </form>
    </Section>
    <Section title="Partir" id="partir">
      <Leaving email={address.email} ownSites={ownSites} goesAt={goesAt} />
    </Section>
  </Page>
);

function PasswordForm({ email }: Pick<AccountProps, 'email'>) {
  const acts = useActs();
  const [isShown, setShown] = useState(false);
  const type = isShown ? 'text' : 'password';
  const change = async (form: HTMLFormElement) => {
    // Browsers remember what a text field held, and a shown password stands in a text field: so it is hidden before it is sent.
    setShown(false);
    const data = new FormData(form);
    const body = { actuel: data.get('actuel'), nouveau: data.get('nouveau') };
    if (body.actuel === body.nouveau) throw new Error('Le nouveau mot de passe est celui que vous avez déjà.');
    await api.send('/api/compte/mot-de-passe', { act: CHANGING_PASSWORD, method: 'POST', body });
    form.reset();
    await shown('Le mot de passe est changé ; les autres sessions sont terminées.');
  };
  return (
    <ActForm class="password" acts={acts} agree="Changer le mot de passe" work={change}>
      <input type="text" hidden readonly autocomplete="username" value={email} />
      <Field name="actuel" label="Mot de passe actuel" type={type} autocomplete="current-password" required />
      <Field
        name="nouveau"
        label="Nouveau mot de passe"
        type={type}
        autocomplete="new-password"
        required
        minLength={10}
        help="Dix caractères au moins. Changer de mot de passe déconnecte les autres navigateurs."
      />
      <p>
        <Button kind="quiet" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          Afficher les mots de passe
        </Button>
      </p>
    </ActForm>
  );
}
