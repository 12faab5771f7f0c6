import { useState } from 'preact/hooks';
import { jsonValueOf } from '../../../../engine/json/plain-json.ts';
import { numberFrom, textValue } from '../model/problems.ts';
import type { FieldProps } from './field-props.ts';
import { LineInput, ReadLine } from './line-input.tsx';

export const TextField = (props: FieldProps) => <LineInput {...props} />;

export function TextAreaField({ setting, value, id, describedBy, isReadOnly, onChange }: FieldProps) {
  const text = textValue(value);
  return (
    <textarea
      id={id}
      rows={Math.min(8, Math.max(3, text.split('\n').length, Math.ceil(text.length / 42)))}
      value={text}
      placeholder={setting.placeholder}
      aria-describedby={describedBy}
      readOnly={isReadOnly}
      onInput={(event) => onChange(event.currentTarget.value, true)}
    />
  );
}

/** A setting of a type that the platform does not know: a text as it is, anything else as JSON. */
export function UnknownField(props: FieldProps) {
  const { value, id, describedBy, isReadOnly, onChange } = props;
  const [draft, setDraft] = useState<{ readonly text: string; readonly of: unknown } | null>(null);
  if (value === undefined || typeof value === 'string') return <TextField {...props} />;
  const text = draft && draft.of === value ? draft.text : JSON.stringify(value, null, 2);
  return (
    <>
      <textarea
        id={id}
        rows={4}
        class="code"
        value={text}
        aria-describedby={describedBy}
        readOnly={isReadOnly}
        onInput={({ currentTarget: { value: typed } }) => {
          setDraft({ text: typed, of: value });
          const read = jsonValueOf(typed);
          // The message below says what is wrong; the stored value stays.
          if (read === undefined) return;
          setDraft({ text: typed, of: read });
          onChange(read, true);
        }}
      />
      {draft?.of === value && jsonValueOf(text) === undefined && (
        <p class="problem">Ce texte n’est pas encore du JSON : il n’est pas pris.</p>
      )}
    </>
  );
}

export const NumberField = (props: FieldProps) => (
  <ReadLine
    field={props}
    class="with-unit"
    input={{ inputMode: 'decimal' }}
    read={(text) => (text === '' ? '' : numberFrom(text))}
    wrong="Écrivez un nombre, par exemple 12 ou 2,5."
    after={props.setting.unit && <span class="unit">{props.setting.unit}</span>}
  />
);

export function RangeField({ setting, value, id, describedBy, isReadOnly, onChange }: FieldProps) {
  const { min = 0, max = 100, step = 1, unit = '' } = setting;
  const number = typeof value === 'number' ? value : (numberFrom(textValue(value)) ?? min);
  const shown = `${number.toLocaleString('fr-FR')}${unit ? `\u202f${unit}` : ''}`;
  return (
    <span class="range">
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={number}
        aria-valuetext={shown}
        aria-describedby={describedBy}
        disabled={isReadOnly}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber, true)}
      />
      <output for={id}>{shown}</output>
    </span>
  );
}
