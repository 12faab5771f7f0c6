import { setTimeout as sleep } from 'node:timers/promises';
import { CommandRefusal } from '../command-refusal.ts';
import { RemoteRefusal, Unreachable } from '../remote/refusals.ts';
import { nameOf } from '../remote/theme-names.ts';
import type { Exchange } from '../sync/compare.ts';
import { pull } from '../sync/pull.ts';
import { ConflictRefusal, push } from '../sync/push.ts';
import type { Binding } from '../workspace/state.ts';
import type { Bell } from './bell.ts';
import type { News } from './news.ts';

/** How often the service is asked whether something changed there; it answers 304 as long as nothing did. Milliseconds. */
const POLL_MS = 1_500;
/** A service that is silent for so long is away, milliseconds. */
const POLL_DEADLINE_MS = 15_000;
/** Pauses before it is tried again; the last one goes on for ever. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
/** How long a file that was emptied or has gone is waited for: a save may do so for a moment, milliseconds. */
const HOLD_MS = 500;

/** Refusals of ours that pass: another command is at work, or the files are not as they will be. */
const PASSING: ReadonlySet<string> = new Set(['verrou', 'instable', 'fichiers_illisibles', 'lot_trop_gros']);

export interface FollowOptions {
  readonly binding: Binding;
  /** Whether the theme may be changed while visitors see it. */
  readonly toVisitors: boolean;
  /** Removes there what is removed here. */
  readonly remove: boolean;
  readonly bell: Bell;
  readonly news: News;
}

/** Keeps a folder and a theme alike, until it is interrupted. */
export class Follower {
  readonly #exchange: Exchange;
  readonly #options: FollowOptions;
  #failures = 0;
  /** When the first save that is not sent yet held still. */
  #unsentSince: number | null;
  /** Entity tag of the tree that was brought here last. */
  #tag: string | undefined;
  #polledAt = Number.NEGATIVE_INFINITY;
  /** Whether the theme has changed since it was looked over. */
  #isUndiagnosed = false;

  constructor(exchange: Exchange, options: FollowOptions) {
    this.#exchange = exchange;
    this.#options = options;
    this.#unsentSince = performance.now();
  }

  /** Whether something was saved that could not be sent until now. */
  get isBehind(): boolean {
    return this.#unsentSince !== null || this.#options.bell.isRung;
  }

  /** @throws CommandRefusal for what does not pass by waiting; nothing when it is interrupted */
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
    const saved = bell.take();
    this.#unsentSince ??= saved;
    if (this.#unsentSince !== null) await this.#send(this.#unsentSince);
    this.#unsentSince = null;
    // What is being saved is sent first.
    if (bell.isRung || performance.now() - this.#polledAt < POLL_MS) return;
    const { remote } = this.#exchange;
    const tree = await remote.within(POLL_DEADLINE_MS).tree(this.#options.binding.theme.id, this.#tag);
    this.#polledAt = performance.now();
    if (tree === null || bell.isRung) return;
    await this.#receive();
    this.#tag = tree.tag ?? undefined;
  }

  async #receive(): Promise<void> {
    const { binding, news } = this.#options;
    const report = await pull(this.#exchange, { binding, force: false });
    news.received(report);
    news.conflicts(report.conflicts);
    const { taken, removed, merged } = report;
    this.#isUndiagnosed ||= taken.length + removed.length > 0;
    if (merged.length === 0) return;
    await this.#send(performance.now());
    this.#unsentSince = null;
  }

  /** Sends what can be sent: not what is in conflict, and nothing that looks like the middle of a save. */
  async #send(since: number): Promise<void> {
    const { binding, remove, toVisitors, bell, news } = this.#options;
    const held = new Set<string>();
    const conflicts: ConflictRefusal['conflicts'][number][] = [];
    const emptied: string[] = [];
    const waitedFor = new Set<string>();
    for (;;) {
      let suspect: readonly string[] = [];
      let stillEmpty: readonly string[] = [];
      const only = { has: (path: string) => !held.has(path) };
      try {
        const report = await push(this.#exchange, {
          binding,
          force: false,
          remove,
          only,
          approve: async (lot) => {
            if (lot.isPublished && !toVisitors) throw publishedMeanwhile(binding);
            suspect = [...lot.emptied, ...lot.removed].filter((path) => !waitedFor.has(path));
            stillEmpty = lot.emptied;
            return suspect.length + stillEmpty.length === 0;
          },
        });
        if (report.approved) {
          news.sent(report, Math.round(performance.now() - since));
          news.conflicts(conflicts);
          news.emptied(emptied);
          this.#isUndiagnosed ||= report.written.length + report.removed.length > 0;
          return;
        }
      } catch (error) {
        if (error instanceof RemoteRefusal && error.files.length > 0) {
          news.refused(error.files);
          return;
        }
        if (!(error instanceof ConflictRefusal)) throw error;
        conflicts.push(...error.conflicts);
        for (const { file } of error.conflicts) held.add(file.path);
        continue;
      }
      for (const path of suspect) waitedFor.add(path);
      if (suspect.length > 0) {
        await sleep(HOLD_MS, undefined, { signal: this.#exchange.signal });
        // What was saved meanwhile goes with the next attempt, and no second time.
        const saved = bell.take();
        this.#unsentSince ??= saved;
        continue;
      }
      emptied.push(...stillEmpty);
      for (const path of stillEmpty) held.add(path);
    }
  }

  /** Looks the theme over once nothing is being saved any more; a diagnosis that does not come is asked for again in the next turn. */
  async #diagnose(): Promise<void> {
    const { bell, binding, news } = this.#options;
    if (!this.#isUndiagnosed || bell.isRung) return;
    try {
      news.diagnosed(await this.#exchange.remote.within(POLL_DEADLINE_MS).diagnostics(binding.theme.id));
      this.#isUndiagnosed = false;
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }
}

const isAway = (error: unknown): error is CommandRefusal =>
  error instanceof Unreachable || (error instanceof RemoteRefusal && error.status >= 500);

/** What keeps it from going on, if waiting helps. @throws whatever else it is */
function troubleOf(error: unknown): [code: string, sentence: string] {
  if (isAway(error)) {
    return [error.code, 'Le service ne répond plus : vos changements attendent ici, et partiront dès qu’il répondra.'];
  }
  if (error instanceof CommandRefusal && PASSING.has(error.code)) return [error.code, error.message];
  throw error;
}

const publishedMeanwhile = ({ theme }: Binding) =>
  new CommandRefusal(
    `${nameOf(theme)} vient d’être publié, les visiteurs le voient : rien n’y est plus envoyé. Relancez « vitrine suivre » pour continuer dans un brouillon de travail.`,
    { code: 'theme_publie' },
  );
