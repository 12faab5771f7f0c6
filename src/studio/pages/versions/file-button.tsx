import type { ComponentChildren } from 'preact';
import { useLoaded } from '../../live/use-loaded.ts';
import { AskButton } from '../../parts/act-buttons.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Loading } from '../../parts/loading.tsx';
import { FileText } from './file-text.tsx';
import type { History } from './history.ts';

interface FileProps {
  readonly history: History;
  readonly version: number;
  readonly path: string;
}

/** Shows a file as a version had it, to be read and copied. */
export const FileButton = ({ children, ...file }: FileProps & { readonly children: ComponentChildren }) => (
  <AskButton kind="quiet" question={(close) => <FileDialog {...file} onClose={close} />}>
    {children}
  </AskButton>
);

function FileDialog({ history, version, path, onClose }: FileProps & { readonly onClose: () => void }) {
  const loaded = useLoaded(() => history.content(version, path), [version, path]);
  return (
    <Dialog title={`${path}, version ${version}`} class="file-then" onClose={onClose}>
      <Loading of={loaded} words="Le fichier arrive…">
        {(text) => <FileText path={path} text={text} />}
      </Loading>
      <p class="acts">
        <Button onClick={onClose}>Fermer</Button>
      </p>
    </Dialog>
  );
}
