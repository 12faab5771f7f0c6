import { useEffect, useRef, useState } from 'preact/hooks';
import { controlsShownInLines } from '../../../../engine/text/controls.ts';
import type { MergeConflict, Side } from '../../../merge/conflict.ts';
import { describePath } from '../model/describe-path.ts';
import { readJson } from '../model/values.ts';
import { useStudio } from './studio-context.ts';

const keyOf = (file: string, { keys = [] }: MergeConflict): string => JSON.stringify([file, ...keys]);

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

/** Asks which value counts where both sides have changed the same one; everything else is merged already. */
export function ConflictDialog({
  onSettled,
  onClose,
}: {
  readonly onSettled: () => void;
  readonly onClose: () => void;
}) {
  const { session, model } = useStudio();
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  useEffect(() => dialog.current?.showModal(), []);
  const clashes = session.conflicts.flatMap(({ file, clashes }) => clashes.map((clash) => ({ file, clash })));
  const isComplete = clashes.every(({ file, clash }) => chosen.has(keyOf(file, clash)));

  const apply = () => {
    if (session.choose((file, clash) => chosen.get(keyOf(file, clash)))) onSettled();
  };
  return (
    <dialog ref={dialog} class="conflict" aria-labelledby="conflit" onClose={onClose}>
      <h2 id="conflit">Réglés deux fois</h2>
      <p>
        Quelqu’un d’autre, ou vous dans un autre onglet, a changé les mêmes réglages entre-temps. Choisissez lequel
        compte ; tout le reste est déjà réuni.
      </p>
      {clashes.map(({ file, clash }) => {
        const key = keyOf(file, clash);
        const option = (side: Side, label: string) => (
          <label class="side">
            <input
              type="radio"
              name={key}
              checked={chosen.get(key) === side}
              onChange={() => setChosen(new Map(chosen).set(key, side))}
            />
            <span>
              <b>{label}</b>
              <span class="side-value">{shown(clash[side])}</span>
            </span>
          </label>
        );
        return (
          <fieldset key={key}>
            <legend>{describePath(file, clash.keys ?? [], session.texts, model)}</legend>
            {option('mine', 'La vôtre')}
            {option('theirs', 'L’autre, déjà enregistrée')}
          </fieldset>
        );
      })}
      <span class="acts">
        <button type="button" class="primary" disabled={!isComplete} onClick={apply}>
          Réunir et enregistrer
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          Plus tard
        </button>
      </span>
    </dialog>
  );
}
