import { useLoaded } from '../../live/use-loaded.ts';
import { Loading } from '../../parts/loading.tsx';
import { Name } from '../../parts/name.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Paths } from '../../parts/paths.tsx';
import { Question } from '../../parts/question.tsx';
import { counted } from '../../parts/words.ts';
import { type Change, changesBetween } from './changes.ts';
import type { History } from './history.ts';

interface ReturnDialogProps {
  readonly history: History;
  readonly number: number;
  /** Of the theme. */
  readonly name: string;
  /** @param number of the version that the theme then has */
  readonly onReturned: (number: number) => void;
  readonly onClose: () => void;
}

/** Asks before the theme takes the files of a version, and says which of them change. */
export function ReturnDialog({ history, number, name, onReturned, onClose }: ReturnDialogProps) {
  const plan = useLoaded(async () => {
    const [{ isPublished, files }, wanted] = await Promise.all([history.present(), history.tree(number)]);
    return { isPublished, changes: changesBetween(files, wanted) };
  }, [number]);
  return (
    <Question
      title={`Revenir à la version ${number} ?`}
      agree="Revenir à cette version"
      canAgree={plan.state === 'there' && plan.value.changes.length > 0}
      onClose={onClose}
      work={async () => onReturned(await history.restore(number))}
    >
      <Loading of={plan} words="Ce qui changera est cherché…">
        {(found) => <Plan {...found} name={name} number={number} />}
      </Loading>
    </Question>
  );
}

interface PlanProps extends Pick<ReturnDialogProps, 'name' | 'number'> {
  readonly isPublished: boolean;
  readonly changes: readonly Change[];
}

function Plan({ name, number, isPublished, changes }: PlanProps) {
  if (changes.length === 0) {
    return (
      <p>
        « <Name of={name} /> » a déjà les fichiers de la version {number}.
      </p>
    );
  }
  const pathsOf = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).map(({ path }) => path);
  return (
    <>
      {isPublished && <Notice>Ce thème est publié : les visiteurs le verront ainsi dès leur prochaine page.</Notice>}
      <p>
        {counted(changes.length, 'fichier')} de « <Name of={name} /> » {changes.length > 1 ? 'changent' : 'change'}.
        C’est une version de plus : vous pourrez revenir à celle d’aujourd’hui.
      </p>
      <Paths label="Reprennent leur texte d’alors" paths={pathsOf('changed')} />
      <Paths label="Reviennent" paths={pathsOf('added')} />
      <Paths label="Disparaissent" paths={pathsOf('removed')} />
    </>
  );
}
