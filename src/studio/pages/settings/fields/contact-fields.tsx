import { POSTAL_LABELS, POSTAL_PARTS, POSTAL_UNITS } from '../../../../text/site-facts/contact.ts';
import { ExceptionsFields } from './exceptions-fields.tsx';
import { HoursFields } from './hours-fields.tsx';
import { TextValue } from './text-value.tsx';

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
    <TextValue
      path="email"
      label="Courriel qui reçoit les messages"
      type="email"
      help="Les formulaires du site y envoient les messages des visiteurs. Il n’est montré à personne."
      autocomplete="off"
    />
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
