import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';

/** What is chosen of a list. */
export interface Chosen<Row> {
  readonly rows: readonly Row[];
  readonly choose: (ids: readonly string[], isChosen: boolean) => void;
}

/** Keeps what is chosen while the list changes around. @param rows of the list that can be chosen */
export function useChosen<Row extends { readonly id: string }>(rows: readonly Row[]): Chosen<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    rows: rows.filter(({ id }) => ids.has(id)),
    choose: (some, isChosen) =>
      setIds((before) => new Set(isChosen ? [...before, ...some] : [...before].filter((id) => !some.includes(id)))),
  };
}

interface ChooseAllProps {
  readonly of: readonly { readonly id: string }[];
  readonly chosen: Chosen<unknown>;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

/** Chooses all of a list, or none. */
export const ChooseAll = ({ of, chosen: { rows, choose }, inputRef }: ChooseAllProps) => (
  <label class="choice">
    <input
      {...(inputRef && { ref: inputRef })}
      type="checkbox"
      checked={rows.length === of.length && of.length > 0}
      indeterminate={rows.length > 0 && rows.length < of.length}
      onChange={({ currentTarget }) =>
        choose(
          of.map(({ id }) => id),
          currentTarget.checked,
        )
      }
    />{' '}
    Tout choisir
  </label>
);
