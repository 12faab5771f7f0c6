import { useState } from 'preact/hooks';
import type { History } from '../history.ts';
import { Failure } from './failure.tsx';
import { useLoaded } from './use-loaded.ts';

interface TreeProps {
  readonly history: History;
  readonly number: number;
  readonly onOpen: (path: string) => void;
}

/** The files that a version holds, asked for when they are looked at. */
export function Tree(props: TreeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="titre-fichiers">
      <h3 id="titre-fichiers">Ce qu’elle contient</h3>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Tous ses fichiers</summary>
        {isOpen && <Files {...props} />}
      </details>
    </section>
  );
}

function Files({ history, number, onOpen }: TreeProps) {
  const loaded = useLoaded(() => history.tree(number), [number]);
  if (loaded.state === 'failed') return <Failure error={loaded.error} again={loaded.again} />;
  if (loaded.state === 'asked') return <p class="soft">Les fichiers arrivent…</p>;
  return (
    <ul class="tree-then">
      {loaded.value.map(({ chemin, octets }) => (
        <li key={chemin}>
          <button type="button" class="quiet" onClick={() => onOpen(chemin)}>
            {chemin}
          </button>{' '}
          <span class="soft">{octets.toLocaleString('fr')} octets</span>
        </li>
      ))}
    </ul>
  );
}
