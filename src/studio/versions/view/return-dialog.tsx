import { useState } from 'preact/hooks';
import { shownName } from '../../../text/names.ts';
import { Dialog } from '../../editor/view/dialog.tsx';
import { type Change, changesBetween, countedFiles } from '../changes.ts';
import type { History } from '../history.ts';
import { Failure } from './failure.tsx';
import { useLoaded } from './use-loaded.ts';

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
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const plan = useLoaded(async () => {
    const [{ isPublished, files }, wanted] = await Promise.all([history.present(), history.tree(number)]);
    return { isPublished, changes: changesBetween(files, wanted) };
  }, [number]);
  const hasChanges = plan.state === 'there' && plan.value.changes.length > 0;
  const restore = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const now = await history.restore(number);
      onClose();
      onReturned(now);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Revenir à la version ${number} ?`} class="returning" onClose={onClose}>
      {plan.state === 'asked' && <p class="soft">Ce qui changera est cherché…</p>}
      {plan.state === 'failed' && <Failure error={plan.error} again={plan.again} />}
      {plan.state === 'there' && (
        <Plan name={name} number={number} isPublished={plan.value.isPublished} changes={plan.value.changes} />
      )}
      {failure !== null && <Failure error={failure} />}
      <form method="dialog" class="acts">
        <button type="button" class="primary" disabled={!hasChanges || isBusy} onClick={() => void restore()}>
          Revenir à cette version
        </button>
        <button type="submit">Annuler</button>
      </form>
    </Dialog>
  );
}

interface PlanProps {
  readonly name: string;
  readonly number: number;
  readonly isPublished: boolean;
  readonly changes: readonly Change[];
}

function Plan({ name, number, isPublished, changes }: PlanProps) {
  if (changes.length === 0) {
    return (
      <p>
        « <bdi>{shownName(name)}</bdi> » a déjà les fichiers de la version {number}.
      </p>
    );
  }
  return (
    <>
      {isPublished && (
        <p class="notice">Ce thème est publié : les visiteurs le verront ainsi dès leur prochaine page.</p>
      )}
      <p>
        {countedFiles(changes.length)} de « <bdi>{shownName(name)}</bdi> » {changes.length > 1 ? 'changent' : 'change'}.
        C’est une version de plus : vous pourrez revenir à celle d’aujourd’hui.
      </p>
      <Paths label="Reprennent leur texte d’alors" changes={changes} kind="changed" />
      <Paths label="Reviennent" changes={changes} kind="added" />
      <Paths label="Disparaissent" changes={changes} kind="removed" />
    </>
  );
}

function Paths({ label, changes, kind }: { label: string; changes: readonly Change[]; kind: Change['kind'] }) {
  const paths = changes.filter((change) => change.kind === kind).map(({ path }) => path);
  if (paths.length === 0) return null;
  return (
    <>
      <h3>{label}</h3>
      <ul class="paths">
        {paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
    </>
  );
}
