import { fingerprintOf } from '../../text/fingerprint.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { RemoteRefusal } from '../remote/refusals.ts';
import { rememberedBy, type WorkspaceState } from '../workspace/state.ts';
import type { FolderProblem } from '../workspace/theme-folder.ts';
import { Absences, EMPTY } from './absences.ts';
import { setOrDelete } from './carry-out.ts';
import {
  assertStillFollows,
  type Comparison,
  type Conflict,
  compare,
  type Exchange,
  type ExchangeTarget,
  examineConflicts,
  untilStill,
} from './compare.ts';
import { markerLine } from './markers.ts';
import { having } from './plan.ts';
import { settling } from './print.ts';

export interface PushOptions extends ExchangeTarget {
  /** Only these files are sent; without it all that have changed. */
  readonly only?: Pick<ReadonlySet<string>, 'has'>;
  /** Overwrites files that both sides have changed; the service's version is kept in the trash. */
  readonly force: boolean;
  /** Removes files on the service that were removed here. */
  readonly remove: boolean;
  /** Called before anything is sent; not a second time for a lot that is compared again after a race. */
  readonly approve: (lot: ApprovedLot) => Promise<boolean>;
}

export interface ApprovedLot {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Written files that had content before and are empty now. */
  readonly emptied: readonly string[];
  /** Whether visitors see the theme now, even if it was a draft when the command began. */
  readonly isPublished: boolean;
}

/** What a push has done, by path. */
export interface PushReport {
  /** Written there; `merged` among them. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Files in which both changes are now, here and there. */
  readonly merged: readonly string[];
  /** Removed here, still there. */
  readonly notRemoved: readonly string[];
  /** Changed there only, to be pulled. */
  readonly waiting: readonly string[];
  /** What lies in the folder and is no file of a theme. */
  readonly ignored: readonly FolderProblem[];
  /** Folder with the service's versions that were overwritten; null when there are none. */
  readonly kept: string | null;
  /** False when `approve` said no: nothing was sent. */
  readonly approved: boolean;
}

/** Both sides have changed the same files; nothing was sent. */
export class ConflictRefusal extends CommandRefusal {
  override name = 'ConflictRefusal';
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[], { binding: { theme }, followed }: ExchangeTarget) {
    const paths = conflicts.map(({ file }) => file.path);
    super(
      `Changé ici et sur le service : ${paths.join(', ')}. Rien n’a été envoyé. ${settling(theme.id === followed ? undefined : theme.id.slice(0, 8))}`,
      {
        code: 'conflit',
        exit: EXIT.conflict,
        details: { conflits: paths },
      },
    );
    this.conflicts = conflicts;
  }
}

/** Files in which somebody has still to choose; nothing was sent. */
export class MarkersRefusal extends CommandRefusal {
  override name = 'MarkersRefusal';
  readonly paths: readonly string[];

  constructor(paths: readonly string[]) {
    super(
      `Il reste des marqueurs de conflit dans ${paths.join(', ')} : rien n’a été envoyé. Choisissez entre les lignes « <<<<<<< » et « >>>>>>> », et retirez-les ; « vitrine resoudre » les montre.`,
      { code: 'marqueurs', exit: EXIT.conflict, details: { marqueurs: paths } },
    );
    this.paths = paths;
  }
}

/** @param files content by path, of what is to be sent @throws MarkersRefusal */
export function assertSettled(files: ReadonlyMap<string, string>): void {
  const marked = [...files].filter(([, text]) => markerLine(text) !== null).map(([path]) => path);
  if (marked.length > 0) throw new MarkersRefusal(marked);
}

/**
 * Sends what was changed in a folder, in one lot that the service takes whole or not at all, and only if its files are still what
 * was compared. An emptied or missing file is read once more before that is believed.
 * @throws ConflictRefusal, MarkersRefusal, RemoteRefusal (`lot_refuse` with each refused file), Unreachable, CommandRefusal
 */
export function push(exchange: Exchange, options: PushOptions): Promise<PushReport> {
  const { workspace, remote, signal } = exchange;
  const { absences = new Absences(), only } = options;
  return workspace.exclusively(signal, async () => {
    let approved = '';
    let tried: Lot | null = null;
    return untilStill(async () => {
      const comparison = await compare(exchange, options.binding, 'same-theme');
      if (comparison.state === null) throw unbound(workspace.root);
      assertStillFollows(comparison, options);
      if (await absences.doubt(comparison.files, ['send', 'remove-there', 'conflict'], signal)) return null;
      const meant = comparison.files.filter(({ path }) => only === undefined || only.has(path));
      const lot = await prepare(exchange, { ...comparison, files: meant }, options);
      if (lot === null) return null;
      if (lot.write.size + lot.remove.length === 0) {
        await remember(exchange, comparison, lot);
        return reportOf(withArrived(lot, tried, comparison), comparison, options, { kept: null, approved: true });
      }
      const asked = describe(lot, comparison);
      const question = JSON.stringify(asked);
      if (approved !== question && !(await options.approve(asked))) {
        return reportOf(lot, comparison, options, { kept: null, approved: false });
      }
      approved = question;
      const kept = lot.overwritten.size > 0 ? await workspace.keepAside(lot.overwritten, 'service') : null;
      for (const content of lot.write.values()) await workspace.contents.keep(content);
      tried = lot;
      try {
        await remote.writeLot(options.binding.theme.id, { ...lot, role: comparison.tree.theme.role });
      } catch (error) {
        // Somebody else wrote first, or the answer to this lot was lost: comparing again shows which.
        if (error instanceof RemoteRefusal && error.code === 'modifie_entre_temps') return null;
        if (error instanceof RemoteRefusal) sayOfMerges(exchange, lot, error);
        throw error;
      }
      await remember(exchange, comparison, lot);
      return reportOf(lot, comparison, options, { kept, approved: true });
    });
  });
}

/** The result of a lot, plus the files of the lot before it that had arrived although its answer was lost. */
function withArrived(lot: Lot, tried: Lot | null, { tree }: Comparison): Lot {
  if (tried === null) return lot;
  const written = [...tried.write].filter(([path, content]) => tree.files.get(path) === fingerprintOf(content));
  const removed = tried.remove.filter((path) => !tree.files.has(path));
  const merges = tried.merges.filter(({ file }) => written.some(([path]) => path === file.path));
  return { ...lot, write: new Map([...lot.write, ...written]), remove: [...lot.remove, ...removed], merges };
}

interface Lot {
  readonly write: ReadonlyMap<string, string>;
  readonly remove: readonly string[];
  readonly expected: ReadonlyMap<string, string | null>;
  readonly merges: readonly Conflict[];
  /** Versions of the service that `force` overwrites. */
  readonly overwritten: ReadonlyMap<string, string>;
}

/** @returns null when the service's files have changed meanwhile @throws ConflictRefusal, MarkersRefusal */
async function prepare(exchange: Exchange, comparison: Comparison, options: PushOptions): Promise<Lot | null> {
  const { force, remove } = options;
  const { files } = comparison;
  const examined = await examineConflicts(exchange, comparison);
  if (examined === null) return null;
  const merges = examined.conflicts.filter(({ merged }) => merged !== null);
  const conflicts = examined.conflicts.filter(({ merged }) => merged === null);
  if (conflicts.length > 0 && !force) throw new ConflictRefusal(conflicts, options);

  const forced = conflicts.map(({ file }) => file);
  const sent = [...having(files, 'send'), ...forced.filter(({ local }) => local !== null)];
  const gone = [...having(files, 'remove-there'), ...forced.filter(({ local }) => local === null)];
  const removed = remove ? gone : [];
  const write = new Map(sent.map(({ path }) => [path, comparison.local.get(path) ?? '']));
  assertSettled(write);
  for (const { file, merged } of merges) {
    // Files that the service has already are not sent again.
    if (merged !== null && fingerprintOf(merged) !== file.remote) write.set(file.path, merged);
  }
  const concerned = [...sent, ...removed, ...merges.map(({ file }) => file)];
  return {
    write,
    remove: removed.map(({ path }) => path),
    expected: new Map(concerned.map(({ path, remote }) => [path, remote])),
    merges,
    overwritten: new Map(
      conflicts.flatMap(({ file: { path, local }, remote }) =>
        remote !== null && (local !== null || remove) ? [[path, remote] as const] : [],
      ),
    ),
  };
}

function describe({ write, remove }: Lot, { tree }: Comparison): ApprovedLot {
  const isEmptied = ([path, content]: readonly [string, string]) =>
    content === '' && (tree.files.get(path) ?? EMPTY) !== EMPTY;
  return {
    written: [...write.keys()],
    removed: remove,
    emptied: [...write].filter(isEmptied).map(([path]) => path),
    isPublished: tree.theme.role === 'publie',
  };
}

/** Records the state of both sides; a merged file is written here too, after the service has it. */
async function remember(
  { workspace, signal }: Exchange,
  { next, files, local }: Comparison,
  { write, remove, merges }: Lot,
): Promise<void> {
  const exchanged = new Map(next.base);
  for (const { path, local: fingerprint } of having(files, 'same')) {
    setOrDelete(exchanged, path, fingerprint);
    const content = local.get(path);
    if (content !== undefined) await workspace.contents.keep(content);
  }
  const merged = new Map(merges.map(({ file, merged: content }) => [file.path, { file, content: content ?? '' }]));
  for (const [path, content] of write) if (!merged.has(path)) exchanged.set(path, fingerprintOf(content));
  for (const path of remove) exchanged.delete(path);
  const changes = [...merged.values()].map(({ file: { path, local: expected }, content }) => ({
    path,
    content,
    expected,
    keep: false,
  }));
  for (const { content } of changes) await workspace.contents.keep(content);
  const announced = changes.map(({ path, content }) => {
    const fingerprint = fingerprintOf(content);
    return [path, { local: fingerprint, base: fingerprint }] as const;
  });
  const state: WorkspaceState = { ...next, base: exchanged, pending: new Map(announced) };
  await workspace.writeState(state);
  if (changes.length > 0) {
    const left = await workspace.changeFiles(changes, signal);
    for (const [path, { base: fingerprint }] of announced) if (!left.has(path)) exchanged.set(path, fingerprint);
    await workspace.writeState({ ...state, pending: new Map() });
  }
  await workspace.contents.keepOnly(rememberedBy(state));
}

function reportOf(
  { write, remove, merges }: Lot,
  { files, ignored }: Comparison,
  options: PushOptions,
  { kept, approved }: Pick<PushReport, 'kept' | 'approved'>,
): PushReport {
  const forced = options.force ? having(files, 'conflict').filter(({ local }) => local === null) : [];
  const gone = [...having(files, 'remove-there'), ...forced].map(({ path }) => path).sort();
  return {
    written: approved ? [...write.keys()].sort() : [],
    removed: approved ? remove : [],
    merged: approved ? merges.map(({ file }) => file.path) : [],
    notRemoved: gone.filter((path) => !options.remove || (options.only !== undefined && !options.only.has(path))),
    waiting: having(files, 'take', 'remove-here').map(({ path }) => path),
    ignored,
    kept,
    approved,
  };
}

/** Says which refused files were merged: their merged text is stored nowhere yet. */
function sayOfMerges({ terminal }: Exchange, { merges }: Lot, { files }: RemoteRefusal): void {
  const paths = merges.map(({ file }) => file.path).filter((path) => files.some(({ chemin }) => chemin === path));
  if (paths.length === 0) return;
  terminal.warn(
    `Refusé tel que fusionné avec le changement du service : ${paths.join(', ')}. « vitrine recuperer » le fusionne ici, où vous le corrigerez.`,
  );
}

const unbound = (folder: string) =>
  new CommandRefusal(`${folder} ne suit aucun thème : « vitrine recuperer <thème> --dossier . » en amène un ici.`, {
    code: 'sans_theme',
  });
