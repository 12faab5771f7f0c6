/** How long the browser may take to say that it shows a save, milliseconds. */
const SHOWN_WITHIN_MS = 5_000;

interface Save {
  readonly version: string;
  readonly paths: readonly string[];
  /** `performance.now()` when the save was seen, and of each later step. */
  readonly seenAt: number;
  readonly toldAt: number;
  servedAt?: number;
  readonly late: NodeJS.Timeout;
}

/** Reports each save when the browser shows it, with the time that it took. */
export class Saves {
  readonly #say: (line: string) => void;
  #save: Save | null = null;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** Called when a save has been read and sent to the open pages. */
  begin(version: string, paths: readonly string[], seenAt: number, pages: number): void {
    this.#leave('remplacé aussitôt');
    const toldAt = performance.now();
    const late = setTimeout(() => this.#leave('le navigateur n’a pas répondu'), SHOWN_WITHIN_MS);
    this.#save = { version, paths, seenAt, toldAt, late };
    if (pages === 0) this.#leave(`relu en ${ms(toldAt - seenAt)}, aucune page ouverte`);
  }

  served(version: string): void {
    if (this.#save?.version === version) this.#save.servedAt ??= performance.now();
  }

  /** Called when a page reports that it shows this version. */
  shown(version: string): void {
    const save = this.#save;
    if (save?.version !== version) return;
    const { seenAt, toldAt, servedAt } = save;
    const stretches = [
      `navigateur prévenu en ${ms(toldAt - seenAt)}`,
      ...(servedAt === undefined ? [] : [`page servie en ${ms(servedAt - seenAt)}`]),
    ];
    this.#leave(`montré en ${ms(performance.now() - seenAt)} (${stretches.join(', ')})`);
  }

  close(): void {
    clearTimeout(this.#save?.late);
    this.#save = null;
  }

  #leave(what: string): void {
    if (!this.#save) return;
    const { paths, late } = this.#save;
    clearTimeout(late);
    this.#save = null;
    const [first = '', ...more] = paths;
    this.#say(`${first}${more.length > 0 ? ` et ${more.length} autre(s)` : ''} : ${what}`);
  }
}

const ms = (milliseconds: number): string => `${Math.round(milliseconds)} ms`;
