import { jsonValueOf } from '../../../../engine/json/plain-json.ts';
import { useObservable } from '../../parts/use-observable.ts';
import { ClashDialog } from '../../unsaved/clash-dialog.tsx';
import type { SettingsSession } from './session.ts';
import { labelOf, valueWords } from './value-words.ts';

interface ConflictDialogProps {
  readonly session: SettingsSession;
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

/** A choice holds for the two values that the person has seen. */
const keyOf = (path: string, mine: string | null, theirs: string | null): string =>
  JSON.stringify([path, mine, theirs]);

/** Asks which value counts where both sides have changed the same; everything else is merged already. */
export function ConflictDialog({ session, onSettled, onClose }: ConflictDialogProps) {
  const { work } = session;
  useObservable(work);
  const clashes = work.conflicts.flatMap((path) => {
    const sides = work.sidesOf(path);
    return sides ? [sides] : [];
  });
  const words = (path: string, text: string | null) => valueWords(path, text === null ? undefined : jsonValueOf(text));
  return (
    <ClashDialog
      title="Changé deux fois"
      about="Quelqu’un d’autre, ou vous dans une autre fenêtre, a changé le même réglage entre-temps. Choisissez ce qui reste ; tout le reste est déjà réuni."
      clashes={clashes.map(({ path, mine, theirs }) => ({
        key: keyOf(path, mine, theirs),
        place: labelOf(path),
        sides: {
          mine: { label: 'Ce que vous avez écrit ici', value: words(path, mine) },
          theirs: { label: 'Ce qui est enregistré', value: words(path, theirs) },
        },
      }))}
      onSettled={(sideOf) => {
        for (const { path, mine, theirs } of clashes)
          work.resolve(path, sideOf(keyOf(path, mine, theirs)) === 'mine' ? mine : theirs);
        onSettled();
      }}
      onClose={onClose}
    />
  );
}
