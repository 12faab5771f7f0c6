import { MENU_LIMITS } from '../../../content/menu-limits.ts';
import { readMenu, writeMenu } from '../../../merge/menu-tree.ts';
import { Observable } from '../../observable.ts';
import type { SavedSession } from '../../unsaved/guarded/guarded-form.tsx';
import { Notices } from '../../unsaved/notices.ts';
import type { SaveOutcome, UnsavedWork } from '../../unsaved/unsaved-work.ts';
import { type RowField, rowProblem, totalProblem } from './problems.ts';
import { blockAt, itemsFrom, named, newRow, type Row, type Rows, rowsFrom } from './rows.ts';

const FIELDS: readonly RowField[] = ['titre', 'url'];

/** The menus of a site while a person changes them. */
export class MenusSession extends Observable implements SavedSession {
  readonly work: UnsavedWork;
  readonly notices = new Notices();
  /** The rows of each menu, with the text that they are of. */
  readonly #shown = new Map<string, { readonly text: string; readonly rows: Rows | null }>();
  /** Fields that the person has left, or has wanted to save. */
  readonly #left = new Set<string>();

  constructor(work: UnsavedWork) {
    super();
    this.work = work;
    work.follows = () => true;
    // The platform takes all menus or none.
    work.holds = (changes) => (this.#isWrong ? [...changes.keys()] : []);
    work.subscribe(() => this.changed());
  }

  get keys(): readonly string[] {
    return this.work.paths;
  }

  /** The entries of a menu; none for one that is not there, null for one that cannot be shown. */
  rowsOf(menu: string): Rows | null {
    const text = this.work.textOf(menu) ?? '[]';
    const known = this.#shown.get(menu);
    if (known?.text === text) return known.rows;
    const items = readMenu(text);
    const rows = items && rowsFrom(items, known?.rows ?? []);
    this.#shown.set(menu, { text, rows });
    return rows;
  }

  /** Entries of all menus. */
  get total(): number {
    return this.keys.reduce((sum, menu) => sum + (this.rowsOf(menu)?.length ?? 0), 0);
  }

  get hasRoom(): boolean {
    return this.total < MENU_LIMITS.entries;
  }

  put(menu: string, rows: Rows): void {
    const text = writeMenu(itemsFrom(rows));
    this.#shown.set(menu, { text, rows });
    this.work.change(menu, text);
  }

  set(menu: string, id: string, values: Partial<Pick<Row, RowField>>): void {
    const rows = this.rowsOf(menu) ?? [];
    this.put(
      menu,
      rows.map((row) => (row.id === id ? { ...row, ...values } : row)),
    );
  }

  /** @returns the id of the new entry */
  add(menu: string): string {
    const row = newRow();
    this.put(menu, [...(this.rowsOf(menu) ?? []), row]);
    return row.id;
  }

  /** Removes an entry with all beneath it; a notice offers to take that back. */
  remove(menu: string, id: string): void {
    const rows = this.rowsOf(menu) ?? [];
    const at = rows.findIndex((row) => row.id === id);
    const row = rows[at];
    if (!row) return;
    const block = blockAt(rows, at);
    const before = rows[at - 1]?.id;
    this.put(menu, [...rows.slice(0, at), ...rows.slice(at + block.length)]);
    const beneath = ['', ' avec l’entrée du dessous'][block.length - 1] ?? ` avec ses ${block.length - 1} entrées`;
    this.#tellUndoable(`Retiré : ${named(row.titre)}${beneath}.`, () => this.#bringBack(menu, block, before));
  }

  #bringBack(menu: string, block: Rows, before: string | undefined): void {
    const rows = this.rowsOf(menu) ?? [];
    const behind = rows.findIndex((row) => row.id === before);
    // What it stood behind may be gone: then it stands at the end.
    const at = before === undefined ? 0 : behind < 0 ? rows.length : behind + 1;
    const was = block[0]?.level ?? 1;
    const by = Math.min(was, (rows[at - 1]?.level ?? 0) + 1) - was;
    const back = block.map((row) => ({ ...row, level: row.level + by }));
    this.put(menu, [...rows.slice(0, at), ...back, ...rows.slice(at)]);
  }

  make(menu: string): void {
    this.work.change(menu, '[]');
  }

  /** Removes a menu; a notice offers to take that back. @param name in words */
  removeMenu(menu: string, name: string): void {
    const before = this.work.textOf(menu) ?? '[]';
    this.work.change(menu, null);
    this.#tellUndoable(`Menu supprimé : ${named(name)}.`, () => this.work.change(menu, before));
  }

  #tellUndoable(words: string, undo: () => void): void {
    const run = () => {
      undo();
      this.notices.hide('acte');
    };
    this.notices.show('acte', 'info', words, { actions: [{ label: 'Annuler', run }] });
  }

  /** The person has left a field: what is wrong with it is told from now on. */
  leave(id: string, field: RowField): void {
    this.#left.add(`${id} ${field}`);
    this.changed();
  }

  /** What is wrong with a field, in a sentence, once the person has left it; undefined where nothing is. */
  problemOf(menu: string, row: Row, field: RowField): string | undefined {
    const isTold = this.#left.has(`${row.id} ${field}`) || !this.work.isChanged(menu);
    return (isTold ? this.#problem(menu, row, field) : null) ?? undefined;
  }

  /** What is wrong with all menus together; null where nothing is. */
  get totalProblem(): string | null {
    return totalProblem(this.keys.length, this.total);
  }

  #problem(menu: string, row: Row, field: RowField): string | null {
    const isStored = this.work.store.known(menu)?.text.includes(JSON.stringify(row.url)) ?? false;
    return rowProblem(row, field, isStored);
  }

  get #isWrong(): boolean {
    const isWrong = (menu: string) =>
      this.rowsOf(menu)?.some((row) => FIELDS.some((field) => this.#problem(menu, row, field) !== null));
    return this.totalProblem !== null || this.keys.some(isWrong);
  }

  /** Saves what is changed; texts go without the blanks around them. @throws ApiRefusal, Unreachable */
  save(): Promise<SaveOutcome> {
    for (const menu of this.keys) {
      const rows = this.rowsOf(menu);
      for (const { id } of rows ?? []) for (const field of FIELDS) this.#left.add(`${id} ${field}`);
      if (!rows || !this.work.isChanged(menu)) continue;
      this.put(
        menu,
        rows.map((row) => ({ ...row, titre: row.titre.trim(), url: row.url.trim() })),
      );
    }
    this.changed();
    return this.work.save();
  }

  /** Gives up all unsaved changes. @returns what takes them up again */
  abandon(): () => void {
    const written = new Map(this.work.changes);
    for (const menu of written.keys()) this.work.revert(menu);
    this.#left.clear();
    return () => {
      for (const [menu, text] of written) this.work.change(menu, text);
    };
  }
}
