import { useState } from 'preact/hooks';
import { useLoaded } from '../../live/use-loaded.ts';
import { Button } from '../../parts/button.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import type { History } from './history.ts';

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
  if (loaded.state === 'failed') return <Refusal {...loaded} />;
  if (loaded.state === 'asked') return <p class="soft">Les fichiers arrivent…</p>;
  return (
    <ul class="tree-then">
      {loaded.value.map(({ chemin, octets }) => (
        <li key={chemin}>
          <Button kind="quiet" onClick={() => onOpen(chemin)}>
            {chemin}
          </Button>{' '}
          <span class="soft">{octets.toLocaleString('fr')} octets</span>
        </li>
      ))}
    </ul>
  );
}
