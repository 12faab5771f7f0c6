import { Api } from '../../api/client.ts';
import { CHOOSING_ADDRESS } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActForm } from '../../parts/act-form.tsx';
import type { MainAddressProps } from './props.ts';

/** Which of the addresses of a site is its main one. */
export function MainAddressForm({ siteId, own, domains, main, refusal }: MainAddressProps) {
  const acts = useActs();
  const present = main ?? own;
  if (refusal !== null) {
    return (
      <p>
        L’adresse principale est <bdi>{present}</bdi>.
      </p>
    );
  }
  const choose = async (form: HTMLFormElement) => {
    const chosen = String(new FormData(form).get('hote'));
    const body = { hote: chosen === own ? null : chosen };
    await new Api(siteId).send('/api/site/adresse-principale', { act: CHOOSING_ADDRESS, method: 'PUT', body });
    await shown(`L’adresse principale est ${chosen}.`);
  };
  return (
    <ActForm class="naming" acts={acts} agree="Choisir l’adresse principale" work={choose}>
      <div class="field">
        <label for="hote">Adresse principale du site</label>
        <select id="hote" name="hote" aria-describedby="aide-hote">
          {[own, ...domains].map((host) => (
            <option key={host} value={host} selected={host === present}>
              {host}
            </option>
          ))}
        </select>
        <p class="soft" id="aide-hote">
          Les moteurs de recherche et les liens partagés montrent cette adresse. Le site répond aussi aux autres.
        </p>
      </div>
    </ActForm>
  );
}
