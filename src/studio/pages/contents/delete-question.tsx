import { Api } from '../../api/client.ts';
import type { Usage } from '../../library/props.ts';
import { Trouble } from '../../library/trouble.tsx';
import { UsageList } from '../../library/usage-list.tsx';
import { useLoaded } from '../../live/use-loaded.ts';
import { Name, StrongName } from '../../parts/name.tsx';
import { Question } from '../../parts/question.tsx';
import { counted } from '../../parts/words.ts';
import type { TextKind } from '../../writing/store/fields.ts';
import type { ContentsProps, TextRow } from './props.ts';
import { citationsOf } from './text-requests.ts';
import { Titles } from './titles.tsx';

interface DeleteQuestionProps {
  readonly page: ContentsProps;
  readonly texts: readonly TextRow[];
  readonly onClose: () => void;
  readonly work: () => Promise<void>;
}

/** A text whose address is named elsewhere. */
interface Cited {
  readonly text: TextRow;
  readonly citations: readonly Usage[];
}

/** Says what is deleted, what names its address, and that it can be had back. */
export function DeleteQuestion({ page: { site, query }, texts, onClose, work }: DeleteQuestionProps) {
  const loaded = useLoaded(
    async (leaving): Promise<readonly Cited[]> => {
      const api = new Api(site.id);
      const cited: Cited[] = [];
      for (const text of texts) {
        const named = await citationsOf(api, query.genre as TextKind, text.id, leaving);
        // What is deleted along leads nowhere itself.
        const citations = named.filter(({ id }) => !texts.some((one) => one.id === id));
        if (citations.length > 0) cited.push({ text, citations });
      }
      return cited;
    },
    [texts.map(({ id }) => id).join()],
  );
  const [only] = texts.length === 1 ? texts : [];
  return (
    <Question
      title={only ? 'Supprimer ce texte ?' : `Supprimer ${counted(texts.length, 'texte')} ?`}
      agree="Supprimer"
      kind="danger"
      // A question about one text waits for what names that; what names many may take long.
      canAgree={only === undefined || loaded.state !== 'asked'}
      onClose={onClose}
      work={work}
    >
      {only ? (
        <p>
          <StrongName of={only.title} /> ne sera plus sur le site. Vous pourrez encore le récupérer pendant trente
          jours, dans « Supprimés ».
        </p>
      ) : (
        <>
          <p>
            Ces textes ne seront plus sur le site. Vous pourrez encore les récupérer pendant trente jours, dans «
            Supprimés ».
          </p>
          <Titles of={texts} />
        </>
      )}
      {loaded.state === 'asked' && (
        <p class="soft">Recherche de ce qui mène à {only ? 'son adresse' : 'leurs adresses'}…</p>
      )}
      {loaded.state === 'failed' && <Trouble error={loaded.failure.error} />}
      {loaded.state === 'there' &&
        (loaded.value.length === 0 ? (
          <p>Rien d’autre sur ce site ne nomme {only ? 'son adresse' : 'leurs adresses'}.</p>
        ) : (
          loaded.value.map(({ text, citations }) => (
            <div key={text.id} class="usages">
              <p>
                {only ? (
                  'Son adresse'
                ) : (
                  <>
                    L’adresse de <Name of={text.title} />
                  </>
                )}{' '}
                est nommée ici, et n’y mènera plus à rien :
              </p>
              <UsageList usages={citations} path={site.path} />
            </div>
          ))
        ))}
    </Question>
  );
}
