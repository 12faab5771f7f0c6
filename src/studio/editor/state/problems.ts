import { SYNTAX_CODES } from '../../../../engine/language/syntax-codes.ts';
import type { Diagnostic } from '../../../contract/diagnostics.ts';
import type { FileRefusal } from '../../../contract/refusals.ts';
import { Observable } from '../../observable.ts';

/** What is wrong with the theme as it is edited: the refusals of the last save first, then what the platform's analysis found. */
export class Problems extends Observable {
  #found: readonly Diagnostic[] = [];
  #refused: readonly Diagnostic[] = [];

  get all(): readonly Diagnostic[] {
    const isRefused = new Set(this.#refused.map(({ chemin }) => chemin));
    // The analysis finds again what a save was refused for.
    const others = this.#found.filter(({ chemin, code }) => !(isRefused.has(chemin) && SYNTAX_CODES.has(code)));
    return [...this.#refused, ...others];
  }

  of(path: string): readonly Diagnostic[] {
    return this.all.filter(({ chemin }) => chemin === path);
  }

  find(problems: readonly Diagnostic[]): void {
    this.#found = problems;
    this.changed();
  }

  /** Takes what the last save was refused for; nothing, where it was not refused. */
  refuse(refusals: readonly FileRefusal[]): void {
    this.#refused = refusals.map(({ error, ...rest }) => ({ ...rest, code: error, gravite: 'erreur' }));
    this.changed();
  }

  /** Drops what the last save said of a file that was changed since. */
  forgive(path: string): void {
    if (this.#refused.every(({ chemin }) => chemin !== path)) return;
    this.#refused = this.#refused.filter(({ chemin }) => chemin !== path);
    this.changed();
  }
}
