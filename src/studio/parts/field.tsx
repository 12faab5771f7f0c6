import type { ComponentChildren, InputHTMLAttributes, PartialInputHTMLAttributes } from 'preact';

type Attributes = Omit<PartialInputHTMLAttributes<HTMLInputElement>, 'role' | 'type' | 'id' | 'name'>;

interface FieldProps extends Attributes {
  readonly name: string;
  readonly id?: string;
  readonly type?: 'text' | 'password' | 'date' | 'time' | 'email' | 'search';
  readonly label: ComponentChildren;
  readonly help?: ComponentChildren;
  /** Why its value is refused. */
  readonly refusal?: string | undefined;
  readonly isOptional?: boolean;
}

/** A field with its label. Its id is its name: a page that has the name twice gives an `id`. */
export function Field({ label, help, refusal, isOptional = false, id: given, type = 'text', ...input }: FieldProps) {
  const id = given ?? input.name;
  const [helpId, refusalId] = [`aide-${id}`, `refus-${id}`];
  const described = [help ? helpId : [], refusal ? refusalId : []].flat().join(' ');
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="soft"> (facultatif)</span>}
      </label>
      <input
        id={id}
        aria-describedby={described || undefined}
        aria-invalid={refusal === undefined ? undefined : 'true'}
        {...({ type, ...input } as InputHTMLAttributes<HTMLInputElement>)}
      />
      {help && (
        <p class="soft" id={helpId}>
          {help}
        </p>
      )}
      {refusal !== undefined && (
        <p class="refusal" id={refusalId} role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

interface OptionProps extends Attributes {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly children: ComponentChildren;
}

/** One of several choices, or a choice of its own. */
export const Option = ({ children, ...input }: OptionProps) => (
  <label class="option">
    <input {...input} /> <span>{children}</span>
  </label>
);

/** Choices under one heading. */
export const Options = ({ legend, children }: { readonly legend: string; readonly children: ComponentChildren }) => (
  <fieldset>
    <legend>{legend}</legend>
    {children}
  </fieldset>
);
