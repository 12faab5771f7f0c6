import { useState } from 'preact/hooks';
import { useLoaded } from '../../live/use-loaded.ts';
import { List } from '../../parts/list.tsx';
import { Loading } from '../../parts/loading.tsx';
import { FileButton } from './file-button.tsx';
import type { History } from './history.ts';

interface TreeProps {
  readonly history: History;
  readonly number: number;
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

function Files({ history, number }: TreeProps) {
  const loaded = useLoaded(() => history.tree(number), [number]);
  return (
    <Loading of={loaded} words="Les fichiers arrivent…">
      {(files) => (
        <List class="tree-then" items={files} keyOf={({ chemin }) => chemin}>
          {({ chemin, octets }) => (
            <>
              <FileButton history={history} version={number} path={chemin}>
                {chemin}
              </FileButton>{' '}
              <span class="soft">{octets.toLocaleString('fr')} octets</span>
            </>
          )}
        </List>
      )}
    </Loading>
  );
}
