import { POSTAL_LABELS, POSTAL_PARTS, POSTAL_UNITS } from '../../../../text/site-facts/contact.ts';
import { Notice } from '../../../parts/notice.tsx';
import { ExceptionsFields } from './exceptions-fields.tsx';
import { HoursFields } from './hours-fields.tsx';
import { useForm } from './session-context.ts';
import { TextValue } from './text-value.tsx';

/** Where the messages of visitors go. */
const ContactAddress = () => {
  const { data, textOf } = useForm();
  return (
    <>
      <TextValue
        path="email"
        label="Courriel qui reçoit les messages"
        type="email"
        help="Les formulaires du site y envoient les messages des visiteurs. Il n’est montré à personne. Une nouvelle adresse reçoit d’abord un courriel, et donne son accord."
        autocomplete="off"
      />
      {data.awaited !== null && textOf('email').trim().toLowerCase() === data.awaited && (
        <Notice kind="calm">Cette adresse n’a pas encore confirmé : les messages vous arrivent en attendant.</Notice>
      )}
    </>
  );
};

/** How visitors reach the house, and when. */
export const ContactFields = () => (
  <>
    <div class="pairs">
      <TextValue path="telephone" label="Téléphone" type="tel" help="Montré aux visiteurs." autocomplete="off" />
      <TextValue
        path="courriel_public"
        label="Courriel montré aux visiteurs"
        type="email"
        help="Laissez vide pour ne montrer que le formulaire."
        autocomplete="off"
      />
    </div>
    <ContactAddress />
    <fieldset class="group">
      <legend>Adresse postale</legend>
      <div class="pairs">
        {POSTAL_PARTS.map((part) => (
          <TextValue
            key={part}
            path={`adresse_postale.${part}`}
            label={POSTAL_LABELS[part]}
            maxLength={POSTAL_UNITS}
            autocomplete="off"
          />
        ))}
      </div>
    </fieldset>
    <HoursFields />
    <ExceptionsFields />
  </>
);
