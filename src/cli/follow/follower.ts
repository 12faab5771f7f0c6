import { adjusted } from '../../../engine/diagnose/check-settings.ts';
import { CommandRefusal } from '../command-refusal.ts';
import type { ThemeList } from '../remote/answers.ts';
import { RemoteRefusal, Unreachable } from '../remote/refusals.ts';
import { Absences } from '../sync/absences.ts';
import type { Exchange } from '../sync/compare.ts';
import { publishedJustNow } from '../sync/lines.ts';
import { pull } from '../sync/pull.ts';
import { ConflictRefusal, MarkersRefusal, push } from '../sync/push.ts';
import { lookAtChecks } from '../workspace/check-settings.ts';
import { type Binding, formatState } from '../workspace/state.ts';
import type { Bell } from './bell.ts';
import type { News } from './news.ts';

/** How often the service is asked whether something changed there; it answers 304 as long as nothing did. Milliseconds. */
const POLL_MS = 1_500;
/** A service that does not answer in this time counts as away, milliseconds. */
const POLL_DEADLINE_MS = 15_000;
/** Pauses before the next tries; the last one is used for all further tries. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

/** Refusals of the client that pass by themselves: another command is running, or files are still being written. */
const PASSING: ReadonlySet<string> = new Set(['verrou', 'instable', 'fichiers_illisibles', 'lot_trop_gros']);

export interface FollowOptions {
  readonly binding: Binding;
  /** Id of the theme that the folder followed until now. */
  readonly followed: string;
  /** Whether the theme may be changed while visitors see it. */
  readonly toVisitors: boolean;
  /** What names the folder in a command: nothing, or the option. */
  readonly here: string;
  /** Checks that the theme is still what it was at the beginning. @throws CommandRefusal */
  readonly assertAsLeft: (list: ThemeList) => unknown;
  /** Removes files on the service that are removed here. */
  readonly remove: boolean;
  readonly bell: Bell;
  readonly news: News;
}

/** Keeps a folder and a theme the same, until it is interrupted. */
export class Follower {
  readonly #exchange: Exchange;
  readonly #options: FollowOptions;
  readonly #absences = new Absences();
  /** Id of the theme that the folder follows; `binding` names it once something was exchanged. */
  #followed: string;
  #failures = 0;
  /** When the first save that is not sent yet was complete. */
  #unsentSince: number | null;
  /** Whether the last push held something back: refused files, conflicts, empty files. */
  #isHeldBack = false;
  /** The folder's state when something was held back: another command may settle it without a save. */
  #heldState: string | null = null;
  /** Entity tag of the tree that was brought here last. */
  #tag: string | undefined;
  #polledAt = Number.NEGATIVE_INFINITY;
  /** What `vitrine.json` says of the checks. */
  #checks: string | null = null;
  /** Whether the theme, or what is said of it, has changed since its last diagnosis. */
  #isUndiagnosed = false;

  constructor(exchange: Exchange, options: FollowOptions) {
    this.#exchange = exchange;
    this.#options = options;
    this.#followed = options.followed;
    this.#unsentSince = performance.now();
  }

  /** Whether something was saved that could not be sent until now. */
  get isBehind(): boolean {
    return this.#unsentSince !== null || this.#isHeldBack || this.#options.bell.isRung;
  }

  /** @throws CommandRefusal for an error that waiting does not solve; nothing when it is interrupted */
  async run(): Promise<void> {
    const { bell, news } = this.#options;
    const { signal } = this.#exchange;
    while (!signal.aborted) {
      try {
        await this.#turn();
        await this.#diagnose();
        this.#failures = 0;
        news.goesOn();
        await bell.wait(Math.max(0, this.#polledAt + POLL_MS - performance.now()), signal);
      } catch (error) {
        if (signal.aborted) return;
        news.stuck(...troubleOf(error));
        this.#tag = undefined;
        await bell.wait(PAUSES_MS[Math.min(this.#failures++, PAUSES_MS.length - 1)] ?? 0, signal);
      }
    }
  }

  async #turn(): Promise<void> {
    const { bell } = this.#options;
    const saved = bell.take() ?? ((await this.#isSettled()) ? performance.now() : null);
    this.#unsentSince ??= saved;
    if (this.#unsentSince !== null) {
      this.#isHeldBack = !(await this.#send(this.#unsentSince));
      this.#heldState = this.#isHeldBack ? await this.#state() : null;
    }
    this.#unsentSince = null;
    // Saves are sent first.
    if (bell.isRung || performance.now() - this.#polledAt < POLL_MS) return;
    const { remote } = this.#exchange;
    const tree = await remote.within(POLL_DEADLINE_MS).tree(this.#options.binding.theme.id, this.#tag);
    this.#polledAt = performance.now();
    if (tree === null || bell.isRung) return;
    // Somebody may have published the theme meanwhile, or another one in its place.
    this.#options.assertAsLeft(await remote.within(POLL_DEADLINE_MS).themes());
    await this.#receive();
    this.#tag = tree.tag ?? undefined;
  }

  /** Whether the folder's state has changed since something was held back. */
  async #isSettled(): Promise<boolean> {
    return this.#isHeldBack && (await this.#state()) !== this.#heldState;
  }

  async #state(): Promise<string | null> {
    const state = await this.#exchange.workspace.readState();
    return state && formatState(state);
  }

  async #receive(): Promise<void> {
    const { binding, news } = this.#options;
    const report = await pull(this.#exchange, {
      binding,
      followed: this.#followed,
      absences: this.#absences,
      force: false,
    });
    this.#followed = binding.theme.id;
    news.received(report);
    news.conflicts(report.conflicts);
    const { taken, removed, merged } = report;
    this.#isUndiagnosed ||= taken.length + removed.length > 0;
    if (merged.length > 0) this.#isHeldBack = !(await this.#send(performance.now()));
  }

  /**
   * Sends the changes, except conflicts, files with marks of one, and files that have become empty.
   * @returns whether nothing was held back
   */
  async #send(since: number): Promise<boolean> {
    const { binding, remove, toVisitors, here, news } = this.#options;
    const conflicts: ConflictRefusal['conflicts'][number][] = [];
    const emptied: string[] = [];
    const marked: string[] = [];
    const held = new Set<string>();
    const hold = (paths: readonly string[]) => {
      for (const path of paths) held.add(path);
    };
    for (;;) {
      try {
        const report = await push(this.#exchange, {
          binding,
          followed: this.#followed,
          absences: this.#absences,
          force: false,
          remove,
          only: { has: (path) => !held.has(path) },
          approve: async (lot) => {
            if (lot.isPublished && !toVisitors) throw publishedJustNow(binding, here);
            emptied.push(...lot.emptied);
            hold(lot.emptied);
            return lot.emptied.length === 0;
          },
        });
        if (!report.approved) continue;
        this.#followed = binding.theme.id;
        news.sent(report, Math.round(performance.now() - since));
        news.conflicts(conflicts);
        news.emptied(emptied);
        news.marked(marked);
        this.#isUndiagnosed ||= report.written.length + report.removed.length > 0;
        return held.size === 0;
      } catch (error) {
        if (error instanceof RemoteRefusal && error.files.length > 0) {
          news.refused(error.files);
          return false;
        }
        if (error instanceof MarkersRefusal) {
          marked.push(...error.paths);
          hold(error.paths);
          continue;
        }
        if (!(error instanceof ConflictRefusal)) throw error;
        conflicts.push(...error.conflicts);
        hold(error.conflicts.map(({ file }) => file.path));
      }
    }
  }

  /** Gets the diagnostics of the theme when no save is in progress; after a failure the next turn tries again. */
  async #diagnose(): Promise<void> {
    const { bell, binding, news } = this.#options;
    const { workspace, remote } = this.#exchange;
    const checks = await lookAtChecks(workspace.root);
    const checksNow = JSON.stringify(checks);
    this.#isUndiagnosed ||= checksNow !== (this.#checks ?? checksNow);
    this.#checks = checksNow;
    if (!this.#isUndiagnosed || bell.isRung) return;
    try {
      const found = await remote.within(POLL_DEADLINE_MS).diagnostics(binding.theme.id);
      news.diagnosed([...checks.diagnostics, ...adjusted(found, checks.settings)]);
      this.#isUndiagnosed = false;
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }
}

const isAway = (error: unknown): error is CommandRefusal =>
  error instanceof Unreachable || (error instanceof RemoteRefusal && error.status >= 500);

/** The reason of an error that waiting can solve. @throws any other error */
function troubleOf(error: unknown): [code: string, sentence: string] {
  if (isAway(error)) {
    return [error.code, 'Le service ne répond plus : vos changements attendent ici, et partiront dès qu’il répondra.'];
  }
  if (error instanceof CommandRefusal && PASSING.has(error.code)) return [error.code, error.message];
  throw error;
}
