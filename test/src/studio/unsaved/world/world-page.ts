import { type Changed, reconcile } from '../../../../../src/merge/reconcile.ts';
import { type MergeRegion, versionIn } from '../../../../../src/merge/text-merge.ts';
import { ApiRefusal, Unreachable } from '../../../../../src/studio/api/client.ts';
import type { DraftKey } from '../../../../../src/studio/unsaved/drafts.ts';
import { type SaveOutcome, UnsavedWork } from '../../../../../src/studio/unsaved/unsaved-work.ts';
import { act } from '../../../../../src/studio/writing/store/acts.ts';
import { ContentStore } from '../../../../../src/studio/writing/store/content-store.ts';
import type { TextAct } from '../../../../../src/studio/writing/store/text-act.ts';
import type { Random } from '../../../../support/random.ts';
import { Connection, type Weather } from './connection.ts';
import type { Written } from './ledger.ts';
import { wordsIn } from './marks.ts';
import type { Played } from './played.ts';
import { TextPlatform } from './text-platform.ts';
import type { World } from './world.ts';
import { SHELF_MS, type WorldBrowser, type WorldDatabase } from './world-browser.ts';
import type { Sight } from './world-platform.ts';

/** A view hands over what was typed after this time at the latest, milliseconds. */
const HANDED_OVER_MS = 60;
/** What was typed so long before a crash is kept: the view, the draft, the database, milliseconds. */
const KEPT_AFTER_MS = HANDED_OVER_MS + 150 + SHELF_MS;
/** Writing requests of one save, at most. */
const WRITES_OF_A_SAVE = 6;

type Side = 'mine' | 'theirs' | 'both';

/** A draft that a page has taken over. */
interface Inherited {
  readonly path: string;
  readonly page: WorldPage;
  /** Until when the page's writes are known from the draft, milliseconds. */
  readonly at: number;
  /** Whether it may not tell yet what its person knew of the role. */
  readonly isUnsure: boolean;
}

/** A tab with an editor, and the person before it. */
export class WorldPage {
  readonly name: string;
  readonly browser: WorldBrowser;
  readonly account: string;
  readonly isReviewed: boolean;
  readonly work: UnsavedWork;
  readonly connection: Connection;
  /** The drafts that were taken over, and when. */
  readonly #inherited: Inherited[] = [];
  /** Tabs of the code editor. */
  readonly tabs = new Set<string>();
  isAlive = true;
  isReady = false;
  /** Saves that have not ended. */
  saves = 0;
  /** Whether the person knows that the theme is published. */
  knowsPublished = false;
  /** Whether the last save has asked about the publication. */
  asksForPublished = false;
  /** Whether the person agrees to save what the view holds back. */
  #agrees = false;
  #isAsked = false;
  /** When the person has asked for a save last, and when a text was merged last. */
  #savedAt = Number.NEGATIVE_INFINITY;
  #mergedAt = Number.NEGATIVE_INFINITY;
  /** When the person has seen the theme as a draft last. */
  #sawDraftAt = Number.NEGATIVE_INFINITY;
  /** When the person has come to know that the theme is published. */
  #knownAt = Number.NEGATIVE_INFINITY;
  /** Whether it has ended before its drafts could tell what its person knew of the role, or has such drafts. */
  #isUnsure = false;
  /** What the field has, and the page does not know yet. */
  #field: { readonly path: string; readonly text: string } | null = null;
  /** Whether the view shows a part of the document alone. */
  readonly #isPartial: boolean;
  /** Whether the view keeps what is typed to itself for a moment. */
  readonly #handsOverLate: boolean;
  readonly #shown = new Map<string, string | null | undefined>();
  /** What the person has had before her since she asked for an act that is under way. */
  #sight: Sight | null = null;
  /** Since when acts were asked for of which the person does not know what became of them. */
  #actsSince = Number.POSITIVE_INFINITY;
  #isOwnDeed = false;
  readonly #world: World<WorldPage>;
  #failedWritingAt = Number.NEGATIVE_INFINITY;
  #isOpening = false;

  constructor(
    world: World<WorldPage>,
    browser: WorldBrowser,
    account: string,
    isReviewed: boolean,
    ended: string | null,
  ) {
    this.#world = world;
    this.browser = browser;
    this.account = account;
    this.isReviewed = isReviewed;
    this.name = world.nameOfPage();
    const { machine, platform, played } = world;
    this.connection = new Connection(machine, platform, this);
    this.work = new UnsavedWork({
      store: world.played.store(this.connection, platform),
      shelf: this.database.shelfOf(this),
      pages: browser.join(this.name, ended),
      clock: { now: machine.now, after: (ms, run) => machine.after(ms, () => this.isAlive && run(), true) },
      document: 't',
      isReviewed,
      compare: world.played.compare,
    });
    this.work.collect = () => this.handOver();
    this.work.onMerged = () => {
      this.#mergedAt = machine.now();
    };
    const holdsBack = !isReviewed && world.random.chance(0.2);
    this.work.holds = (changes) => (holdsBack && !this.#agrees && changes.has(played.held) ? [played.held] : []);
    this.#handsOverLate = isReviewed || (!played.hasCode && world.random.chance(0.5));
    this.#isPartial = !isReviewed && world.random.chance(0.3);
    this.work.follows = (path) => (isReviewed ? this.tabs.has(path) : this.#shows(path));
    this.work.subscribe(() => this.#show());
  }

  get weather(): Weather {
    return this.#world.weather;
  }

  /** Whether the page knows of no text that is stored. */
  get isOfNewText(): boolean {
    return this.work.store instanceof ContentStore && this.work.store.state.isNew;
  }

  get sight(): Sight | null {
    return this.#sight;
  }

  get #view(): ReadonlyMap<string, string> {
    return new Map(this.#world.played.texts.paths.map((path) => [path, this.textOf(path) ?? '']));
  }

  get isSignedIn(): boolean {
    return this.browser.isSignedIn;
  }

  get database(): WorldDatabase {
    return this.browser.databaseOf(this.account);
  }

  noteWriting(fails: boolean): void {
    if (fails) this.#failedWritingAt = this.#world.machine.now();
  }

  /** A lot goes out. */
  noteSent(): void {
    if (this.isReviewed && this.#mergedAt > this.#savedAt) this.violate('saves a merge that nobody has read');
  }

  inherit({ page: name, path, at: written = 0 }: DraftKey): void {
    const page = this.#world.pageOf(name);
    // Without locks the draft of a page is taken that goes on.
    const at = page.isAlive ? written : Number.POSITIVE_INFINITY;
    const isUnsure = page.isAlive && this.#world.machine.now() - page.#knownAt < KEPT_AFTER_MS;
    if (page.isAlive && this.browser.hasLocks) this.violate(`takes ${path} from ${name}, which goes on`);
    if (!this.#inherited.some((one) => one.page === page && one.path === path))
      this.#inherited.push({ page, path, at, isUnsure: isUnsure || page.#isUnsure });
  }

  /** The pages in which a text was changed until this one has it, and until when. */
  #forebearsOf(path: string): ReadonlyMap<WorldPage, number> {
    const all = new Map<WorldPage, number>([[this, Number.POSITIVE_INFINITY]]);
    for (const { page, at } of this.#inherited.filter((one) => one.path === path))
      for (const [one, until] of page.#forebearsOf(path)) all.set(one, Math.min(at, until));
    return all;
  }

  /** What the person sees of a file. */
  textOf(path: string): string | null | undefined {
    return this.#field?.path === path ? this.#field.text : this.work.textOf(path);
  }

  get texts(): readonly (string | null | undefined)[] {
    return this.#world.played.texts.paths.map((path) => this.textOf(path));
  }

  /** The field shows what the page has now: what was typed into it and not handed over is gone. */
  #show(): void {
    for (const path of this.#world.played.texts.paths) {
      const text = this.work.textOf(path);
      if (text === this.#shown.get(path)) continue;
      this.#shown.set(path, text);
      if (!this.#isOwnDeed && this.#sight) this.#sight.isOpen = false;
      if (this.#field?.path === path) this.#field = null;
    }
  }

  handOver(): void {
    const field = this.#field;
    if (!field) return;
    this.#field = null;
    this.#shown.set(field.path, field.text);
    this.work.change(field.path, field.text);
  }

  async open(): Promise<void> {
    if (this.isReady || this.#isOpening) return;
    this.#isOpening = true;
    try {
      const restored = await this.work.open(({ path }) => this.#shows(path));
      if (this.work.store.role === 'publie') this.#know();
      else this.#sawDraft();
      this.#inheritRole(restored ?? []);
      this.tell(`has opened, with ${restored?.map((path) => this.#origins(path)).join(', ') || 'nothing'} from before`);
      const wanted = this.isReviewed ? this.#world.machine.random.integer(1, 3) : 0;
      for (const path of this.#world.played.texts.paths.slice(0, wanted)) this.tabs.add(path);
      for (const path of restored ?? []) if (this.isReviewed) this.tabs.add(path);
      this.isReady = true;
      for (const path of this.tabs) await this.work.read(path);
      if (!this.isReviewed) await this.work.look();
    } catch (error) {
      this.#excuse('open', error);
    } finally {
      this.#isOpening = false;
    }
  }

  #origins(path: string): string {
    const pages = this.#inherited.filter((one) => one.path === path).map(({ page }) => page.name);
    return `${path} of ${pages.join(' and ')}`;
  }

  /** What came back was typed by somebody who may have known another role. */
  #inheritRole(restored: readonly string[]): void {
    for (const { page, path, isUnsure } of this.#inherited) {
      if (!restored.includes(path)) continue;
      this.#isUnsure ||= isUnsure;
      if (page.#knowsPublishedFor(path)) continue;
      this.knowsPublished = false;
      this.#sawDraftAt = Math.max(this.#sawDraftAt, page.#sawDraftAt);
    }
  }

  /** Of a page that has not opened, those know from whom it has the text. */
  #knowsPublishedFor(path: string): boolean {
    if (this.isReady) return this.knowsPublished;
    return this.#inherited.every((one) => one.path !== path || one.page.#knowsPublishedFor(path));
  }

  #know(): void {
    this.knowsPublished = true;
    this.#isUnsure = false;
    this.#knownAt = this.#world.machine.now();
  }

  #sawDraft(): void {
    this.#sawDraftAt = this.connection.draftAt;
    this.knowsPublished = false;
  }

  tell(what: string): void {
    this.#world.tell(`${this.name} ${what}`);
  }

  #shows(path: string): boolean {
    return !this.#isPartial || this.#world.played.isShownInPart(path);
  }

  /** A new word in a text, or a deletion. */
  type(path: string): void {
    const { marks, machine, played } = this.#world;
    if (!this.#shows(path)) return;
    const isNew = played.texts.fresh.includes(path) && !this.textOf(path) && !this.work.store.entry(path);
    if (this.isReviewed && !isNew && !this.tabs.has(path)) this.#openTab(path);
    const text = isNew ? '' : this.textOf(path);
    if (typeof text !== 'string' || (!isNew && this.#shown.get(path) === undefined)) return;
    this.tabs.add(path);
    this.#show();
    const word = marks.make(this.account, machine.now());
    const { typed, spoiled } = played.texts;
    const typedText = typed(machine.random, path, text, word);
    const after = spoiled && machine.random.chance(0.02) ? spoiled(machine.random, path, typedText) : typedText;
    marks.want(word, after);
    this.#put(path, after, 'typed over');
    this.tell(`types ${word} into ${path}`);
  }

  #openTab(path: string): void {
    this.tabs.add(path);
    this.work.read(path).catch((error) => this.#excuse('read', error));
  }

  /** Takes the last word out again that was typed here. */
  undo(path: string): void {
    const text = this.textOf(path);
    const word = wordsIn(text).at(-1);
    if (typeof text !== 'string' || word === undefined) return;
    this.#put(path, this.#world.played.texts.without(path, text, word), 'undone');
    this.tell(`undoes ${word} in ${path}`);
  }

  remove(path: string): void {
    if (typeof this.textOf(path) !== 'string') return;
    this.handOver();
    this.#put(path, null, 'removed');
    this.tell(`removes ${path}`);
  }

  rename(path: string, other: string): void {
    this.handOver();
    const text = this.textOf(path);
    if (
      typeof text !== 'string' ||
      path.endsWith('.json') ||
      path === other ||
      this.work.store.entry(other) ||
      this.textOf(other)
    )
      return;
    if (this.isReviewed) this.tabs.add(other);
    const { doubled } = this.#world.platform.ledger;
    if (doubled.has(path)) doubled.add(other);
    this.work.change(other, text);
    this.work.change(path, null);
    this.tell(`renames ${path} to ${other}`);
  }

  revert(path: string): void {
    this.handOver();
    if (!this.work.isChanged(path)) return;
    const before = this.textOf(path);
    this.#isOwnDeed = true;
    this.work.revert(path);
    this.#isOwnDeed = false;
    if (this.#sight?.isOpen) this.#sight.views.push(this.#view);
    this.#world.marks.giveUp(before, this.textOf(path), 'reverted');
    this.tell(`reverts ${path}`);
  }

  #put(path: string, text: string | null, why: string): void {
    const { marks, machine } = this.#world;
    marks.giveUp(this.textOf(path), text, why);
    this.#isOwnDeed = true;
    if (!this.#handsOverLate || text === null) this.work.change(path, text);
    else {
      if (this.#field?.path !== path) this.handOver();
      this.#field = { path, text };
      machine.after(machine.random.between(10, HANDED_OVER_MS), () => this.isAlive && this.handOver(), true);
    }
    this.#isOwnDeed = false;
    if (this.#sight?.isOpen) this.#sight.views.push(this.#view);
  }

  async look(): Promise<void> {
    if (!this.isReady) return;
    try {
      const news = await this.work.look();
      if (this.work.store.role === 'brouillon') this.#sawDraft();
      for (const path of news.gone) this.#judgeGone(path);
      if (this.isReviewed && news.merged.length > 0) this.violate('has merged what is to be read first');
    } catch (error) {
      this.#excuse('look', error);
    }
  }

  async compare(path: string): Promise<void> {
    try {
      await this.work.merge(path);
    } catch (error) {
      this.#excuse('merge', error);
    }
  }

  async save(): Promise<void> {
    if (!this.isReady) return;
    const { marks, machine } = this.#world;
    const begun = machine.now();
    this.#savedAt = begun;
    const asked = new Set(this.#world.played.texts.paths.flatMap((path) => this.#unsavedWords(path)));
    const { writes } = this.connection;
    const wasIdle = this.saves === 0;
    this.saves++;
    this.tell('saves');
    try {
      const outcome = await this.work.save();
      this.tell(`is told ${JSON.stringify(outcome)}`);
      if (wasIdle && this.connection.writes - writes > WRITES_OF_A_SAVE) this.violate('writes without end');
      this.#judge(outcome, wasIdle ? begun : Number.NEGATIVE_INFINITY);
      if (outcome.kind !== 'saved' && outcome.kind !== 'nothing') return;
      for (const word of asked) {
        if (marks.get(word).givenUp === undefined && !marks.get(word).isStored)
          this.violate(`is told that ${word} is saved`);
      }
    } catch (error) {
      this.#excuse('save', error);
      this.tell(`is told ${error}`);
    } finally {
      this.saves--;
      if (this.work.store.role === 'brouillon') this.#sawDraft();
    }
  }

  /** An instant in the future of the platform. @param ms milliseconds from now */
  instantIn(ms: number): string {
    return new Date(this.#world.machine.now() + ms).toISOString();
  }

  /** Publishes the text, or does something of the kind. */
  async actOn(asked: TextAct): Promise<void> {
    const { store } = this.work;
    if (!this.isReady || this.#sight || !(store instanceof ContentStore)) return;
    const begun = this.#world.machine.now();
    // A question that stands open has its cause already; so has what was read and is not shown yet.
    const isBehind = store.entries.some(({ chemin }) => {
      const isShown = !this.work.isChanged(chemin);
      return isShown ? this.work.textOf(chemin) !== store.known(chemin)?.text : this.work.isOutdated(chemin);
    });
    const hasCause = this.work.conflicts.length > 0 || isBehind;
    const readAt = hasCause ? Number.NEGATIVE_INFINITY : this.connection.readAt;
    const { arrivals } = this.work;
    const sight = { views: [this.#view], isOpen: true };
    this.#sight = sight;
    this.#actsSince = Math.min(this.#actsSince, begun);
    const wasIdle = this.saves === 0;
    this.saves++;
    this.tell(`asks for ${JSON.stringify(asked)}`);
    try {
      const outcome = await act(this.work, store, asked);
      this.tell(`is told ${JSON.stringify(outcome)}`);
      if (outcome.kind === 'done' || outcome.kind === 'changed') this.#judgeAct(asked, outcome.kind, readAt, arrivals);
      else this.#judge(outcome, wasIdle ? begun : Number.NEGATIVE_INFINITY);
      this.#actsSince = Number.POSITIVE_INFINITY;
    } catch (error) {
      this.#excuse('act', error);
      this.tell(`is told ${error}`);
      if (error instanceof ApiRefusal && !error.isMomentary) this.#actsSince = Number.POSITIVE_INFINITY;
    } finally {
      this.saves--;
      this.#sight = null;
    }
  }

  /** What is told as done was done, with what the person has seen; what is told as changed was changed by somebody else. */
  #judgeAct({ kind }: TextAct, outcome: 'done' | 'changed', readAt: number, arrivals: number): void {
    const { platform } = this.#world;
    if (!(platform instanceof TextPlatform)) return;
    const [now, views] = [this.#world.machine.now(), this.#sight?.views ?? []];
    const isOther = ({ by, at }: { readonly by: string; readonly at: number }) =>
      by !== this.name && at <= now && (at >= readAt || by === 'the clock' || this.work.arrivals > arrivals);
    if (outcome === 'changed') {
      if (!platform.done.some(isOther)) this.violate('says that the text was changed elsewhere');
      return;
    }
    if (kind !== 'publish' && kind !== 'plan') return;
    const isMine = platform.done.some(
      (one) =>
        one.kind === kind && one.at >= this.#actsSince && views.some((view) => platform.isSame(view, one.values)),
    );
    const { visible } = platform;
    const isSo = kind === 'publish' && visible !== null && views.some((view) => platform.isSame(view, visible));
    if (!isMine && !isSo) this.violate(`is told of a ${kind} that was not`);
  }

  #unsavedWords(path: string): readonly string[] {
    const isTyped = this.#field?.path === path;
    return isTyped || this.work.isChanged(path) ? wordsIn(this.textOf(path)) : [];
  }

  #judge(outcome: SaveOutcome, begun: number): void {
    if (outcome.kind === 'held') this.#isAsked = true;
    if (outcome.kind === 'merged' && !this.isReviewed) this.violate('stops at a merge');
    if (outcome.kind === 'published') {
      this.asksForPublished = true;
      const isKnown = this.knowsPublished && this.connection.draftAt < this.#knownAt;
      const isNew = this.#world.platform.published.some((at) => at > this.#sawDraftAt);
      if ((isKnown && !this.#isUnsure) || !isNew) this.violate('asks about no publication');
    }
    if (outcome.kind === 'conflict') for (const path of outcome.paths) this.#judgeConflict(path, begun);
  }

  /** A question has a cause: somebody else has written the text since this page began to change it. */
  #judgeConflict(path: string, begun: number): void {
    if (this.#world.platform.isDeleted) return;
    const log = this.#world.platform.ledger.log.get(path) ?? [];
    const base = this.work.baseOf(path)?.text ?? null;
    const last = log.at(-1);
    if (last && last.text === base && last.at < begun) this.violate(`asks about ${path}, which is as it was`);
    // What was read may have been changed back since.
    const isBase = ({ text }: Written) => text === base;
    const theirs = this.work.sidesOf(path)?.theirs;
    if (theirs !== undefined && !log.some(({ text }) => text === theirs))
      this.violate(`shows a ${path} that was never stored`);
    const read = log.findLastIndex((written) => !isBase(written)) + 1;
    const from = log.slice(0, read).findLastIndex(isBase);
    const forebears = [...this.#forebearsOf(path)];
    const isOwn = ({ by, at }: Written) => forebears.some(([{ name }, until]) => name === by && at <= until);
    if (!log.slice(from + 1).every(isOwn)) return;
    const isExcused = forebears.some(([page]) => page.endedUnkept);
    if (!isExcused) this.violate(`asks about ${path}, and nobody else has changed it`);
  }

  /** Whether the page has ended before the browser could know of its last save. */
  endedUnkept = false;

  #judgeGone(path: string): void {
    const log = this.#world.platform.ledger.log.get(path) ?? [];
    if (!log.some(({ by, text }) => text === null && by !== this.name)) this.violate(`says that ${path} is gone`);
  }

  /** Answers the questions that stand open. */
  answer(): void {
    const { machine } = this.#world;
    this.#agrees = this.#isAsked;
    if (this.asksForPublished) {
      this.asksForPublished = false;
      this.work.agreeToPublished();
      if (this.work.role === 'publie') this.#know();
      else this.#sawDraft();
      this.tell('agrees to change the public site');
    }
    for (const path of this.work.conflicts) this.#choose(path, machine.random.oneOf<Side>(['mine', 'theirs', 'both']));
  }

  #choose(path: string, side: Side): void {
    this.handOver();
    const { marks, platform, played } = this.#world;
    const sides = this.work.sidesOf(path);
    const conflict =
      sides && (played.hasCode ? reconcile(sides) : eachChosen(sides, played.compare, this.#world.random));
    if (!conflict || conflict.kind === 'same' || conflict.kind === 'merged') return;
    const { mine, theirs } = sides;
    let text = side === 'theirs' ? theirs : mine;
    let seen = `${mine}${theirs}`;
    if (conflict.kind === 'chosen') text = conflict.text;
    else if (conflict.kind === 'conflict' && !path.endsWith('.json')) {
      text = chosen(conflict.regions, side);
      if (side === 'both') platform.ledger.doubled.add(path);
      seen = `${mine}${versionIn(conflict.regions, 'theirs')}`;
    }
    marks.giveUp(seen, text, `${side} was chosen`);
    this.#isOwnDeed = true;
    this.work.resolve(path, text);
    this.#isOwnDeed = false;
    if (this.#sight?.isOpen) this.#sight.views.push(this.#view);
    this.tell(`chooses ${played.hasCode ? side : 'at each place'} in ${path}`);
  }

  /** Ends as a tab does that is closed or reloaded. */
  end(): void {
    this.work.keepNow();
    this.#leave();
    this.endedUnkept = this.#keepsNothing;
    this.#isUnsure ||= this.endedUnkept;
    this.#world.lose(this, () => this.endedUnkept);
  }

  /** Ends at once. */
  crash(): void {
    const { machine } = this.#world;
    this.endedUnkept = machine.now() - this.connection.writtenAt < SHELF_MS || this.#keepsNothing;
    this.#isUnsure ||= this.endedUnkept || machine.now() - this.#knownAt < KEPT_AFTER_MS;
    this.#leave();
    this.database.crash(this.name);
    this.#world.lose(this, ({ at }) => machine.now() - at < KEPT_AFTER_MS || this.#keepsNothing);
  }

  get #keepsNothing(): boolean {
    return !this.work.isKept || this.#world.machine.now() - this.#failedWritingAt < SHELF_MS;
  }

  #leave(): void {
    this.isAlive = false;
    if (this.connection.draftAt > this.#knownAt) this.#isUnsure = true;
    this.browser.leave(this.name);
  }

  violate(what: string): void {
    this.#world.violate(`${this.name} ${what}`);
  }

  /** The person takes out what the platform does not store. @returns whether there was something */
  #mends(): boolean {
    const { mended } = this.#world.played.texts;
    let mends = false;
    for (const path of mended ? this.#world.played.texts.paths : []) {
      const text = this.textOf(path);
      if (typeof text !== 'string' || mended?.(text) === text) continue;
      this.#put(path, mended?.(text) ?? text, 'taken out');
      mends = true;
    }
    return mends;
  }

  #excuse(what: string, error: unknown): void {
    const isExpected = error instanceof Unreachable || error instanceof ApiRefusal;
    if (error instanceof ApiRefusal && error.code === 'invalid_input' && this.#mends()) return;
    if (!isExpected) this.violate(`fails to ${what}: ${(error as Error).stack}`);
    else if (this.#world.isHealed) this.violate(`fails to ${what}: ${error}`);
  }
}

/** A field in which a side was chosen at each place that both have changed. */
function eachChosen({ path, base, mine, theirs }: Changed, compare: Played['compare'], random: Random) {
  const isRemoved = mine === null || theirs === null;
  const choose = () => random.oneOf(['mine', 'theirs'] as const);
  const text = isRemoved
    ? { mine, theirs }[choose()]
    : compare(path, { base: base ?? '', mine, theirs }).textWith(choose);
  return { kind: 'chosen' as const, text };
}

const chosen = (regions: readonly MergeRegion[], side: Side): string =>
  regions
    .map((region) => {
      if (region.kind === 'agreed') return region.text;
      return side === 'both' ? region.mine + region.theirs : region[side];
    })
    .join('');
