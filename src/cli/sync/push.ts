import { setTimeout as sleep } from 'node:timers/promises';
import { fingerprintOf } from '../../fingerprint.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { RemoteRefusal } from '../remote/refusals.ts';
import { type Binding, rememberedBy, type WorkspaceState } from '../workspace/state.ts';
import {
  assertStillFollows,
  COMPARISONS,
  type Comparison,
  type Conflict,
  compare,
  type Exchange,
  examineConflicts,
  neverStill,
} from './compare.ts';
import { having, type PlannedFile } from './plan.ts';
import { SETTLING } from './print.ts';
import { setOrDelete } from './pull.ts';

/** How long a file that was emptied or has gone is waited for: a save may do so for a moment, milliseconds. */
const HOLD_MS = 500;

export interface PushOptions {
  /** The theme to write to; the folder follows it from then on. */
  readonly binding: Binding;
  /** Id of the theme that the folder followed when this was decided on; null for none. */
  readonly followed: string | null;
  /** Only these files; all that have changed without it. */
  readonly only?: Pick<ReadonlySet<string>, 'has'>;
  /** Writes over what both sides have changed; the service's version is kept in the trash. */
  readonly force: boolean;
  /** Removes there what was removed here. */
  readonly remove: boolean;
  /** Asked before anything is sent. A lot that is compared again after a race is not asked about twice. */
  readonly approve: (lot: ApprovedLot) => Promise<boolean>;
}

export interface ApprovedLot {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Of the written files those that had content and have none now. */
  readonly emptied: readonly string[];
  /** Whether visitors see the theme now, whatever it was when the command began. */
  readonly isPublished: boolean;
}

/** What a push has done, by path. */
export interface PushReport {
  /** Written there; `merged` among them. */
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** JSON files in which both changes are now, here and there. */
  readonly merged: readonly string[];
  /** Removed here, still there. */
  readonly notRemoved: readonly string[];
  /** Changed there only, to be pulled. */
  readonly waiting: readonly string[];
  /** Where the service's versions are kept that were written over; null when there are none. */
  readonly kept: string | null;
  /** False when `approve` said no: nothing was sent. */
  readonly approved: boolean;
}

/** Both sides have changed the same files; nothing was sent. */
export class ConflictRefusal extends CommandRefusal {
  override name = 'ConflictRefusal';
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    const paths = conflicts.map(({ file }) => file.path);
    super(`Changé ici et sur le service : ${paths.join(', ')}. Rien n’a été envoyé. ${SETTLING}`, {
      code: 'conflit',
      exit: EXIT.conflict,
      details: { conflits: paths },
    });
    this.conflicts = conflicts;
  }
}

/**
 * Sends what was changed in a folder, in one lot that the service takes whole or not at all, and only if its files are still what
 * was compared. A file that was emptied or has gone is looked at once more before that is believed.
 * @throws ConflictRefusal, RemoteRefusal (`lot_refuse` with each refused file), Unreachable, CommandRefusal
 */
export function push(exchange: Exchange, options: PushOptions): Promise<PushReport> {
  const { workspace, remote, signal } = exchange;
  return workspace.exclusively(signal, async () => {
    let approved = '';
    let tried: Lot | null = null;
    const waitedFor = new Set<string>();
    for (let attempt = 0; attempt < COMPARISONS; attempt++) {
      const comparison = await compare(exchange, options.binding, 'same-theme');
      if (comparison.state === null) throw unbound(workspace.root);
      assertStillFollows(comparison, options.followed, options.binding);
      const lot = await prepare(exchange, comparison, options);
      if (lot === null) continue;
      if (lot.write.size + lot.remove.length === 0) {
        await remember(exchange, comparison, lot);
        return reportOf(withArrived(lot, tried, comparison), comparison, options, null, true);
      }
      const asked = describe(lot, comparison);
      const doubtful = [...asked.emptied, ...asked.removed].filter((path) => !waitedFor.has(path));
      if (doubtful.length > 0) {
        for (const path of doubtful) waitedFor.add(path);
        await sleep(HOLD_MS, undefined, { signal });
        continue;
      }
      const question = JSON.stringify(asked);
      if (approved !== question && !(await options.approve(asked))) {
        return reportOf(lot, comparison, options, null, false);
      }
      approved = question;
      const kept = lot.overwritten.size > 0 ? await workspace.keepRemote(lot.overwritten) : null;
      for (const content of lot.write.values()) await workspace.contents.keep(content);
      tried = lot;
      try {
        await remote.writeLot(options.binding.theme.id, { ...lot, role: comparison.tree.theme.role });
      } catch (error) {
        // Somebody was faster, or an answer of ours got lost: comparing again tells which.
        if (error instanceof RemoteRefusal && error.code === 'modifie_entre_temps') continue;
        throw error;
      }
      await remember(exchange, comparison, lot);
      return reportOf(lot, comparison, options, kept, true);
    }
    throw neverStill();
  });
}

/** A lot with what had arrived of the one before, although its answer said otherwise or was lost. */
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
  /** Versions of the service that are lost to `force`. */
  readonly overwritten: ReadonlyMap<string, string>;
}

/** @returns null when the service moved meanwhile @throws ConflictRefusal */
async function prepare(exchange: Exchange, comparison: Comparison, options: PushOptions): Promise<Lot | null> {
  const { force, remove, only } = options;
  const isMeant = ({ path }: PlannedFile) => only === undefined || only.has(path);
  const files = comparison.files.filter(isMeant);
  const clashing = having(files, 'conflict').filter(({ remote }) => remote !== null);
  const contents = await exchange.remote.contents(
    comparison.tree,
    clashing.map(({ path }) => path),
  );
  if (contents === null) return null;
  const examined = await examineConflicts(exchange, { ...comparison, files }, contents);
  const merges = examined.filter(({ merged }) => merged !== null);
  const conflicts = examined.filter(({ merged }) => merged === null);
  if (conflicts.length > 0 && !force) throw new ConflictRefusal(conflicts);

  const forced = conflicts.map(({ file }) => file);
  const sent = [...having(files, 'send'), ...forced.filter(({ local }) => local !== null)];
  const gone = [...having(files, 'remove-there'), ...forced.filter(({ local }) => local === null)];
  const removed = remove ? gone : [];
  const write = new Map(sent.map(({ path }) => [path, comparison.local.get(path) ?? '']));
  for (const { file, merged } of merges) {
    // What the service has already is not sent again.
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

const EMPTY = fingerprintOf('');

/** Notes what both sides have now; a merged file is written here too, once the service has it. */
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
  { files }: Comparison,
  options: PushOptions,
  kept: string | null,
  approved: boolean,
): PushReport {
  const forced = options.force ? having(files, 'conflict').filter(({ local }) => local === null) : [];
  const gone = [...having(files, 'remove-there'), ...forced].map(({ path }) => path).sort();
  return {
    written: approved ? [...write.keys()].sort() : [],
    removed: approved ? remove : [],
    merged: approved ? merges.map(({ file }) => file.path) : [],
    notRemoved: gone.filter((path) => !options.remove || (options.only !== undefined && !options.only.has(path))),
    waiting: having(files, 'take', 'remove-here').map(({ path }) => path),
    kept,
    approved,
  };
}

const unbound = (folder: string) =>
  new CommandRefusal(`${folder} ne suit aucun thème : « vitrine recuperer <thème> --dossier . » en amène un ici.`, {
    code: 'sans_theme',
  });
