import type { ComponentChildren } from 'preact';
import type { Acts } from '../live/use-act.ts';
import { Button } from './button.tsx';
import { Refusal } from './refusal.tsx';

interface ActFormProps {
  readonly class: string;
  /** What its button says. */
  readonly agree: string;
  readonly acts: Acts;
  readonly work: (form: HTMLFormElement) => Promise<void>;
  readonly children: ComponentChildren;
}

/** Fields of a page with the button that sends them. */
export const ActForm = ({ class: name, agree, acts, work, children }: ActFormProps) => (
  <form
    class={name}
    onSubmit={(event) => {
      event.preventDefault();
      const { currentTarget: form } = event;
      void acts.run(() => work(form));
    }}
  >
    {children}
    <Refusal {...acts} />
    <p class="acts">
      <Button type="submit" kind="primary" isBusy={acts.isBusy()}>
        {agree}
      </Button>
    </p>
  </form>
);
