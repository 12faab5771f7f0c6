import { textValue } from '../model/problems.ts';
import type { Choice } from '../model/settings.ts';
import { useStudio } from '../view/studio-context.ts';
import type { FieldProps } from './field-props.ts';

export function CheckboxField({ setting, value, id, describedBy, isReadOnly, onChange }: FieldProps) {
  return (
    <span class="check">
      <input
        id={id}
        type="checkbox"
        checked={value === true || value === 'true'}
        aria-describedby={describedBy}
        disabled={isReadOnly}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{setting.label}</label>
    </span>
  );
}

const isChosen = (choice: Choice, value: unknown): boolean => String(choice.value) === textValue(value);

interface SelectProps
  extends Pick<FieldProps, 'value' | 'isReadOnly' | 'onChange'>,
    Partial<Pick<FieldProps, 'id' | 'describedBy'>> {
  readonly choices: readonly Choice[];
  /** Its name, where no label has it. */
  readonly label?: string;
  /** What stands there for a value that is no choice. */
  readonly missing: string;
}

export function Select({ choices, value, label, missing, id, describedBy, isReadOnly, onChange }: SelectProps) {
  const groups = [...new Set(choices.map(({ group }) => group))];
  const options = (group: string | undefined) =>
    choices.flatMap((choice, at) =>
      choice.group === group ? (
        <option key={at} value={at} selected={isChosen(choice, value)}>
          {choice.label}
        </option>
      ) : (
        []
      ),
    );
  return (
    <select
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={isReadOnly}
      onChange={({ currentTarget }) => {
        const chosen = choices[Number(currentTarget.value)];
        if (currentTarget.value !== '' && chosen) onChange(chosen.value);
      }}
    >
      {!choices.some((choice) => isChosen(choice, value)) && (
        <option value="" selected>
          {missing}
        </option>
      )}
      {groups.map((group) =>
        group === undefined ? (
          options(group)
        ) : (
          <optgroup key={group} label={group}>
            {options(group)}
          </optgroup>
        ),
      )}
    </select>
  );
}

export function SelectField(props: FieldProps) {
  const stored = textValue(props.value);
  const missing = stored === '' ? 'Aucun choix' : `${stored} (inconnu)`;
  return <Select {...props} choices={props.setting.choices} missing={missing} />;
}

/** Stands in a `fieldset` whose legend names it. */
export function RadioField({ setting, value, id, isReadOnly, onChange }: FieldProps) {
  return (
    <span class="radios">
      {setting.choices.map((choice, at) => (
        <label key={String(choice.value)} class="radio">
          <input
            id={at === 0 ? id : `${id}-${at}`}
            type="radio"
            name={id}
            checked={isChosen(choice, value)}
            disabled={isReadOnly}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </span>
  );
}

/** Titles of a menu shown beside its name, at most. */
const TITLES = 4;

/** A menu of the site, or none. */
export function MenuField(props: FieldProps) {
  const { menus } = useStudio().data;
  const choices = menus.map(({ cle, titres }): Choice => {
    const shown = `${titres.slice(0, TITLES).join(', ')}${titres.length > TITLES ? '…' : ''}`;
    return { value: cle, label: titres.length > 0 ? `${cle} – ${shown}` : cle, group: undefined };
  });
  const none = { value: '', label: 'Aucun menu', group: undefined };
  const missing = `${textValue(props.value)} (le site n’a pas ce menu)`;
  return <Select {...props} choices={[none, ...choices]} missing={missing} />;
}
