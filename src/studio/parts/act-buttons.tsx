import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Acts, Opener } from '../live/use-act.ts';
import { Button, type ButtonProps } from './button.tsx';

interface ActButtonProps extends ButtonProps {
  /** Name of the act, which no other button of the page has: `dupliquer <id>`. */
  readonly act: string;
  /** Where a refusal is shown. */
  readonly acts: Acts;
  readonly work: () => Promise<void>;
}

/** A button that does something at once. */
export const ActButton = ({ act, acts, work, ...others }: ActButtonProps) => (
  <Button data-act={act} isBusy={acts.isBusy(act)} onClick={() => void acts.run(work, act)} {...others} />
);

interface AskButtonProps extends ButtonProps {
  /** Name of the act, as an `ActButton` has one; without a name the question is not asked again after a new sign-in. */
  readonly act?: string;
  /** The question, a `Question` or another `Dialog`. */
  readonly question: (close: () => void) => ComponentChildren;
}

/** A button that asks a question first. */
export function AskButton({ act, question, ...others }: AskButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button data-act={act} aria-haspopup="dialog" onClick={() => setOpen(true)} {...others} />
      {isOpen && <Opener.Provider value={act ?? null}>{question(() => setOpen(false))}</Opener.Provider>}
    </>
  );
}
