import type { ComponentChildren } from 'preact';
import type { EntryList, Listed, StructureActs } from './structure-acts.ts';
import { useStudio } from './studio-context.ts';
import { Tool } from './tool.tsx';

interface EntryToolsProps {
  readonly label: string;
  readonly list: EntryList;
  readonly entry: Listed;
  readonly acts: StructureActs;
  readonly canCopy?: boolean;
  /** @param key of the copy; null where nothing was copied */
  readonly onCopied: (key: string | null) => void;
  readonly onRemoved: () => void;
  readonly children?: ComponentChildren;
}

/** What is done with an open section or block. */
export function EntryTools(props: EntryToolsProps) {
  const { label, list, entry, acts, canCopy = true, onCopied, onRemoved, children } = props;
  const { announce } = useStudio();
  const rank = list.shown.indexOf(entry);
  const last = list.shown.length - 1;
  const moveTo = (to: number) => {
    acts.move(list, { from: rank, to, isTyped: false });
    announce(`${entry.name}, place ${to + 1} sur ${list.shown.length}.`);
  };
  const remove = () => {
    acts.remove(list, entry);
    onRemoved();
  };
  return (
    <fieldset class="tools" aria-label={label}>
      <Tool icon="up" label="Monter" isOff={rank <= 0} run={() => moveTo(rank - 1)} />
      <Tool icon="down" label="Descendre" isOff={rank < 0 || rank === last} run={() => moveTo(rank + 1)} />
      {children}
      <Tool icon="copy" label="Copier" isOff={!canCopy} run={() => onCopied(acts.duplicate(list, entry))} />
      <Tool icon="bin" label="Supprimer" run={remove} />
    </fieldset>
  );
}
