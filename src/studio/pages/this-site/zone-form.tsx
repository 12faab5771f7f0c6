import { offeredZones, zoneWords } from '../../../text/zone-names.ts';
import { Api } from '../../api/client.ts';
import { CHOOSING_ZONE } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActForm } from '../../parts/act-form.tsx';
import type { ZoneProps } from './props.ts';

const SETTINGS = '/api/parametres/general';

interface Settings {
  readonly site: { readonly id: string };
  readonly valeurs: Readonly<Record<string, unknown>>;
  readonly majLe: string | null;
}

/** The time zone of the site, and the way to another one. */
export function ZoneForm({ siteId, zone, refusal }: ZoneProps) {
  const acts = useActs();
  if (refusal !== null) return <p>Ce site est à l’{zoneWords(zone)}.</p>;
  const change = async (form: HTMLFormElement) => {
    const fuseau = String(new FormData(form).get('fuseau'));
    const api = new Api(siteId);
    // Programs keep values of their own in the same settings.
    const { valeurs, majLe, site } = await api.send<Settings>(SETTINGS, { act: CHOOSING_ZONE });
    const body = { valeurs: { ...valeurs, fuseau }, garde: { site: site.id, majLe } };
    await api.send(SETTINGS, { act: CHOOSING_ZONE, method: 'PATCH', body });
    await shown(`Le site est à l’${zoneWords(fuseau)}.`);
  };
  const parts = offeredZones();
  const isOffered = parts.some(({ zones }) => zones.some((offered) => offered.zone === zone));
  return (
    <ActForm class="naming" acts={acts} agree="Changer l’heure" work={change}>
      <div class="field">
        <label for="fuseau">Fuseau horaire du site</label>
        <select id="fuseau" name="fuseau" aria-describedby="aide-fuseau">
          {!isOffered && (
            <option value={zone} selected>
              {zoneWords(zone)}
            </option>
          )}
          {parts.map(({ part, zones }) => (
            <optgroup key={part} label={part}>
              {zones.map((offered) => (
                <option key={offered.zone} value={offered.zone} selected={offered.zone === zone}>
                  {offered.words}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <p class="soft" id="aide-fuseau">
          Les dates de parution se choisissent à cette heure. Ce qui est déjà prévu paraît au même instant qu’avant.
        </p>
      </div>
    </ActForm>
  );
}
