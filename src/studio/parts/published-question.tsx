import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface PublishedQuestionProps {
  readonly onAgree: () => void;
  readonly onClose: () => void;
}

/** Asks before a save changes a theme that was published while it was edited. */
export const PublishedQuestion = ({ onAgree, onClose }: PublishedQuestionProps) => (
  <Dialog title="Changer le site public ?" onClose={onClose}>
    <p>
      Ce thème a été publié depuis que vous l’avez ouvert : si vous enregistrez, les visiteurs voient la modification.
    </p>
    <p class="acts">
      <Button kind="primary" onClick={onAgree}>
        Enregistrer sur le site public
      </Button>
      <Button onClick={onClose}>Ne pas enregistrer</Button>
    </p>
  </Dialog>
);
