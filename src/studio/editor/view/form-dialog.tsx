import type { ComponentChildren } from 'preact';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';

interface FormDialogProps {
  readonly title: string;
  /** What the button says that agrees. */
  readonly agree: string;
  readonly kind?: 'primary' | 'danger';
  readonly onAgree: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A question above the page that closes once its answer is taken. */
export const FormDialog = ({ title, agree, kind = 'primary', onAgree, onClose, children }: FormDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAgree();
      }}
    >
      {children}
      <p class="acts">
        <Button type="submit" kind={kind}>
          {agree}
        </Button>
        <Button onClick={onClose}>Annuler</Button>
      </p>
    </form>
  </Dialog>
);

interface NameFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly refusal: string | null;
  readonly onChange: (value: string) => void;
}

/** A name that is neither spelt nor completed. */
export const NameField = ({ refusal, onChange, ...field }: NameFieldProps) => (
  <Field
    {...field}
    autocomplete="off"
    spellcheck={false}
    refusal={refusal ?? undefined}
    onInput={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
