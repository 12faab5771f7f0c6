import { UsageList } from '../../library/usage-list.tsx';
import { useLoaded } from '../../live/use-loaded.ts';
import { citationsOf } from '../../pages/contents/text-requests.ts';
import { Option } from '../../parts/field.tsx';
import { counted } from '../../parts/words.ts';
import { kindOf } from '../copies.ts';
import { type Desk, pathWith } from '../saving.ts';

/** Says what becomes of the address that visitors know, before the publication changes the address: it leads to the new one, unless one declines. */
export function MovedAddress({ desk }: { readonly desk: Desk }) {
  const { session, data, api } = desk;
  const before = pathWith(desk, session.store.state.shown);
  const leads = session.leavesRedirect;
  const loaded = useLoaded((leaving) => citationsOf(api, kindOf(data), data.id, leaving), []);
  const places = loaded.state === 'there' ? loaded.value : [];
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
      {places.length > 0 && (
        <details>
          <summary>{counted(places.length, 'endroit du site y mène', 'endroits du site y mènent')}</summary>
          <UsageList usages={places} path={data.site.chemin} />
        </details>
      )}
    </div>
  );
}
