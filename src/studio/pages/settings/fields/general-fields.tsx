import { ACTIVITIES } from '../../../../text/activities.ts';
import { offeredZones, zoneOf, zoneWords } from '../../../../text/zone-names.ts';
import { LongText } from './long-text.tsx';
import { useForm } from './session-context.ts';

/** What the site is about, and its time. */
export function GeneralFields() {
  const { data } = useForm();
  return (
    <>
      <Activity />
      <LongText
        path="description"
        label="Présentation"
        help="Une ou deux phrases : ce que vous faites, et où. Les thèmes les montrent, et les moteurs de recherche les lisent quand l’onglet « Recherche et partage » ne dit rien d’autre."
      />
      <Zone />
      <p class="soft">
        Le nom et l’adresse du site se changent sous <a href={`${data.site.path}/ce-site`}>Ce site</a>.
      </p>
    </>
  );
}

function Activity() {
  const { session, textOf } = useForm();
  const chosen = textOf('activite');
  const isKnown = chosen === '' || ACTIVITIES.some(({ type }) => type === chosen);
  return (
    <div class="field">
      <label for="activite">Activité</label>
      <select
        id="activite"
        aria-describedby="aide-activite"
        onChange={({ currentTarget }) => session?.change('activite', currentTarget.value)}
      >
        <option value="" selected={chosen === ''}>
          Non précisée
        </option>
        {!isKnown && (
          <option value={chosen} selected>
            {chosen}
          </option>
        )}
        {ACTIVITIES.map(({ type, words }) => (
          <option key={type} value={type} selected={type === chosen}>
            {words}
          </option>
        ))}
      </select>
      <p class="soft" id="aide-activite">
        Les moteurs de recherche apprennent ainsi de quelle maison il s’agit. Une activité qui reçoit du public demande
        aussi une adresse, sous « Contact ».
      </p>
    </div>
  );
}

function Zone() {
  const { session, textOf } = useForm();
  const zone = zoneOf({ fuseau: textOf('fuseau') });
  const parts = offeredZones();
  const isOffered = parts.some(({ zones }) => zones.some((offered) => offered.zone === zone));
  return (
    <div class="field">
      <label for="fuseau">Fuseau horaire du site</label>
      <select
        id="fuseau"
        aria-describedby="aide-fuseau"
        onChange={({ currentTarget }) => session?.change('fuseau', currentTarget.value)}
      >
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
  );
}
