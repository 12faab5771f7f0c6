import type { Desk } from '../saving.ts';
import { MomentQuestion } from './moment-question.tsx';
import { RemoveQuestion } from './remove-question.tsx';
import { Versions } from './versions.tsx';

/** A window above the page. */
export type OpenDialog = 'publish' | 'plan' | 'end' | 'remove' | 'versions';

interface DialogsProps {
  readonly desk: Desk;
  readonly open: OpenDialog;
  readonly onClose: () => void;
}

export function Dialogs({ desk, open, onClose }: DialogsProps) {
  if (open === 'remove') return <RemoveQuestion {...{ desk, onClose }} />;
  if (open === 'versions') return <Versions {...{ desk, onClose }} />;
  return <MomentQuestion key={open} {...{ desk, onClose }} what={open} />;
}
