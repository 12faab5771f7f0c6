import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Opener, useActs, waiting } from '../live/use-act.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Refusal } from './refusal.tsx';

/** What a `BesideButton` does: the question stays open and shows the returned sentence. */
type Beside = (work: () => Promise<string>) => Promise<void>;
const BesideAct = createContext<{ readonly does: Beside; readonly isBusy: boolean } | null>(null);

interface QuestionProps extends DialogProps {
  /** What the button says that agrees. */
  readonly agree: ComponentChildren;
  readonly kind?: 'primary' | 'danger';
  /** Whether the person may agree already. */
  readonly canAgree?: boolean;
  /** What the person agrees to. The question stays open and shows what this throws. */
  readonly work: (form: FormData) => Promise<void>;
}

/** A question above the page. Escape and « Annuler » leave it without effect. */
export function Question({
  agree,
  kind = 'primary',
  canAgree = true,
  work,
  onClose,
  children,
  ...dialog
}: QuestionProps) {
  const acts = useActs();
  const opener = useContext(Opener);
  const [note, setNote] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const isBusy = acts.isBusy(opener);
  useLayoutEffect(() => {
    if (form.current) waiting.fillAnswers?.(form.current);
  }, []);
  const does: Beside = (beside) => acts.run(async () => setNote(await beside()), opener);
  return (
    <Dialog onClose={onClose} {...dialog}>
      <form
        class="question"
        ref={form}
        aria-busy={isBusy || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          void acts.run(async () => {
            await work(data);
            onClose();
          }, opener);
        }}
      >
        <BesideAct.Provider value={{ does, isBusy }}>{children}</BesideAct.Provider>
        <Refusal {...acts} />
        {/* Screen readers do not read a live region outside an open modal dialog. */}
        <p class="note" role="status">
          {note}
        </p>
        <p class="acts">
          {/* Not disabled while busy: the focus would be lost. A second press does nothing. */}
          <Button type="submit" kind={kind} isBusy={isBusy} disabled={!canAgree}>
            {agree}
          </Button>{' '}
          <Button onClick={onClose}>Annuler</Button>
        </p>
      </form>
    </Dialog>
  );
}

/** A button in a question that does something beside it. @param work gives the sentence that says what was done */
export function BesideButton({ work, ...others }: ButtonProps & { readonly work: () => Promise<string> }) {
  const beside = useContext(BesideAct);
  return <Button isBusy={beside?.isBusy ?? false} onClick={() => void beside?.does(work)} {...others} />;
}
