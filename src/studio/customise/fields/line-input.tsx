import type { ComponentChildren, PartialInputHTMLAttributes } from 'preact';
import { useState } from 'preact/hooks';
import { textValue } from '../model/problems.ts';
import type { FieldProps } from './field-props.ts';

type Own = 'class' | 'inputMode' | 'spellcheck' | 'autocomplete' | 'placeholder' | 'aria-invalid';

interface LineProps extends Omit<FieldProps, 'siblings'> {
  readonly input?: Pick<PartialInputHTMLAttributes<HTMLInputElement>, Own>;
}

/** One line of text. @param input what is not as in every field */
export const LineInput = ({ setting, value, id, describedBy, isReadOnly, onChange, input }: LineProps) => (
  <input
    id={id}
    type="text"
    value={textValue(value)}
    placeholder={setting.placeholder}
    aria-describedby={describedBy}
    readOnly={isReadOnly}
    onInput={(event) => onChange(event.currentTarget.value, true)}
    {...input}
  />
);

/** One line for an address, which is neither spelt nor completed. */
export const AddressInput = ({ placeholder, ...line }: Omit<LineProps, 'input'> & { readonly placeholder: string }) => (
  <LineInput
    {...line}
    input={{
      ...{ inputMode: 'url', spellcheck: false, autocomplete: 'off' },
      placeholder: line.setting.placeholder ?? placeholder,
    }}
  />
);

interface ReadLineProps {
  readonly field: FieldProps;
  readonly class: string;
  readonly input: LineProps['input'];
  /** What a text means; null for one that means nothing. */
  readonly read: (text: string) => unknown;
  /** What is said of such a text. */
  readonly wrong: string;
  readonly before?: ComponentChildren;
  readonly after?: ComponentChildren;
}

/** One line whose text is read. A text that means nothing stays in the line, and the stored value stays too. */
export function ReadLine({ field, class: name, input, read, wrong, before, after }: ReadLineProps) {
  const { value, onChange } = field;
  const [draft, setDraft] = useState<{ readonly text: string; readonly of: unknown } | null>(null);
  const text = draft && draft.of === value ? draft.text : textValue(value);
  const isWrong = read(text.trim()) === null;
  const take = (typed: unknown) => {
    const meant = read(String(typed).trim());
    setDraft({ text: String(typed), of: meant ?? value });
    if (meant !== null) onChange(meant, true);
  };
  return (
    <>
      <span class={name}>
        {before}
        <LineInput {...field} value={text} input={{ ...input, 'aria-invalid': isWrong }} onChange={take} />
        {after}
      </span>
      {isWrong && (
        <p class="problem" role="alert">
          {wrong}
        </p>
      )}
    </>
  );
}
