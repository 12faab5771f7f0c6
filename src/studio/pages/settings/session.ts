import { jsonValueOf } from '../../../../engine/json/plain-json.ts';
import { Observable } from '../../observable.ts';
import { withProof } from '../../proof/with-proof.tsx';
import type { SavedSession } from '../../unsaved/guarded/guarded-form.tsx';
import { canonicalJson } from '../../unsaved/guarded/named-values.ts';
import { Notices } from '../../unsaved/notices.ts';
import type { SaveOutcome, UnsavedWork } from '../../unsaved/unsaved-work.ts';
import { problemOf } from './problems.ts';
import type { SettingsTab } from './props.ts';

/** One tab of the settings while a person changes the values. */
export class SettingsSession extends Observable implements SavedSession {
  readonly work: UnsavedWork;
  readonly notices = new Notices();
  readonly #tab: SettingsTab;
  /** Paths whose field the person has left, or has wanted to save. */
  readonly #left = new Set<string>();

  constructor(work: UnsavedWork, tab: SettingsTab) {
    super();
    this.work = work;
    this.#tab = tab;
    work.follows = () => true;
    work.holds = (changes) => [...changes.keys()].filter((path) => this.#problem(path) !== null);
    work.subscribe(() => this.changed());
  }

  /** A value with what is not saved; undefined for none. @param path `telephone`, `horaires.lundi` */
  valueAt(path: string): unknown {
    const text = this.work.textOf(path);
    return text === null || text === undefined ? undefined : jsonValueOf(text);
  }

  /** @param value undefined, or an empty text, for none */
  change(path: string, value: unknown): void {
    this.work.change(path, value === undefined || value === '' ? null : canonicalJson(value));
  }

  /** Keeps several values. @returns what puts them back as they were */
  changeAll(values: ReadonlyMap<string, unknown>): () => void {
    const before = new Map([...values.keys()].map((path) => [path, this.valueAt(path)]));
    for (const [path, value] of values) this.change(path, value);
    return () => {
      for (const [path, value] of before) this.change(path, value);
    };
  }

  /** The person has left a field: what is wrong with it is told from now on. */
  leave(path: string): void {
    this.#left.add(path);
    this.changed();
  }

  /** What is wrong with a value, in a sentence, once the person has left its field; undefined where nothing is. */
  problemOf(path: string): string | undefined {
    const isTold = this.#left.has(path) || !this.work.isChanged(path);
    return (isTold ? this.#problem(path) : null) ?? undefined;
  }

  /** Saves what is changed; texts go without the blanks around them. Another contact address may need a proof. @throws ApiRefusal, Unreachable */
  save(): Promise<SaveOutcome> {
    for (const path of this.work.changes.keys()) {
      const value = this.valueAt(path);
      if (typeof value === 'string') this.change(path, value.trim());
      this.#left.add(path);
    }
    this.notices.hide('copie');
    this.changed();
    return withProof(() => this.work.save());
  }

  /** Gives up all unsaved changes. @returns what takes them up again */
  abandon(): () => void {
    const written = new Map([...this.work.changes.keys()].map((path) => [path, this.valueAt(path)]));
    for (const path of written.keys()) this.work.revert(path);
    this.#left.clear();
    return () => void this.changeAll(written);
  }

  #problem(path: string): string | null {
    return problemOf(this.#tab, path, this.valueAt(path));
  }
}
