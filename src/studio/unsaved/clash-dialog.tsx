import { useState } from 'preact/hooks';
import type { Side } from '../../merge/conflict.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';

/** A place that was changed here and elsewhere, as a person is asked about it. */
export interface AskedClash {
  /** Names the place and both of its values: a choice holds for what the person has seen. */
  readonly key: string;
  readonly place: string;
  readonly sides: Readonly<Record<Side, { readonly label: string; readonly value: string }>>;
}

interface ClashDialogProps {
  readonly title: string;
  readonly isWide?: boolean;
  /** What has happened, and what is asked. */
  readonly about: string;
  readonly clashes: readonly AskedClash[];
  /** @param sideOf gives the side that was chosen for a clash, by its key */
  readonly onSettled: (sideOf: (key: string) => Side) => void;
  readonly onClose: () => void;
}

/** Asks which side counts where both have changed the same; everything else is merged already. */
export function ClashDialog({ title, isWide, about, clashes, onSettled, onClose }: ClashDialogProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  return (
    <Dialog title={title} class={isWide ? 'conflict wide' : 'conflict'} onClose={onClose}>
      <p>{about}</p>
      {clashes.map(({ key, place, sides }) => (
        <fieldset key={key}>
          <legend>{place}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} class="clash-side">
              <input
                type="radio"
                name={key}
                checked={chosen.get(key) === side}
                onChange={() => setChosen(new Map(chosen).set(key, side))}
              />
              <span>
                <b>{sides[side].label}</b>
                <span class="side-value">{sides[side].value}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <span class="acts">
        <Button
          kind="primary"
          disabled={!clashes.every(({ key }) => chosen.has(key))}
          onClick={() => onSettled((key) => chosen.get(key) ?? 'mine')}
        >
          Réunir et enregistrer
        </Button>
        <Button onClick={onClose}>Plus tard</Button>
      </span>
    </Dialog>
  );
}
