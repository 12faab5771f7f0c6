import { CitedPlaces } from '../../pages/contents/cited-places.tsx';
import { Option } from '../../parts/field.tsx';
import { kindOf } from '../copies.ts';
import { type Desk, pathWith } from '../saving.ts';

/** Says what becomes of the address that visitors know, before the publication changes the address: it leads to the new one, unless one declines. */
export function MovedAddress({ desk }: { readonly desk: Desk }) {
  const { session, data, api } = desk;
  const before = pathWith(desk, session.store.state.shown);
  const leads = session.leavesRedirect;
  return (
    <div class="moved">
      <Option
        type="checkbox"
        name="redirection"
        checked={leads}
        onInput={({ currentTarget }) => {
          session.leavesRedirect = currentTarget.checked;
        }}
      >
        Rediriger l’ancienne adresse
      </Option>
      <p class="about" role="status">
        {leads
          ? `Dès la publication, ${before} mènera ici : aucun lien ne se brise.`
          : `Dès la publication, ${before} ne mènera plus à rien.`}
      </p>
      <CitedPlaces {...{ api, kind: kindOf(data), id: data.id, path: data.site.chemin }} />
    </div>
  );
}
