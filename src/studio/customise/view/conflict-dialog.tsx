import { controlsShownInLines } from '../../../../engine/text/controls.ts';
import type { Side } from '../../../merge/conflict.ts';
import { useObservable } from '../../parts/use-observable.ts';
import { type AskedClash, ClashDialog } from '../../unsaved/clash-dialog.tsx';
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
function wordsOf({ keys, mine, theirs }: Clash, side: Side): AskedClash['sides'][Side] {
  if (!keys && theirs === null) {
    return side === 'mine'
      ? { label: 'Le garder', value: 'avec vos changements' }
      : { label: 'Le laisser supprimé', value: '' };
  }
  if (!keys && mine === null) {
    return side === 'mine'
      ? { label: 'Le supprimer', value: '' }
      : { label: 'Le garder', value: 'tel qu’il est enregistré' };
  }
  return side === 'mine'
    ? { label: 'La vôtre', value: shown(mine) }
    : { label: 'L’autre, déjà enregistrée', value: shown(theirs) };
}

interface ConflictDialogProps {
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

/** Asks which value counts where both sides have changed the same one; everything else is merged already. */
export function ConflictDialog({ onSettled, onClose }: ConflictDialogProps) {
  const { session, model } = useStudio();
  const work = useObservable(session.work);
  return (
    <ClashDialog
      title="Réglés deux fois"
      about="Quelqu’un d’autre, ou vous dans un autre onglet, a changé les mêmes réglages entre-temps. Choisissez lequel compte ; tout le reste est déjà réuni."
      clashes={clashesIn(work).map((clash) => ({
        key: keyOf(clash),
        place: describePath(clash.file, clash.keys ?? [], session.texts, model),
        sides: { mine: wordsOf(clash, 'mine'), theirs: wordsOf(clash, 'theirs') },
      }))}
      onSettled={(chosen) => {
        settle(work, (clash) => chosen(keyOf(clash)));
        onSettled();
      }}
      onClose={onClose}
    />
  );
}
