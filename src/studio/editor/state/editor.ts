import type { ThemeRole } from '../../../contract/shared.ts';
import { compareFile } from '../../../merge/file-merge.ts';
import { type Api, ApiRefusal } from '../../api/client.ts';
import { Observable } from '../../observable.ts';
import { Notices } from '../../unsaved/notices.ts';
import {
  lookElsewhere,
  otherThemes,
  sentenceOf,
  tellFailure,
  tellReached,
  tellSaved,
  tellUnkept,
  type WaysOut,
} from '../../unsaved/telling.ts';
import { type SaveOutcome, UnsavedWork, type UnsavedWorkOptions } from '../../unsaved/unsaved-work.ts';
import type { EditorProps } from '../props.ts';
import { Language } from './language.ts';
import { Problems } from './problems.ts';
import type { Question } from './question.ts';
import { type Place, placeOf, Tabs } from './tabs.ts';
import { takenAway } from './taking-away.ts';
import { threadsOf } from './thread.ts';

interface EditorOptions extends Pick<UnsavedWorkOptions, 'store' | 'shelf' | 'pages'> {
  readonly data: EditorProps;
  readonly api: Api;
}

/** The code editor of one theme, apart from how it is shown: which files are open, what is told, what is asked. */
export class Editor extends Observable {
  readonly data: EditorProps;
  readonly api: Api;
  readonly work: UnsavedWork;
  readonly tabs = new Tabs();
  readonly notices = new Notices();
  readonly problems = new Problems();
  readonly language: Language;
  #isReady = false;
  #question: Question | null = null;
  #announcement = '';
  #keystroke: number | null = null;
  /** What the last merge of each text has given. */
  readonly #merged = new Map<string, string | null | undefined>();

  constructor({ data, api, ...kept }: EditorOptions) {
    super();
    this.data = data;
    this.api = api;
    this.work = new UnsavedWork({ ...kept, document: data.theme.id, isReviewed: true, compare: compareFile });
    this.work.follows = (path) => this.tabs.open.includes(path);
    this.work.onMerged = (path) => this.#tellMerged(path);
    this.language = new Language(this, threadsOf(data.fil));
    tellUnkept(this.notices, this.work);
    for (const part of [this.work, this.tabs, this.notices, this.problems]) part.subscribe(() => this.changed());
  }

  /** Whether the list of files is read. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether this account may only look. */
  get isReadOnly(): boolean {
    return this.data.lectureSeule !== null;
  }

  /** What the page asks or shows. */
  get question(): Question | null {
    return this.#question;
  }

  /** What was done last, for screen readers. */
  get announcement(): string {
    return this.work.isSaving ? 'Enregistrement…' : this.#announcement;
  }

  /**
   * Reads the list of files, brings unsaved texts back, and shows the files that were open.
   * @throws ApiRefusal, Unreachable
   */
  async open(wanted: readonly string[]): Promise<void> {
    const restored = (await this.work.open()) ?? [];
    this.#isReady = true;
    if (restored.length > 0) {
      this.notices.show('restaure', 'info', `Texte non enregistré retrouvé : ${restored.join(', ')}.`);
    }
    for (const path of restored) if (this.work.textOf(path) === null) this.#tellRemoval(path);
    const paths = new Set(this.work.paths);
    const open = wanted.filter((path) => paths.has(path));
    for (const path of open) this.tabs.show(path);
    const first = open[0] ?? [...this.work.changes.keys()].find((path) => paths.has(path));
    if (first !== undefined) this.show(first);
    for (const path of open) void this.#read(path);
    this.changed();
  }

  /** Looks for changes made elsewhere: shows them in files without edits, and tells of those in files with edits. */
  async look(): Promise<void> {
    if (!this.#isReady) return;
    const news = await lookElsewhere(this.work, this.notices, this.#waysOut);
    if (!news) return;
    if (news.settled.length > 0 && this.work.changes.size === 0) this.announce('Enregistré');
    for (const path of this.work.changes.keys()) this.#tellOutdated(path);
    this.#closeGone();
  }

  /** Shows a file. @param place where to scroll to */
  show(path: string, place?: Place): void {
    this.work.collect();
    this.tabs.show(path, place);
    if (this.work.isChanged(path) || this.work.store.known(path)) this.work.adopt(path);
    else void this.#read(path);
  }

  close(path: string): void {
    this.work.collect();
    this.tabs.close(path);
  }

  /** Changes the text of a file; null removes it. The file must have been read, or be new. */
  change(path: string, text: string | null): void {
    // The text is changed first: whoever is told of the problems asks for it.
    this.work.change(path, text);
    this.problems.forgive(path);
  }

  /** Gives up the unsaved change of a file. */
  revert(path: string): void {
    this.work.collect();
    this.work.revert(path);
    this.problems.forgive(path);
    if (!this.work.store.entry(path)) this.tabs.close(path);
    else if (this.tabs.open.includes(path)) void this.#read(path);
  }

  /** Removes a file with the next save. @throws ApiRefusal, Unreachable */
  async remove(path: string): Promise<void> {
    await this.work.store.read(path);
    this.close(path);
    this.change(path, null);
    if (this.work.isChanged(path)) this.#tellRemoval(path);
  }

  /** Gives a file that is read another path. */
  move(path: string, other: string): void {
    const text = this.work.textOf(path);
    if (typeof text !== 'string') return;
    this.change(other, text);
    this.change(path, null);
    this.tabs.rename(path, other);
    this.show(other);
  }

  /** Ends a conflict with a text, or with null to remove the file. */
  resolve(path: string, text: string | null): void {
    this.work.resolve(path, text);
    if (text === null) this.tabs.close(path);
    const isLast = this.work.conflicts.length === 0;
    this.announce(isLast ? 'Choix retenu : enregistrez le résultat.' : 'Choix retenu.');
  }

  /** Saves all unsaved changes together. Where the save is refused, every change stays. */
  async save(): Promise<void> {
    if (this.isReadOnly) return;
    // What is asked for during a save begins after it, and is told only where there was something to do.
    const isNext = this.work.isSaving;
    const { conflicts, role } = this.work;
    try {
      const outcome = await this.work.save();
      if (outcome.kind === 'nothing' && isNext) return;
      this.#tellOutcome(outcome, conflicts, role);
    } catch (error) {
      tellFailure(this.notices, error, { ...this.#waysOut, retry: () => void this.save() });
      const refusals = error instanceof ApiRefusal ? error.refusals : [];
      const [first] = refusals;
      if (first) this.problems.refuse(refusals);
      if (first && this.work.paths.includes(first.chemin)) this.show(first.chemin, placeOf(first));
      this.announce('Non enregistré');
    }
  }

  /** Saves after the person has agreed to change the public site. */
  async saveToPublished(): Promise<void> {
    this.work.agreeToPublished();
    this.ask(null);
    await this.save();
  }

  ask(question: Question | null): void {
    this.#question = question;
    this.changed();
  }

  announce(text: string): void {
    this.#announcement = text;
    this.changed();
  }

  /** Shows why a request failed. */
  note(error: unknown): void {
    tellFailure(this.notices, error, this.#waysOut);
    this.announce('');
  }

  /** Whether undo takes back how a text became what it is now: an act of this person, and no change made elsewhere. */
  isUndoable(path: string): boolean {
    return this.work.isChanged(path) && this.work.textOf(path) !== this.#merged.get(path);
  }

  /** A key was pressed in the text. @param at when, as `performance.now` counts */
  pressed(at: number): void {
    this.#keystroke = at;
  }

  /** When the last key was pressed in the text; null where none was since this was asked. */
  takeKeystroke(): number | null {
    const at = this.#keystroke;
    this.#keystroke = null;
    return at;
  }

  get #waysOut(): WaysOut {
    return { others: otherThemes(this.data.adresses.site), takeAway: () => takenAway(this.work) };
  }

  async #read(path: string): Promise<void> {
    try {
      await this.work.read(path);
      this.#closeGone();
      tellReached(this.notices);
    } catch (error) {
      this.note(error);
    }
  }

  /** @param conflicts those there were before the save @param role the role that the person had seen before */
  #tellOutcome(outcome: SaveOutcome, conflicts: readonly string[], role: ThemeRole): void {
    if (outcome.kind === 'published') this.ask({ kind: 'published' });
    const [first] = 'paths' in outcome ? outcome.paths : [];
    if (first !== undefined) this.show(first);
    if (outcome.kind === 'saved') {
      this.problems.refuse([]);
      tellSaved(this.notices, this.work, role);
      this.#closeGone();
    }
    const isKnown = outcome.kind === 'conflict' && first !== undefined && conflicts.includes(first);
    this.announce(isKnown ? 'Choisissez d’abord ce qui reste des deux modifications.' : sentenceOf(outcome));
  }

  /** Closes the open files that were removed elsewhere. */
  #closeGone(): void {
    const { store } = this.work;
    for (const path of this.tabs.open.filter((one) => !this.work.isChanged(one) && !store.entry(one))) {
      this.close(path);
      this.notices.show(`supprime:${path}`, 'info', `${path} a été supprimé ailleurs.`);
    }
  }

  #tellOutdated(path: string): void {
    const isOutdated = () => this.work.isOutdated(path) && !this.work.conflicts.includes(path);
    if (!isOutdated()) return;
    this.notices.show(`ailleurs:${path}`, 'warning', `${path} a été modifié ailleurs pendant que vous le modifiez.`, {
      actions: [{ label: 'Comparer', run: () => void this.#compare(path) }],
      isDismissible: false,
      holds: isOutdated,
      path,
    });
  }

  /** Merges an edit with the change of the same file elsewhere, without saving. */
  async #compare(path: string): Promise<void> {
    await this.work.merge(path).catch((error) => this.note(error));
    this.show(path);
  }

  #tellMerged(path: string): void {
    this.#merged.set(path, this.work.textOf(path));
    const base = this.work.baseOf(path);
    const told = 'votre texte est fusionné avec la modification faite ailleurs. Relisez-le, puis enregistrez.';
    this.notices.show(`fusion:${path}`, 'info', `${path} : ${told}`, {
      holds: () => this.work.isChanged(path) && this.work.baseOf(path) === base && !this.work.conflicts.includes(path),
      path,
    });
  }

  /** No tree lists a file that is to be removed: the notice shows it, and from there it can be kept. */
  #tellRemoval(path: string): void {
    this.notices.show(`suppression:${path}`, 'info', `${path} disparaîtra au prochain enregistrement.`, {
      actions: [{ label: 'Le garder', run: () => this.revert(path) }],
      isDismissible: false,
      holds: () => this.work.textOf(path) === null && !this.work.conflicts.includes(path),
    });
  }
}
