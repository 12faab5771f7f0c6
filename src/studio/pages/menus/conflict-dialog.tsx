import { controlsShownInLines } from '../../../../engine/text/controls.ts';
import type { MergeConflict, Side } from '../../../merge/conflict.ts';
import { compareMenus } from '../../../merge/menu-merge.ts';
import { type MenuItem, readMenu } from '../../../merge/menu-tree.ts';
import { useObservable } from '../../parts/use-observable.ts';
import { type AskedClash, ClashDialog } from '../../unsaved/clash-dialog.tsx';
import type { UnsavedWork } from '../../unsaved/unsaved-work.ts';
import { menuName } from './menu-names.ts';
import { named } from './rows.ts';
import type { MenusSession } from './session.ts';

interface Clash extends MergeConflict {
  readonly menu: string;
}

/** A choice holds for what the person has seen. */
const keyOf = ({ menu, keys, mine, theirs }: Clash): string => JSON.stringify([menu, keys, mine, theirs]);

/** What both sides have made of a menu; one that a side has removed is a clash of its own. */
function comparedIn(work: UnsavedWork, menu: string) {
  const { base = null, mine = null, theirs = null } = work.sidesOf(menu) ?? {};
  if (mine !== null && theirs !== null) return compareMenus({ base: base ?? '', mine, theirs });
  const whole: MergeConflict = { base, mine, theirs };
  return { conflicts: [whole], textWith: (sideOf: (one: MergeConflict) => Side) => whole[sideOf(whole)] };
}

interface ConflictDialogProps {
  readonly session: MenusSession;
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

/** Asks about each entry that both sides have changed; everything else is merged already. */
export function ConflictDialog({ session, onSettled, onClose }: ConflictDialogProps) {
  const { work } = session;
  useObservable(work);
  const clashes = work.conflicts.flatMap((menu) =>
    comparedIn(work, menu).conflicts.map((one): Clash => ({ menu, ...one })),
  );
  return (
    <ClashDialog
      title="Changé deux fois"
      about="Quelqu’un d’autre, ou vous dans une autre fenêtre, a changé la même chose dans un menu entre-temps. Choisissez ce qui reste ; tout le reste est déjà réuni."
      clashes={clashes.map((clash) => ({ key: keyOf(clash), place: placeOf(clash), sides: sidesOf(clash) }))}
      onSettled={(sideOf) => {
        for (const menu of work.conflicts) {
          const sided = (one: MergeConflict) => sideOf(keyOf({ menu, ...one }));
          work.resolve(menu, comparedIn(work, menu).textWith(sided));
        }
        onSettled();
      }}
      onClose={onClose}
    />
  );
}

function placeOf({ menu, keys = [] }: Clash): string {
  const [, ...titles] = keys;
  return [menuName(menu), ...titles.map(named)].join(', ');
}

function sidesOf({ keys, mine, theirs }: Clash): AskedClash['sides'] {
  const words = (text: string | null) => shown(keys?.[0] === 'place' ? aboveWords(text) : menuWords(text));
  return {
    mine: { label: 'Ce que vous avez fait ici', value: words(mine) },
    theirs: { label: 'Ce qui est enregistré', value: words(theirs) },
  };
}

/** Longest value that is shown, UTF-16 code units. */
const SHOWN_UNITS = 1_000;

const shown = (words: string): string =>
  controlsShownInLines(words.length > SHOWN_UNITS ? `${words.slice(0, SHOWN_UNITS)}…` : words);

/** An entry with those beneath it, or a whole menu, one on each line. */
function menuWords(text: string | null): string {
  if (text === null) return 'Retiré';
  const lines = (items: readonly MenuItem[], depth: number): readonly string[] =>
    items.flatMap(({ titre, url, enfants }) => [
      `${'– '.repeat(depth)}${named(titre)}${url === '' ? '' : ` → ${url}`}`,
      ...lines(enfants, depth + 1),
    ]);
  return lines(readMenu(text) ?? [], 0).join('\n') || 'Sans entrée';
}

/** What an entry stands beneath. @param text a list of titles as JSON */
function aboveWords(text: string | null): string {
  const titles: readonly string[] = JSON.parse(text ?? '[]');
  return titles.length === 0 ? 'Au premier niveau' : `Sous ${titles.map(named).join(', ')}`;
}
