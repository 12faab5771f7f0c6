import type { FileRefusal } from '../../api/client.ts';

/** A problem of a file, as the platform tells it (`docs/diagnostics.md`). */
export interface Problem {
  /** Empty where it concerns the whole theme. */
  readonly chemin: string;
  /** 1-based, UTF-16 code units; both are absent where the problem has no place. */
  readonly ligne?: number;
  readonly colonne?: number;
  readonly code: string;
  readonly gravite: 'erreur' | 'avertissement';
  readonly message: string;
}

/** What the analysis says of a file that is refused for its syntax. */
const SAYS_SYNTAX: ReadonlySet<string> = new Set([
  'liquid_invalide',
  'json_invalide',
  'json_commente',
  'marque_passee',
]);

/** What is wrong with the theme as it is edited: the refusals of the last save first, then what the platform's analysis found. */
export class Problems {
  #found: readonly Problem[] = [];
  #refused: readonly Problem[] = [];

  get all(): readonly Problem[] {
    const isRefused = new Set(this.#refused.map(({ chemin }) => chemin));
    // The analysis finds again what a save was refused for.
    const others = this.#found.filter(({ chemin, code }) => !(isRefused.has(chemin) && SAYS_SYNTAX.has(code)));
    return [...this.#refused, ...others];
  }

  of(path: string): readonly Problem[] {
    return this.all.filter(({ chemin }) => chemin === path);
  }

  find(problems: readonly Problem[]): void {
    this.#found = problems;
  }

  refuse(refusals: readonly FileRefusal[]): void {
    this.#refused = refusals.map(({ error, ...rest }) => ({ ...rest, code: error, gravite: 'erreur' }));
  }

  /** Drops what the last save said of a file that was changed since. @returns whether it had said anything */
  forgive(path: string): boolean {
    const before = this.#refused;
    this.#refused = before.filter(({ chemin }) => chemin !== path);
    return this.#refused.length < before.length;
  }
}
