import type { z } from 'zod';
import type { Citation as CitationSchema } from '../../../contract/writing.ts';
import { ApiRefusal } from '../../api/client.ts';
import { useLoaded } from '../../live/use-loaded.ts';
import { Name } from '../../parts/name.tsx';
import { Question } from '../../parts/question.tsx';
import { kindOf, listOf } from '../copies.ts';
import type { Desk } from '../saving.ts';

type Citation = z.output<typeof CitationSchema>;

const KINDS: Readonly<Record<Citation['genre'], string>> = {
  theme: 'le thème publié',
  brouillon: 'le brouillon de thème',
  page: 'la page',
  article: 'l’article',
  blog: 'le blog',
  menu: 'le menu',
  reglages: 'les réglages',
};

/** Asks before the text is deleted, and says what leads to it. */
export function RemoveQuestion({ desk, onClose }: { readonly desk: Desk; readonly onClose: () => void }) {
  const { session, data, api } = desk;
  const path = `/api/${kindOf(data)}`;
  const loaded = useLoaded(
    async (signal) =>
      (await api.send<{ citations: readonly Citation[] }>(path, { query: { id: data.id, citations: '' }, signal }))
        .citations,
    [],
  );
  const remove = async () => {
    try {
      await api.send(path, { method: 'DELETE', query: { id: data.id } });
    } catch (error) {
      // Somebody was faster.
      if (!(error instanceof ApiRefusal && error.isGone)) throw error;
    }
    session.work.collect();
    for (const field of session.work.changes.keys()) session.work.revert(field);
    session.work.keepNow();
    location.assign(listOf(data));
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
        {session.isPage ? 'la' : 'le'} reprendre sous « Contenu », dans les textes supprimés.
      </p>
      {loaded.state === 'asked' && <p class="soft">Recherche de ce qui y mène…</p>}
      {loaded.state === 'there' && loaded.value.length > 0 && (
        <>
          <p>Son adresse est encore nommée ici, et n’y mènera plus à rien :</p>
          <ul>
            {loaded.value.map(({ genre, id, nom }) => (
              <li key={`${genre} ${id} ${nom}`}>
                {KINDS[genre] ?? genre} <Name of={nom} />
              </li>
            ))}
          </ul>
        </>
      )}
      {loaded.state === 'there' && loaded.value.length === 0 && <p>Rien d’autre sur le site n’y mène.</p>}
    </Question>
  );
}
