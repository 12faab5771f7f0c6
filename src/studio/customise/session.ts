import { extrasOf, strippedJson } from '../../../engine/json/commented-json.ts';
import type { ThemeRole } from '../../contract/shared.ts';
import type { MergeConflict, Side } from '../../merge/conflict.ts';
import { ApiRefusal } from '../api/client.ts';
import type { KnownFile, ThemeStore } from '../theme/theme-store.ts';
import { History } from './model/history.ts';
import { type Conflict, settle, takeOver } from './model/take-over.ts';

/** An unsaved text and the stored one that it was made of. */
export interface UnsavedFile {
  /** Null for a file that is to be removed: one that was made here, saved, and undone. */
  readonly text: string | null;
  /** Null for a file that was not there. */
  readonly base: KnownFile | null;
}

/** Keeps unsaved texts where they are still there after the page has ended. */
export interface Keeper {
  read(): Promise<ReadonlyMap<string, UnsavedFile>>;
  write(files: ReadonlyMap<string, UnsavedFile>): void;
}

type SaveOutcome =
  | { readonly kind: 'saved' | 'nothing' | 'busy' }
  /** Saved, and changes of others were merged. */
  | { readonly kind: 'merged' }
  | { readonly kind: 'conflict' }
  /** Not saved: a person must agree first that these files lose their comments, because the platform stores JSON without comments. */
  | { readonly kind: 'comments'; readonly files: readonly string[] }
  /** Not saved: the theme has another role now (published, or no longer), and a person must agree to it first. */
  | { readonly kind: 'role'; readonly role: ThemeRole };

/** Outcomes that ask a person before anything is saved. */
const QUESTIONS: ReadonlySet<SaveOutcome['kind']> = new Set(['conflict', 'comments', 'role']);

/** What a person has agreed to. */
export interface Agreed {
  /** The role of the theme that is written to. */
  readonly role?: ThemeRole;
  /** Files lose their comments. */
  readonly dropsComments?: boolean;
}

/** Attempts of a save while others keep writing. */
const ATTEMPTS = 5;

/** The texts of a theme while they are changed: what is stored, what is not saved yet, what can be undone. */
export class Session {
  readonly #store: ThemeStore;
  readonly #keeper: Keeper;
  readonly #texts = new Map<string, string>();
  /** The stored text that each file was last seen with; null for none. */
  readonly #bases = new Map<string, KnownFile | null>();
  readonly #history = new History();
  readonly #listeners = new Set<() => void>();
  #conflicts: readonly Conflict[] = [];
  /** The role that the person knows the theme to have, or has agreed to save to. */
  #role: ThemeRole;
  #isSaving = false;
  /** Whether a save was asked for while another was under way. */
  #savesAgain = false;
  #version = 0;
  #textVersion = 0;

  constructor(store: ThemeStore, keeper: Keeper) {
    this.#store = store;
    this.#keeper = keeper;
    this.#role = store.role;
  }

  /**
   * Reads the files that the forms need, and restores unsaved texts of an earlier page.
   * @returns whether there were such texts
   * @throws ApiRefusal, Unreachable
   */
  async open(): Promise<boolean> {
    await this.#store.refresh();
    this.#role = this.#store.role;
    await this.#take(({ chemin }) => !chemin.startsWith('assets/'));
    const kept = await this.#keeper.read();
    for (const [path, { text, base }] of kept) {
      this.#write(path, text);
      this.#bases.set(path, base);
    }
    if (kept.size > 0) await this.sync();
    this.#tell();
    return this.changes.size > 0;
  }

  /** Reads the files that only the preview needs. @throws ApiRefusal, Unreachable */
  async readAssets(): Promise<void> {
    await this.#take(({ chemin }) => chemin.startsWith('assets/'));
    this.#tell();
  }

  async #take(isWanted: (entry: { readonly chemin: string }) => boolean): Promise<void> {
    const paths = this.#store.entries.filter(isWanted).map(({ chemin }) => chemin);
    await this.#store.readAll((path) => paths.includes(path));
    for (const path of paths) {
      if (this.#bases.has(path)) continue;
      const known = await this.#store.read(path);
      if (known) this.#write(path, known.text);
      this.#bases.set(path, known);
    }
  }

  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** Unsaved texts by path; null for a file that is to be removed. */
  get changes(): ReadonlyMap<string, string | null> {
    const paths = [...new Set([...this.#texts.keys(), ...this.#bases.keys()])];
    const texts = paths.map((path) => [path, this.#texts.get(path) ?? null] as const);
    return new Map(texts.filter(([path, text]) => text !== (this.#bases.get(path)?.text ?? null)));
  }

  get conflicts(): readonly Conflict[] {
    return this.#conflicts;
  }

  get isSaving(): boolean {
    return this.#isSaving;
  }

  /** The theme's role, as the last answer has told it. */
  get role(): ThemeRole {
    return this.#store.role;
  }

  get history(): Pick<History, 'undoLabel' | 'redoLabel'> {
    return this.#history;
  }

  /** Grows with each change that a view could show. */
  get version(): number {
    return this.#version;
  }

  /** Grows with each change of a text, so that results computed from the texts can be kept until then. */
  get textVersion(): number {
    return this.#textVersion;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * @param label name of the change, shown to the person who undoes it
   * @param mark consecutive changes with the same mark are undone together
   */
  change(file: string, text: string, label: string, mark: string | null = null): void {
    const before = this.#texts.get(file) ?? null;
    if (before === text) return;
    if (!this.#bases.has(file)) this.#bases.set(file, null);
    this.#history.note({ file, before, after: text, label, mark });
    this.#put(file, text);
  }

  /** Ends the group of changes: the next one is undone apart. */
  seal(): void {
    this.#history.seal();
  }

  /** @returns the name of the undone change */
  undo(): string | null {
    return this.#turn(this.#history.undo((file) => this.#texts.get(file) ?? null));
  }

  redo(): string | null {
    return this.#turn(this.#history.redo((file) => this.#texts.get(file) ?? null));
  }

  #turn(undone: ReturnType<History['undo']>): string | null {
    if (!undone) return null;
    this.#put(undone.file, undone.text);
    return undone.label;
  }

  #put(file: string, text: string | null): void {
    this.#write(file, text);
    this.#keep();
    this.#tell();
  }

  /** Gives up all unsaved changes; undo brings them back. */
  abandon(): void {
    for (const [path] of this.changes) {
      const base = this.#bases.get(path);
      if (base) this.change(path, base.text, 'Abandon des changements');
      else this.#write(path, null);
    }
    this.#conflicts = [];
    this.#keep();
    this.#tell();
  }

  /**
   * Saves all changes as one lot. Changes of others are merged by key first. A save that is asked for during another one begins after that
   * one.
   * @param agreed what the person has agreed to, when an earlier save ended with `role` or `comments`
   * @returns `busy` when a save is under way: that one tells how it ended
   * @throws ApiRefusal, Unreachable
   */
  async save({ role, dropsComments = false }: Agreed = {}): Promise<SaveOutcome> {
    if (role !== undefined) this.#role = role;
    if (this.#isSaving) {
      this.#savesAgain = true;
      return { kind: 'busy' };
    }
    this.#isSaving = true;
    this.#tell();
    try {
      return await this.#saveAll(dropsComments);
    } finally {
      this.#isSaving = false;
      this.#keep();
      this.#tell();
    }
  }

  async #saveAll(dropsComments: boolean): Promise<SaveOutcome> {
    let hasMerged = false;
    for (let isFirst = true; ; isFirst = false) {
      this.#savesAgain = false;
      try {
        const outcome = await this.#save(isFirst && dropsComments);
        if (QUESTIONS.has(outcome.kind)) return outcome;
        hasMerged ||= outcome.kind === 'merged';
        if (!this.#savesAgain || this.changes.size === 0) return hasMerged ? { kind: 'merged' } : outcome;
      } catch (error) {
        if (!this.#savesAgain) throw error;
      }
    }
  }

  async #save(dropsComments: boolean): Promise<SaveOutcome> {
    let hasMerged = false;
    for (let attempt = 1; ; attempt++) {
      const files = this.#commented();
      if (files.length > 0 && !dropsComments) return { kind: 'comments', files };
      if (this.changes.size === 0) return { kind: hasMerged ? 'merged' : 'nothing' };
      if (this.#store.role !== this.#role) return { kind: 'role', role: this.#store.role };
      this.#strip();
      const { changes } = this;
      const bases = new Map([...changes.keys()].map((path) => [path, this.#bases.get(path)?.empreinte ?? null]));
      try {
        // Somebody may have written right after this save: the saved text is then the base of both changes.
        for (const [path, file] of await this.#store.save(changes, bases, this.#role)) this.#bases.set(path, file);
        this.#conflicts = [];
        await this.#adoptNews();
        return { kind: hasMerged ? 'merged' : 'saved' };
      } catch (error) {
        if (!(error instanceof ApiRefusal) || error.code !== 'modifie_entre_temps' || attempt >= ATTEMPTS) throw error;
        await this.sync();
        if (this.#conflicts.length > 0) return { kind: 'conflict' };
        hasMerged = true;
      }
    }
  }

  /** The files that are changed and have comments. */
  #commented(): readonly string[] {
    return this.#changedJson().flatMap(([path, text]) =>
      extrasOf(text).some(({ kind }) => kind === 'comment') ? [path] : [],
    );
  }

  /** Removes the comments from the changed files. */
  #strip(): void {
    for (const [path, text] of this.#changedJson()) this.change(path, strippedJson(text), 'Retrait des commentaires');
  }

  #changedJson(): readonly (readonly [string, string])[] {
    return [...this.changes].flatMap(([path, text]) =>
      path.endsWith('.json') && text !== null ? [[path, text] as const] : [],
    );
  }

  /** Takes over what was changed elsewhere, by key where there are unsaved changes. @throws ApiRefusal, Unreachable */
  async sync(): Promise<void> {
    await this.#store.refresh();
    await this.#adoptNews();
  }

  async #adoptNews(): Promise<void> {
    const conflicts: Conflict[] = [];
    for (const path of new Set([...this.#bases.keys(), ...this.#store.entries.map(({ chemin }) => chemin)])) {
      const entry = this.#store.entry(path);
      if (path.startsWith('assets/') && !this.#bases.has(path)) continue;
      if ((entry?.empreinte ?? null) === (this.#bases.get(path)?.empreinte ?? null)) continue;
      const theirs = await this.#store.read(path);
      const conflict = this.#adopt(path, theirs);
      if (conflict) conflicts.push(conflict);
    }
    this.#conflicts = conflicts;
    this.#keep();
    this.#tell();
  }

  #adopt(file: string, theirs: KnownFile | null): Conflict | null {
    const mine = this.#texts.get(file) ?? null;
    const taken = takeOver({ file, mine, base: this.#bases.get(file) ?? null, theirs });
    if ('clashes' in taken) return taken;
    this.#write(file, taken.text);
    this.#bases.set(file, theirs);
    return null;
  }

  /** Settles the conflicts by the choice for each value; the next save then succeeds. @returns whether no conflict is left */
  choose(chosen: (file: string, clash: MergeConflict) => Side | undefined): boolean {
    const open: Conflict[] = [];
    for (const conflict of this.#conflicts) {
      const { file, theirs } = conflict;
      const mine = this.#texts.get(file) ?? conflict.sides.mine;
      const settled = settle(file, { ...conflict.sides, mine }, (clash) => chosen(file, clash));
      if (settled === null) open.push(conflict);
      else {
        this.#write(file, settled);
        this.#bases.set(file, theirs);
      }
    }
    this.#conflicts = open;
    this.#keep();
    this.#tell();
    return open.length === 0;
  }

  #write(file: string, text: string | null): void {
    if (text === null) this.#texts.delete(file);
    else this.#texts.set(file, text);
    this.#textVersion++;
  }

  #keep(): void {
    const unsaved = [...this.changes].map(
      ([path, text]) => [path, { text, base: this.#bases.get(path) ?? null }] as const,
    );
    this.#keeper.write(new Map(unsaved));
  }

  #tell(): void {
    this.#version++;
    for (const listener of this.#listeners) listener();
  }
}
