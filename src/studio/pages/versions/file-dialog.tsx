import { useLoaded } from '../../live/use-loaded.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { FileText } from './file-text.tsx';
import type { History } from './history.ts';

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
      {loaded.state === 'failed' && <Refusal {...loaded} />}
      {loaded.state === 'there' && <FileText path={path} text={loaded.value} />}
      <p class="acts">
        <Button onClick={onClose}>Fermer</Button>
      </p>
    </Dialog>
  );
}
