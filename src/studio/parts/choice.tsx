interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly chosen: string | null;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly changed: () => void;
}

/** A filter of a list: one of several values. */
export const Choice = ({ name, label, chosen, options, changed }: ChoiceProps) => (
  <label>
    <span class="unseen">{label}</span>
    <select name={name} onChange={changed}>
      {options.map(([value, words]) => (
        <option key={value} value={value} selected={value === (chosen ?? '')}>
          {words}
        </option>
      ))}
    </select>
  </label>
);
