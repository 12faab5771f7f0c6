import type { FieldProps } from './field-props.ts';

/** One line for an address, which is neither spelt nor completed. */
export function AddressInput(
  props: Omit<FieldProps, 'siblings' | 'value'> & { readonly value: string; readonly placeholder: string },
) {
  const { setting, value, id, describedBy, isReadOnly, onChange, placeholder } = props;
  return (
    <input
      id={id}
      type="text"
      inputMode="url"
      spellcheck={false}
      autocomplete="off"
      value={value}
      placeholder={setting.placeholder ?? placeholder}
      aria-describedby={describedBy}
      readOnly={isReadOnly}
      onInput={(event) => onChange(event.currentTarget.value, true)}
    />
  );
}
