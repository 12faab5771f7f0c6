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

/** @param missing what is said of a stored value that is no choice */
export function SelectField({
  setting,
  value,
  id,
  describedBy,
  isReadOnly,
  onChange,
  missing = 'inconnu',
}: FieldProps & { readonly missing?: string }) {
  const { choices } = setting;
  const groups = [...new Set(choices.map(({ group }) => group))];
  const isKnown = choices.some((choice) => isChosen(choice, value));
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
      aria-describedby={describedBy}
      disabled={isReadOnly}
      onChange={({ currentTarget }) => {
        const chosen = choices[Number(currentTarget.value)];
        if (currentTarget.value !== '' && chosen) onChange(chosen.value);
      }}
    >
      {!isKnown && (
        <option value="" selected>
          {textValue(value) === '' ? 'Aucun choix' : `${textValue(value)} (${missing})`}
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
  return (
    <SelectField
      {...props}
      setting={{ ...props.setting, choices: [none, ...choices] }}
      missing="le site n’a pas ce menu"
    />
  );
}
