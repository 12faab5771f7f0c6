import type { PartialInputHTMLAttributes } from 'preact';
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
