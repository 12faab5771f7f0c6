import type { Side, Versions } from '../../merge/conflict.ts';
import type { CatalogTree } from '../catalog-tree.ts';
import { FILE_UNITS } from '../limits.ts';
import { type ShownConflicts, shownConflicts } from './conflicts.ts';
import type { Change, PlannedFile } from './plan.ts';
import type { MergedFile, MergeTask } from './thread.ts';

/** `fusionne`: both sides have changed different places. `conflit`: both have changed one place, or one has removed what the other changed. */
type UpgradeState = 'catalogue' | 'ajoute' | 'retire' | 'proprietaire' | 'identique' | 'fusionne' | 'conflit';

/** What happens to the theme's file: nothing, its removal, or a new content. */
export type Outcome = 'keep' | 'remove' | { readonly write: string };

/** A file of the upgrade, after the decision. */
export interface UpgradedFile {
  readonly path: string;
  readonly state: UpgradeState;
  readonly byOwner: Change | null;
  readonly byCatalog: Change | null;
  /** Null for every other state than `conflit`. */
  readonly conflicts: ShownConflicts | null;
  readonly outcome: Outcome;
}

/** Reads the texts of a file, and checks a merged text. */
export interface FileSources {
  readonly catalog: CatalogTree;
  /** The theme's file; null for none. */
  readonly ofTheme: (path: string) => Promise<string | null>;
  readonly ofOriginal: (path: string) => Promise<string | null>;
  /** @returns null for a file that takes too long */
  readonly merge: (task: MergeTask) => Promise<MergedFile | null>;
  /** Whether a merged file may be stored. */
  readonly isSound: (path: string, text: string) => Promise<boolean>;
}

/** Decides what happens to a file. @param choice whose text is taken in its conflicts */
export async function settleFile(file: PlannedFile, choice: Side, sources: FileSources): Promise<UpgradedFile> {
  const { fate, ...facts } = file;
  const settled = (state: UpgradeState, outcome: Outcome) => ({ ...facts, state, conflicts: null, outcome });
  switch (fate) {
    case 'proprietaire':
    case 'identique':
      return settled(fate, 'keep');
    case 'retire':
      return settled(fate, 'remove');
    case 'catalogue':
    case 'ajoute':
      return settled(fate, ofCatalog(sources, file.path));
    case 'suppression':
    case 'deux':
      return { ...facts, ...(await settleBoth(file, choice, sources)) };
  }
}

const ofCatalog = ({ catalog }: FileSources, path: string): Outcome => {
  const text = catalog.files.get(path);
  return text === undefined ? 'remove' : { write: text };
};

type Settled = Pick<UpgradedFile, 'state' | 'conflicts' | 'outcome'>;

async function settleBoth({ path, fate }: PlannedFile, choice: Side, sources: FileSources): Promise<Settled> {
  const [base, mine] = await Promise.all([sources.ofOriginal(path), sources.ofTheme(path)]);
  const theirs = sources.catalog.files.get(path) ?? null;
  const whole = (): Settled => ({
    state: 'conflit',
    conflicts: shownConflicts([{ base, mine, theirs }]),
    outcome: choice === 'mine' ? 'keep' : ofCatalog(sources, path),
  });
  if (fate === 'suppression' || mine === null || theirs === null) return whole();
  const versions: Versions = { base: base ?? '', mine, theirs };
  const merged = await sources.merge({ path, versions, choice });
  if (!merged) return whole();
  const { text, conflicts } = merged;
  // Each change alone is valid, but the merged file cannot be stored.
  if (text !== mine && (text.length > FILE_UNITS || !(await sources.isSound(path, text)))) return whole();
  const isSettled = conflicts.shown.length === 0;
  return {
    state: isSettled ? 'fusionne' : 'conflit',
    conflicts: isSettled ? null : conflicts,
    outcome: text === mine ? 'keep' : { write: text },
  };
}
