import { Dialog } from '../../editor/view/dialog.tsx';
import type { History } from '../history.ts';
import { Failure } from './failure.tsx';
import { FileText } from './file-text.tsx';
import { useLoaded } from './use-loaded.ts';

interface FileDialogProps {
  readonly history: History;
  readonly version: number;
  readonly path: string;
  readonly onClose: () => void;
}

/** A file as a version had it, to be read and copied. */
export function FileDialog({ history, version, path, onClose }: FileDialogProps) {
  const loaded = useLoaded(() => history.content(version, path), [version, path]);
  return (
    <Dialog title={`${path}, version ${version}`} class="file-then" onClose={onClose}>
      {loaded.state === 'asked' && <p class="soft">Le fichier arrive…</p>}
      {loaded.state === 'failed' && <Failure error={loaded.error} again={loaded.again} />}
      {loaded.state === 'there' && <FileText path={path} text={loaded.value} />}
      <form method="dialog" class="acts">
        <button type="submit">Fermer</button>
      </form>
    </Dialog>
  );
}
