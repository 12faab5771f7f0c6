import { ApiRefusal } from '../../api/client.ts';
import { UsageList } from '../../library/usage-list.tsx';
import { useLoaded } from '../../live/use-loaded.ts';
import { citationsOf } from '../../pages/contents/text-requests.ts';
import { newRedirectAddress } from '../../pages/redirects/addresses.ts';
import { Option } from '../../parts/field.tsx';
import { Question } from '../../parts/question.tsx';
import { kindOf, listOf } from '../copies.ts';
import { type Desk, pathWith } from '../saving.ts';

/** Asks before the text is deleted, and says what leads to it. */
export function RemoveQuestion({ desk, onClose }: { readonly desk: Desk; readonly onClose: () => void }) {
  const { session, data, api } = desk;
  const path = `/api/${kindOf(data)}`;
  const loaded = useLoaded((leaving) => citationsOf(api, kindOf(data), data.id, leaving), []);
  const { isPublished, shown } = session.store.state;
  const address = pathWith(desk, shown);
  const remove = async (form: FormData) => {
    try {
      await api.send(path, { method: 'DELETE', query: { id: data.id } });
    } catch (error) {
      // Somebody was faster.
      if (!(error instanceof ApiRefusal && error.isGone)) throw error;
    }
    session.work.collect();
    for (const field of session.work.changes.keys()) session.work.revert(field);
    session.work.keepNow();
    location.assign(form.has('rediriger') ? newRedirectAddress(data.site.chemin, address) : listOf(data));
  };
  return (
    <Question
      title={session.isPage ? 'Supprimer cette page ?' : 'Supprimer cet article ?'}
      agree="Supprimer"
      kind="danger"
      work={remove}
      onClose={onClose}
    >
      <p>
        Les visiteurs ne {session.isPage ? 'la' : 'le'} trouveront plus. Pendant 30 jours, vous pouvez{' '}
        {session.isPage ? 'la' : 'le'} récupérer sous « Contenu », dans « Supprimés ».
      </p>
      {isPublished && (
        <Option type="checkbox" name="rediriger" value="oui">
          Ensuite, rediriger {address}, ou y dire que {session.isPage ? 'la page' : 'l’article'} est supprimé
          {session.isPage && 'e'}
        </Option>
      )}
      {loaded.state === 'asked' && <p class="soft">Recherche de ce qui y mène…</p>}
      {loaded.state === 'there' && loaded.value.length > 0 && (
        <>
          <p>Son adresse est encore nommée ici, et n’y mènera plus à rien :</p>
          <UsageList usages={loaded.value} path={data.site.chemin} />
        </>
      )}
      {loaded.state === 'there' && loaded.value.length === 0 && <p>Rien d’autre sur le site n’y mène.</p>}
    </Question>
  );
}
