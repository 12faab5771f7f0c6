import { extrasOf, strippedJson } from '../../../engine/json/commented-json.ts';
import type { Draft } from '../unsaved/drafts.ts';
import { Notices } from '../unsaved/notices.ts';
import type { SaveOutcome, UnsavedWork } from '../unsaved/unsaved-work.ts';
import { History, type Undone } from './model/history.ts';
import type { Texts } from './model/theme-model.ts';
import { readJson } from './model/values.ts';

/** Files that are changed without code. */
const EDITED = /^(?:config|templates)\/.*\.json$/s;

/** Whether the forms can show a draft; others stay for the code editor. */
const isForForms = ({ path, text }: Draft): boolean =>
  EDITED.test(path) && (text === null || readJson(text) !== undefined);

const hasComments = (text: string): boolean => extrasOf(text).some(({ kind }) => kind === 'comment');

const jsonOf = (changes: UnsavedWork['changes']): readonly (readonly [path: string, text: string])[] =>
  [...changes].flatMap(([path, text]) => (path.endsWith('.json') && text !== null ? [[path, text] as const] : []));

/** Unsaved work as the forms change it: each change has a name, and can be undone. */
export class Session {
  readonly work: UnsavedWork;
  readonly notices = new Notices();
  readonly #history = new History();
  #areAssetsShown = false;
  #texts: Texts = new Map();
  /** The revision that the texts are of. */
  #revision = -1;

  constructor(work: UnsavedWork) {
    this.work = work;
    work.follows = (path) => this.#areAssetsShown || !path.startsWith('assets/');
    // The platform stores JSON without comments.
    work.holds = (changes) => jsonOf(changes).flatMap(([path, text]) => (extrasOf(text).length > 0 ? [path] : []));
  }

  /**
   * Reads the files that the forms need, and brings back what earlier pages have not saved.
   * @returns the paths of what came back
   * @throws ApiRefusal, Unreachable
   */
  async open(): Promise<readonly string[]> {
    const restored = await this.work.open(isForForms);
    await this.work.look();
    return (restored ?? []).filter((path) => this.work.isChanged(path));
  }

  /** Reads the files that only the preview needs. @throws ApiRefusal, Unreachable */
  async showAssets(): Promise<void> {
    this.#areAssetsShown = true;
    await this.work.look();
  }

  /** The texts of the theme's files, unsaved changes included, as far as they are read. */
  get texts(): Texts {
    const { work } = this;
    if (this.#revision !== work.revision) {
      const texts = work.paths.map((path) => [path, work.textOf(path)] as const);
      this.#texts = new Map(texts.filter((one): one is readonly [string, string] => typeof one[1] === 'string'));
      this.#revision = work.revision;
    }
    return this.#texts;
  }

  get history(): Pick<History, 'undoLabel' | 'redoLabel'> {
    return this.#history;
  }

  /**
   * @param label name of the change, shown to the person who undoes it
   * @param mark consecutive changes with the same mark are undone together
   */
  change(file: string, text: string | null, label: string, mark: string | null = null): void {
    const before = this.work.textOf(file) ?? null;
    if (before === text) return;
    this.#history.note({ file, before, after: text, label, mark });
    this.#put(file, text);
  }

  /** Ends the group of changes: the next one is undone apart. */
  seal(): void {
    this.#history.seal();
  }

  /** @returns the name of the undone change */
  undo(): string | null {
    return this.#turn(this.#history.undo((file) => this.work.textOf(file) ?? null));
  }

  redo(): string | null {
    return this.#turn(this.#history.redo((file) => this.work.textOf(file) ?? null));
  }

  /** Gives up all unsaved changes; undo brings them back. */
  abandon(): void {
    for (const path of this.work.changes.keys()) {
      this.change(path, this.work.baseOf(path)?.text ?? null, 'Abandon des changements');
    }
  }

  /** Saves all changes. @returns `held` for files that would lose their comments @throws ApiRefusal, Unreachable */
  async save(): Promise<SaveOutcome> {
    const outcome = await this.work.save();
    if (outcome.kind !== 'held') return outcome;
    const paths = outcome.paths.filter((path) => hasComments(this.work.textOf(path) ?? ''));
    return paths.length > 0 ? { kind: 'held', paths } : this.saveStripped();
  }

  /** Saves all changes, and files without their comments. @throws ApiRefusal, Unreachable */
  saveStripped(): Promise<SaveOutcome> {
    for (const [path, text] of jsonOf(this.work.changes))
      this.change(path, strippedJson(text), 'Retrait des commentaires');
    return this.work.save();
  }

  #turn(undone: Undone | null): string | null {
    if (!undone) return null;
    this.#put(undone.file, undone.text);
    return undone.label;
  }

  #put(file: string, text: string | null): void {
    this.work.change(file, text);
    // It offers to undo the last change, which is another one now.
    this.notices.hide('acte');
  }
}
