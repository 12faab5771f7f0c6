import { versionIn } from '../../merge/text-merge.ts';
import { FILE_UNITS } from '../../themes/limits.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { carryOut, type LocalChange } from './carry-out.ts';
import {
  assertStillFollows,
  type Comparison,
  type Conflict,
  compare,
  type Exchange,
  type ExchangeTarget,
  examineConflicts,
  markedConflict,
  untilStill,
} from './compare.ts';
import { markedText, markerLine } from './markers.ts';

/** How a person settles a file: with their own, the service's, both of them with marks, or what they have made of it elsewhere. */
export type Way = 'ici' | 'service' | 'marqueurs' | { readonly text: string };

/** What settling has done, by path. */
export interface SettlementReport {
  readonly settled: readonly string[];
  /** Files that have marks now: a person has still to choose. */
  readonly marked: readonly string[];
  /** Left alone, because a side has changed meanwhile. */
  readonly changed: readonly string[];
  /** Folder with the service's versions that gave way; null when there are none. */
  readonly kept: string | null;
}

/** Files in which a person has to choose, those with marks included; and files that `recuperer` merges. */
export async function unsettledFiles(exchange: Exchange, target: ExchangeTarget): Promise<readonly Conflict[]> {
  return (await look(exchange, target)).found;
}

/**
 * Settles conflicts: what the service has now counts as the version of the last exchange, so that a push sends what is here, and
 * a further change there is a conflict again. What gives way goes to the trash. A command that is killed in the middle leaves whole files, each
 * settled or not.
 * @param wayOf how a file is settled; null for one that is left alone
 * @throws CommandRefusal for a file that cannot be settled so; nothing was done then
 */
export function settle(
  exchange: Exchange,
  target: ExchangeTarget,
  wayOf: (conflict: Conflict) => Way | null,
): Promise<SettlementReport> {
  const { workspace, signal } = exchange;
  return workspace.exclusively(signal, async () => {
    const { comparison, found } = await look(exchange, target);
    assertStillFollows(comparison, target);
    const decided = found.flatMap((conflict) => {
      const way = wayOf(conflict);
      return way === null ? [] : [{ conflict, ...outcomeOf(conflict, way, comparison) }];
    });
    // The folder's state is left alone too.
    if (decided.length === 0) return { settled: [], marked: [], changed: [], kept: null };
    const giving = decided.flatMap(({ conflict: { file, remote, markedAt }, content }) =>
      markedAt === null && remote !== null && content !== remote && markerLine(content ?? '') === null
        ? [[file.path, remote] as const]
        : [],
    );
    const kept = giving.length > 0 ? await workspace.keepAside(new Map(giving), 'service') : null;
    const changes = decided.flatMap(({ conflict: { file, local }, content, base }): LocalChange[] =>
      content === local ? [] : [{ path: file.path, content, expected: file.local, keep: true, base }],
    );
    const left = await carryOut(exchange, comparison, {
      changes,
      noted: new Map(
        decided.flatMap(({ conflict, content, base }) =>
          content === conflict.local ? [[conflict.file.path, base]] : [],
        ),
      ),
      contents: decided.flatMap(({ conflict: { remote } }) => remote ?? []),
    });
    const done = decided.filter(({ conflict: { file } }) => !left.has(file.path));
    const pathsOf = (some: typeof done) => some.map(({ conflict: { file } }) => file.path);
    const isMarked = ({ content }: (typeof done)[number]) => markerLine(content ?? '') !== null;
    return {
      settled: pathsOf(done.filter((one) => !isMarked(one))),
      marked: pathsOf(done.filter(isMarked)),
      changed: [...left],
      kept,
    };
  });
}

interface Looked {
  readonly comparison: Comparison;
  readonly found: readonly Conflict[];
}

function look(exchange: Exchange, { binding }: ExchangeTarget): Promise<Looked> {
  return untilStill(async () => {
    const comparison = await compare(exchange, binding, 'same-theme');
    const { files, local } = comparison;
    const examined = await examineConflicts(exchange, comparison);
    if (examined === null) return null;
    const marked = files.flatMap((file) => {
      const content = local.get(file.path);
      const isMarked = file.fate !== 'conflict' && content !== undefined && markerLine(content) !== null;
      return isMarked ? [markedConflict(file, content, null)] : [];
    });
    const found = [...examined.conflicts, ...marked].sort((a, b) => (a.file.path < b.file.path ? -1 : 1));
    return { comparison, found };
  });
}

/** The new text of the file, null to remove it, and what counts as exchanged then. */
function outcomeOf(
  { file, local, remote, merged, regions, markedAt }: Conflict,
  way: Way,
  { next }: Comparison,
): { readonly content: string | null; readonly base: string | null } {
  if (markedAt !== null) {
    // The marks were made with a version that is noted already; a newer version is a conflict of its own.
    const base = next.base.get(file.path) ?? null;
    if (typeof way === 'object') return { content: way.text, base };
    if (way === 'marqueurs') return { content: local, base };
    if (regions === null) throw unreadableMarks(file.path, markedAt);
    return { content: versionIn(regions, way === 'ici' ? 'mine' : 'theirs'), base };
  }
  const base = file.remote;
  if (way === 'ici') return { content: local, base };
  if (way === 'service') return { content: remote, base };
  if (typeof way === 'object') return { content: way.text, base };
  if (regions === null) throw oneSideOnly(file.path, local === null);
  const content = merged ?? markedText(regions);
  if (content.length > FILE_UNITS) throw tooLong(file.path);
  return { content, base };
}

const unreadableMarks = (path: string, line: number) =>
  new CommandRefusal(
    `${path}:${line} : il manque des marqueurs à ce conflit : choisissez à la main, et retirez ceux qui restent.`,
    { code: 'marqueurs' },
  );

/** The refusal of a conflict in which there are no two texts to choose from. */
export const oneSideOnly = (path: string, isRemovedHere: boolean) =>
  new CommandRefusal(
    `${path} est supprimé ${isRemovedHere ? 'ici' : 'sur le service'} et changé ${isRemovedHere ? 'sur le service' : 'ici'} : choisissez « --ici » ou « --service ».`,
    { code: 'suppression' },
  );

const tooLong = (path: string) =>
  new CommandRefusal(
    `${path} serait trop long avec les deux versions : choisissez « --ici », « --service » ou « --outil ».`,
    { code: 'fichier_trop_gros' },
  );
