import { useState } from 'preact/hooks';
import type { Version } from '../../../contract/versions.ts';
import { useLoaded } from '../../live/use-loaded.ts';
import { Loading } from '../../parts/loading.tsx';
import { counted, timeWords } from '../../parts/words.ts';
import { ChangedFile } from './changed-file.tsx';
import { changesBetween } from './changes.ts';
import type { History } from './history.ts';

interface ChangesProps {
  readonly history: History;
  readonly versions: readonly Version[];
  readonly number: number;
  readonly hasOlder: boolean;
}

/** Files whose difference is shown without asking. */
const OPEN = 5;

/** What differs between this version and another: the version before, until the person chooses one. */
export function Changes({ history, versions, number, hasOlder }: ChangesProps) {
  const isOldest = versions.at(-1)?.numero === number && !hasOlder;
  const [other, setOther] = useState(isOldest ? null : number - 1);
  const choices = versions.filter(({ numero }) => numero !== number);
  // The list may not have the version before yet.
  const isBeforeListed = choices.some(({ numero }) => numero === number - 1);
  return (
    <section aria-labelledby="titre-changements">
      <h3 id="titre-changements">Ce qui change</h3>
      <label>
        Comparer avec{' '}
        <select
          value={other === null ? '' : String(other)}
          onChange={({ currentTarget: { value } }) => setOther(value === '' ? null : Number(value))}
        >
          {isOldest && <option value="">rien : c’est la plus ancienne version gardée</option>}
          {!isOldest && !isBeforeListed && <option value={number - 1}>Version {number - 1}</option>}
          {choices.map(({ numero, cree_le }) => (
            <option key={numero} value={numero}>
              Version {numero}, {timeWords(cree_le)}
              {numero === versions[0]?.numero ? ' (actuelle)' : ''}
            </option>
          ))}
        </select>
      </label>
      {other !== null && (
        <Between key={other} history={history} from={Math.min(other, number)} to={Math.max(other, number)} />
      )}
    </section>
  );
}

interface BetweenProps extends Pick<ChangesProps, 'history'> {
  readonly from: number;
  readonly to: number;
}

function Between({ history, from, to }: BetweenProps) {
  const loaded = useLoaded(async () => {
    const [before, after] = await Promise.all([history.tree(from), history.tree(to)]);
    return changesBetween(before, after);
  }, [from, to]);
  return (
    <Loading of={loaded} words={`Les versions ${from} et ${to} sont comparées…`}>
      {(changes) => (
        <>
          <p role="status">
            De la version {from} à la version {to} :{' '}
            {changes.length === 0 ? 'rien ne diffère' : counted(changes.length, 'fichier')}.
          </p>
          {changes.map((change) => (
            <ChangedFile key={change.path} {...{ history, change, from, to }} isOpen={changes.length <= OPEN} />
          ))}
        </>
      )}
    </Loading>
  );
}
