import type { ThemeRole } from '../../contract/shared.ts';
import type { compareFile } from '../../merge/file-merge.ts';
import type { Changed } from '../../merge/reconcile.ts';
import { ApiRefusal } from '../api/client.ts';
import { Observable } from '../observable.ts';
import { fingerprintOf } from '../theme/fingerprint.ts';
import { CLOCK, type Clock } from './clock.ts';
import type { DocumentStore, StoredText } from './document-store.ts';
import { type Draft, type DraftShelf, Drafts, type OpenPages, type Unsaved } from './drafts.ts';
import { fingerprint, isChanged, isSettled, type Part, stored } from './part.ts';

/** What a save came to. A failure is thrown, and every text stays. */
export type SaveOutcome =
  | { readonly kind: 'nothing' }
  /** Saved; `merged` are the paths in which changes of others were merged with what is unsaved. */
  | { readonly kind: 'saved'; readonly merged: readonly string[] }
  /** Not saved: a person must read these merges first. */
  | { readonly kind: 'merged'; readonly paths: readonly string[] }
  /** Not saved: a person must choose between two changes. */
  | { readonly kind: 'conflict'; readonly paths: readonly string[]; readonly merged: readonly string[] }
  /** Not saved: the document was published since the person saw it as a draft, and the person must agree to change the public site. */
  | { readonly kind: 'published' }
  /** Not saved: the view holds these back (`holds`). */
  | { readonly kind: 'held'; readonly paths: readonly string[] };

/** What a look for changes elsewhere has found. */
export interface News {
  /** Texts without unsaved changes that are no longer stored. */
  readonly gone: readonly string[];
  /** Unsaved texts that turned out to be stored: the answer to a save was lost. */
  readonly settled: readonly string[];
  /** Unsaved texts that were merged with what was changed elsewhere. */
  readonly merged: readonly string[];
}

/** What became of a text that was brought together with the stored one. */
type Taken = 'settled' | 'merged' | 'conflict';

export interface UnsavedWorkOptions {
  readonly store: DocumentStore;
  readonly shelf: DraftShelf;
  readonly pages: OpenPages;
  /** The clock of the browser, where none is given. */
  readonly clock?: Clock;
  /** Id of the document: of the theme, the page, the article. */
  readonly document: string;
  /**
   * Whether a person reads each merge before the merge is saved, as with code. Otherwise merges are made at once, and a save goes on with
   * them.
   */
  readonly isReviewed: boolean;
  /** Compares what was changed here and elsewhere (`src/merge/`); a view whose texts are all JSON needs no more than that. */
  readonly compare: typeof compareFile;
}

/** How often a save is repeated by itself because others keep writing. */
const REPEATS = 5;

/**
 * The texts of a document while a person changes them: what was seen, what is typed, what is sent, what came from elsewhere meanwhile.
 * Nothing typed and nothing saved is lost, a person is asked only where two changes touch each other, and a published document is not
 * changed by who saw a draft. Views show it; undo belongs to each view.
 */
export class UnsavedWork extends Observable {
  readonly store: DocumentStore;
  readonly #drafts: Drafts;
  readonly #isReviewed: boolean;
  readonly #compare: typeof compareFile;
  readonly #parts = new Map<string, Part>();
  #role: ThemeRole;
  #revision = 0;
  #arrivals = 0;
  /** The save that is under way, and the one that begins after it. */
  #current: Promise<SaveOutcome> | null = null;
  #next: Promise<SaveOutcome> | null = null;
  #isSaving = false;
  /** What was merged since a save was asked for while none was under way. */
  readonly #mergedSince = new Set<string>();
  /** Hands over what was just typed: a view may keep a text to itself for a moment. */
  collect: () => void = () => undefined;
  /** Told of each text that was merged with a change made elsewhere. */
  onMerged: (path: string) => void = () => undefined;
  /** Which texts are kept as they are stored, besides those with changes: what the view shows. */
  follows: (path: string) => boolean = () => false;
  /** Which changed texts the view does not let be saved yet. */
  holds: (changes: ReadonlyMap<string, string | null>) => readonly string[] = () => [];

  constructor({ store, isReviewed, compare, clock = CLOCK, ...kept }: UnsavedWorkOptions) {
    super();
    this.store = store;
    this.#role = store.role;
    this.#isReviewed = isReviewed;
    this.#compare = compare;
    this.#drafts = new Drafts({ ...kept, clock, onFailure: () => this.changed() });
  }

  /** The role that the person knows the document to have. */
  get role(): ThemeRole {
    return this.#role;
  }

  get isSaving(): boolean {
    return this.#isSaving;
  }

  /** Grows with each change of a text. */
  get revision(): number {
    return this.#revision;
  }

  /** Grows when a text has come to be another one than the person has made it or has seen, by what came from elsewhere. */
  get arrivals(): number {
    return this.#arrivals;
  }

  /** Whether the browser keeps what is not saved. */
  get isKept(): boolean {
    return !this.#drafts.hasFailed;
  }

  /** The paths of the document with the unsaved changes, sorted. */
  get paths(): readonly string[] {
    const paths = new Set(this.store.entries.map(({ chemin }) => chemin));
    for (const [path, text] of this.changes) {
      if (text === null) paths.delete(path);
      else paths.add(path);
    }
    return [...paths].sort();
  }

  /** Unsaved texts by path, sorted; null for a text that is to be removed. */
  get changes(): ReadonlyMap<string, string | null> {
    const changed = [...this.#parts].filter(([, part]) => isChanged(part));
    return new Map(changed.map(([path, { text }]) => [path, text] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  isChanged(path: string): boolean {
    const part = this.#parts.get(path);
    return part !== undefined && isChanged(part);
  }

  /** Whether a text that is changed here was changed elsewhere too, as far as is known. What this page has sent is not of elsewhere. */
  isOutdated(path: string): boolean {
    const { sent = [] } = this.#parts.get(path) ?? {};
    return this.isChanged(path) && this.#isNews(path) && !sent.includes(fingerprint(this.store.entry(path)));
  }

  /** Paths of the texts about which a person must choose. */
  get conflicts(): readonly string[] {
    return [...this.#parts].flatMap(([path, { contested }]) => (contested === undefined ? [] : [path])).sort();
  }

  /** The texts of a conflict, which a person settles; null where there is none. */
  sidesOf(path: string): Changed | null {
    const part = this.#parts.get(path);
    return part?.contested === undefined ? null : sides(path, part, part.contested);
  }

  /** A text, unsaved changes included; null where it is to be removed, undefined where it is not read or not there. */
  textOf(path: string): string | null | undefined {
    const part = this.#parts.get(path);
    return part ? part.text : this.store.known(path)?.text;
  }

  /** The stored text that the unsaved one was made of; null for none. */
  baseOf(path: string): StoredText | null {
    return this.#parts.get(path)?.base ?? null;
  }

  /**
   * Reads the list of texts, and brings back what earlier pages have not saved.
   * @param takes which drafts the view can show; others stay where they are
   * @returns the paths of the texts that came back; null where the browser keeps none
   * @throws ApiRefusal, Unreachable
   */
  async open(takes: (draft: Draft) => boolean = () => true): Promise<readonly string[] | null> {
    await this.store.refresh();
    this.#role = this.store.role;
    // What the view shows from now on is the base of what is typed, whatever comes from elsewhere meanwhile.
    for (const { chemin } of this.store.entries)
      if (this.follows(chemin) && this.store.known(chemin)) this.adopt(chemin);
    const drafts = (await this.#drafts.left())?.filter(takes);
    if (!drafts) return null;
    const cameBack = () => drafts.filter(({ path }) => this.isChanged(path));
    // Who has typed these texts into a draft has not seen that the document was published.
    const setRole = () => {
      this.#role = cameBack().some(({ role }) => role === 'brouillon') ? 'brouillon' : this.store.role;
    };
    for (const { path, text, base, sent = [] } of drafts) this.#put(path, { text, base, sent });
    setRole();
    this.#drafts.take(drafts);
    for (const { path } of drafts) {
      // What cannot be read now is brought together with the text later.
      await this.#takeNews(path).catch(() => undefined);
      // Of a page that has ended nothing is on its way any more.
      if (!this.isChanged(path) && !this.#isNews(path)) this.#put(path, stored(this.baseOf(path)));
    }
    setRole();
    void this.#drafts.write(this.#unsaved);
    this.changed();
    return cameBack().map(({ path }) => path);
  }

  /** Reads a text, and has it followed from what is stored now. @returns null where it is not stored @throws ApiRefusal, Unreachable */
  async read(path: string): Promise<StoredText | null> {
    const file = await this.store.read(path);
    this.adopt(path);
    return file;
  }

  /** Shows a text without changes as it is stored, as far as that was read. */
  adopt(path: string): void {
    this.collect();
    const known = this.store.known(path) ?? null;
    if (!this.#isShownAsStored(path)) return;
    if (known || !this.store.entry(path)) this.#putArrived(path, stored(known));
    this.changed();
  }

  /** Changes a text; null removes it. It must have been read, or be new. */
  change(path: string, text: string | null): void {
    const part = this.#parts.get(path) ?? stored(this.store.known(path) ?? null);
    if (part.text === text) return;
    this.#put(path, { ...part, text });
    this.#keep();
  }

  /** Gives up the unsaved change of a text: it is again as it was stored when its changes began, or is stored now. */
  revert(path: string): void {
    this.collect();
    const { base = null, sent = [] } = this.#parts.get(path) ?? {};
    // Where a save may have stored the change, the platform must be asked first.
    const now = sent.length === 0 ? (this.store.known(path) ?? base) : base;
    this.#put(path, { ...stored(now), sent });
    this.#keep();
  }

  /** Ends a conflict. @param text null removes the text */
  resolve(path: string, text: string | null): void {
    const { contested } = this.#parts.get(path) ?? {};
    if (contested === undefined) return;
    this.#put(path, { text, base: contested, sent: [] });
    this.#keep();
  }

  /** Brings the unsaved change of a text together with what is stored now, without saving. @throws ApiRefusal, Unreachable */
  async merge(path: string): Promise<Taken | null> {
    const taken = await this.#takeNews(path);
    this.#keep();
    return taken;
  }

  /**
   * Looks for changes made elsewhere. Texts without changes are shown as they are stored now; others are merged, where merges are not to be
   * read first. Does nothing during a save.
   * @throws ApiRefusal, Unreachable
   */
  async look(): Promise<News> {
    if (this.#isSaving) return { gone: [], settled: [], merged: [] };
    await this.#refresh();
    return await this.#follow().finally(() => this.#keep());
  }

  /** Lets a save change the public site: the person has been told that the document was published. */
  agreeToPublished(): void {
    this.#role = this.store.role;
    this.#keep();
  }

  /**
   * Saves all changes together or not at all. One save runs at a time: one that is asked for meanwhile begins after it, with the texts as
   * they are then, unless the first ends with a question.
   * @throws ApiRefusal, Unreachable
   */
  save(): Promise<SaveOutcome> {
    if (this.#next) return this.#next;
    if (!this.#current) {
      this.#mergedSince.clear();
      return this.#begin();
    }
    const goOn = (outcome?: SaveOutcome) => {
      this.#next = null;
      return outcome && asks(outcome) ? outcome : (this.#current ?? this.#begin());
    };
    this.#next = this.#current.then(goOn, () => goOn());
    return this.#next;
  }

  /** Has all that is unsaved written into the browser's storage at once: the page may end. */
  keepNow(): void {
    this.collect();
    void this.#drafts.write(this.#unsaved);
  }

  #begin(): Promise<SaveOutcome> {
    this.#isSaving = true;
    this.changed();
    const save = this.#saveChanges();
    this.#current = save;
    const end = () => {
      this.#current = null;
      this.#isSaving = false;
      void this.#drafts.write(this.#unsaved);
      this.changed();
    };
    save.then(end, end);
    return save;
  }

  async #saveChanges(): Promise<SaveOutcome> {
    const merged = this.#mergedSince;
    let hasSettled = false;
    // What became of an earlier save, and of a conflict, the platform tells.
    let mustAsk = [...this.#parts.values()].some(({ sent, contested }) => sent.length > 0 || contested !== undefined);
    for (let repeats = 0; ; repeats++) {
      if (mustAsk) {
        await this.#refresh();
        for (const path of this.#parts.keys()) {
          const taken = await this.#takeNews(path);
          hasSettled ||= taken === 'settled';
        }
      }
      this.collect();
      const { conflicts, changes } = this;
      if (conflicts.length > 0) return { kind: 'conflict', paths: conflicts, merged: [...merged] };
      if (this.#isReviewed && merged.size > 0) return { kind: 'merged', paths: [...merged] };
      if (changes.size === 0) return hasSettled ? { kind: 'saved', merged: [...merged] } : { kind: 'nothing' };
      const held = this.holds(changes);
      if (held.length > 0) return { kind: 'held', paths: held };
      const { role } = this.store;
      if (role === 'publie' && this.#role !== 'publie') return { kind: 'published' };
      try {
        await this.#send(changes, role);
        return { kind: 'saved', merged: [...merged] };
      } catch (error) {
        const isStale = error instanceof ApiRefusal && error.code === 'modifie_entre_temps';
        if (!isStale || repeats >= REPEATS) throw error;
        mustAsk = true;
      }
    }
  }

  async #send(changes: ReadonlyMap<string, string | null>, role: ThemeRole): Promise<void> {
    const bases = new Map<string, string | null>();
    for (const [path, text] of changes) {
      const part = this.#parts.get(path) ?? stored(null);
      bases.set(path, fingerprint(part.base));
      this.#put(path, { ...part, sent: [...part.sent, text === null ? null : fingerprintOf(text)] });
    }
    void this.#drafts.write(this.#unsaved);
    this.changed();
    // What is typed during the save is a change of the saved text.
    for (const [path, base] of await this.store.save(changes, bases, role))
      this.#put(path, { text: this.#parts.get(path)?.text ?? null, base, sent: [] });
    // The role of the save, and not a newer one: the person has not seen that one.
    this.#role = role;
    this.changed();
    // The texts are saved; the next look tells of a failure here.
    await this.#follow().catch(() => undefined);
  }

  /** Shows followed texts as they are stored now, by the list that was read last. */
  async #follow(): Promise<News> {
    const gone: string[] = [];
    const settled: string[] = [];
    const merged: string[] = [];
    this.collect();
    await this.store.readAll((path) => this.follows(path) && this.#isShownAsStored(path));
    for (const path of new Set([...this.#parts.keys(), ...this.store.entries.map(({ chemin }) => chemin)])) {
      const part = this.#parts.get(path);
      const isShown = this.#isShownAsStored(path);
      if (isShown && !this.follows(path)) this.#parts.delete(path);
      else if (isShown && this.store.known(path)) {
        // What is read already is shown at once, so that a view shows all of it together.
        if (!part || this.#isNews(path)) this.adopt(path);
      } else if (!part) await this.read(path);
      else if (this.#isNews(path) || part.contested !== undefined) {
        const taken = await this.#takeNews(path, !this.#isReviewed);
        if (taken === 'merged') merged.push(path);
        if (taken !== 'settled' || this.isChanged(path)) continue;
        if (isChanged(part)) settled.push(path);
        else if (!this.store.entry(path)) gone.push(path);
      }
    }
    return { gone, settled, merged };
  }

  #isShownAsStored(path: string): boolean {
    const part = this.#parts.get(path);
    return !part || isSettled(part);
  }

  /** Whether a text has other bytes on the platform than the person saw. */
  #isNews(path: string): boolean {
    const part = this.#parts.get(path);
    return part !== undefined && fingerprint(part.base) !== fingerprint(this.store.entry(path));
  }

  /** @param merges whether two changes are merged, or asked about, and not left for a save */
  async #takeNews(path: string, merges = true): Promise<Taken | null> {
    const theirs = this.#isNews(path) ? await this.store.read(path) : null;
    // A save may have begun or ended meanwhile.
    const part = this.#parts.get(path);
    if (!part) return null;
    if (this.#isNews(path)) {
      const isNewest = fingerprint(theirs) === fingerprint(this.store.entry(path));
      return isNewest ? this.#take(path, theirs, merges) : null;
    }
    // What was changed elsewhere was changed back.
    if (part.contested !== undefined) this.#put(path, { text: part.text, base: part.base, sent: part.sent });
    return null;
  }

  async #refresh(): Promise<void> {
    this.#noteDraft();
    await this.store.refresh();
    this.#noteDraft();
  }

  /** That the document is a draft needs no agreement; a publication after it does. */
  #noteDraft(): void {
    if (this.store.role === 'brouillon') this.#role = this.store.role;
  }

  /** Brings a text together with what is stored now. */
  #take(path: string, theirs: StoredText | null, merges: boolean): Taken | null {
    // What was typed belongs to the text, and the view must show the result before the next key is pressed.
    this.collect();
    const part = this.#parts.get(path) ?? stored(theirs);
    if (!merges && isChanged(part) && !isOwn(part, theirs)) return null;
    const taken = this.#bringTogether(path, part, theirs);
    this.changed();
    return taken;
  }

  #bringTogether(path: string, part: Part, theirs: StoredText | null): Taken {
    const isSaved = part.sent.includes(fingerprint(theirs));
    if (isSaved || !isChanged(part)) {
      this.#putArrived(path, isSaved ? { text: part.text, base: theirs, sent: [] } : stored(theirs));
      return 'settled';
    }
    const text = this.#merged(sides(path, part, theirs));
    if (text === undefined) {
      this.#put(path, { ...part, contested: theirs });
      return 'conflict';
    }
    this.#putArrived(path, { text, base: theirs, sent: [] });
    if (!this.isChanged(path)) return 'settled';
    this.#mergedSince.add(path);
    this.onMerged(path);
    return 'merged';
  }

  /** The text in which two changes go together; undefined where a person must choose. */
  #merged({ path, base, mine, theirs }: Changed): string | null | undefined {
    if (mine === theirs) return mine;
    if (mine === null || theirs === null) return undefined;
    const { conflicts, textWith } = this.#compare(path, { base: base ?? '', mine, theirs });
    return conflicts.length > 0 ? undefined : textWith(() => 'mine');
  }

  #putArrived(path: string, part: Part): void {
    const revision = this.#revision;
    this.#put(path, part);
    if (this.#revision !== revision) this.#arrivals++;
  }

  #put(path: string, part: Part): void {
    const before = this.#parts.get(path)?.text;
    const { text, base, sent } = part;
    if (isChanged(part)) this.#parts.set(path, part);
    else if (base === null && sent.length === 0) this.#parts.delete(path);
    else this.#parts.set(path, { text, base, sent });
    if (this.#parts.get(path)?.text !== before) this.#revision++;
  }

  get #unsaved(): Unsaved {
    return { parts: new Map([...this.#parts].filter(([, part]) => !isSettled(part))), role: this.#role };
  }

  /** Tells all listeners, and has what is unsaved kept in the browser. */
  #keep(): void {
    this.#drafts.note(() => this.#unsaved);
    this.changed();
  }
}

const asks = ({ kind }: SaveOutcome): boolean => kind !== 'nothing' && kind !== 'saved';

/** Whether a stored text is one that this page has sent or has. */
const isOwn = ({ sent, text }: Part, file: StoredText | null): boolean =>
  sent.includes(fingerprint(file)) || text === (file?.text ?? null);

const sides = (path: string, { base, text }: Part, theirs: StoredText | null): Changed => ({
  path,
  // Two new JSON files are merged by key.
  base: base?.text ?? (path.endsWith('.json') ? '{}' : null),
  mine: text,
  theirs: theirs?.text ?? null,
});
