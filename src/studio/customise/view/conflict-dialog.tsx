import { useState } from 'preact/hooks';
import { controlsShownInLines } from '../../../../engine/text/controls.ts';
import type { Side } from '../../../merge/conflict.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useObservable } from '../../parts/use-observable.ts';
import { type Clash, clashesIn, settle } from '../model/clashes.ts';
import { describePath } from '../model/describe-path.ts';
import { readJson } from '../model/values.ts';
import { useStudio } from './studio-context.ts';

/** A choice holds for the two values that the person has seen. */
const keyOf = ({ file, keys, mine, theirs }: Clash): string => JSON.stringify([file, keys, mine, theirs]);

/** Longest value that is shown, UTF-16 code units. */
const SHOWN_UNITS = 200;

/** A value as a person reads it. */
function shown(raw: string | null): string {
  if (raw === null) return '(retiré)';
  const value = readJson(raw);
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : raw;
  if (text === '') return '(vide)';
  return controlsShownInLines(text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS)}…` : text);
}

/** What a side of a clash is called, and its value. */
function wordsOf({ keys, mine, theirs }: Clash, side: Side): readonly [label: string, value: string] {
  if (!keys && theirs === null) {
    return side === 'mine' ? ['Le garder', 'avec vos changements'] : ['Le laisser supprimé', ''];
  }
  if (!keys && mine === null) {
    return side === 'mine' ? ['Le supprimer', ''] : ['Le garder', 'tel qu’il est enregistré'];
  }
  return side === 'mine' ? ['La vôtre', shown(mine)] : ['L’autre, déjà enregistrée', shown(theirs)];
}

interface ConflictDialogProps {
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

/** Asks which value counts where both sides have changed the same one; everything else is merged already. */
export function ConflictDialog({ onSettled, onClose }: ConflictDialogProps) {
  const { session, model } = useStudio();
  const work = useObservable(session.work);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const clashes = clashesIn(work);
  const apply = () => {
    settle(work, (clash) => chosen.get(keyOf(clash)) ?? 'mine');
    onSettled();
  };
  return (
    <Dialog title="Réglés deux fois" class="conflict" onClose={onClose}>
      <p>
        Quelqu’un d’autre, ou vous dans un autre onglet, a changé les mêmes réglages entre-temps. Choisissez lequel
        compte ; tout le reste est déjà réuni.
      </p>
      {clashes.map((clash) => {
        const key = keyOf(clash);
        return (
          <fieldset key={key}>
            <legend>{describePath(clash.file, clash.keys ?? [], session.texts, model)}</legend>
            {(['mine', 'theirs'] as const).map((side) => {
              const [label, value] = wordsOf(clash, side);
              return (
                <label key={side} class="side">
                  <input
                    type="radio"
                    name={key}
                    checked={chosen.get(key) === side}
                    onChange={() => setChosen(new Map(chosen).set(key, side))}
                  />
                  <span>
                    <b>{label}</b>
                    <span class="side-value">{value}</span>
                  </span>
                </label>
              );
            })}
          </fieldset>
        );
      })}
      <span class="acts">
        <Button kind="primary" disabled={!clashes.every((clash) => chosen.has(keyOf(clash)))} onClick={apply}>
          Réunir et enregistrer
        </Button>
        <Button onClick={onClose}>Plus tard</Button>
      </span>
    </Dialog>
  );
}
