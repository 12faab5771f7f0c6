import { setImmediate } from 'node:timers/promises';
import type { Diagnostic } from 'vscode-languageserver/node';
import type { OpenTheme } from './open-theme.ts';
import { diagnosticsOf } from './ranges.ts';
import type { Belonging } from './session.ts';

/** Pause after a change before its file is analysed, milliseconds: what was asked together with the change is answered before. */
const OWN_PAUSE_MS = 5;

/** Time without a change after which the other files of the theme are analysed, milliseconds. */
const OTHERS_PAUSE_MS = 150;

/** How the client is reached. */
export interface Outlet {
  publish(address: string, version: number | null, diagnostics: readonly Diagnostic[]): void;
  /** Asks the client to ask again. */
  refresh(): void;
  failed(error: unknown): void;
}

/** What was said of a theme's files, by path, and when more will be. */
interface Told {
  /** What the client was told last, as text. */
  readonly published: Map<string, string>;
  /** What the client was answered last. */
  readonly answered: Map<string, string>;
  own: NodeJS.Timeout | undefined;
  others: NodeJS.Timeout | undefined;
  readonly changed: Set<string>;
  /** Counts the changes: an analysis ends when another one comes. */
  turn: number;
}

function stop(told: Told): void {
  told.turn++;
  clearTimeout(told.own);
  clearTimeout(told.others);
}

const NOTHING = '[]';

/** Tells the client what is wrong: with a changed file at once, with the other files of its theme when the author pauses. */
export class Publisher {
  readonly #told = new Map<OpenTheme, Told>();
  readonly #outlet: Outlet;
  readonly #pulls: boolean;

  /** @param pulls whether the client asks for the diagnostics of its open documents itself */
  constructor(outlet: Outlet, pulls: boolean) {
    this.#outlet = outlet;
    this.#pulls = pulls;
  }

  /** A document is open now, or has another text. */
  changed({ theme, path }: Belonging): void {
    const told = this.#of(theme);
    told.changed.add(path);
    told.own ??= setTimeout(() => this.#tellOwn(theme, told), OWN_PAUSE_MS);
    this.changedElsewhere(theme);
  }

  /** Other files of the theme have changed, or a document was closed. */
  changedElsewhere(theme: OpenTheme): void {
    const told = this.#of(theme);
    told.turn++;
    clearTimeout(told.others);
    told.others = setTimeout(() => void this.#tellOthers(theme, told), OTHERS_PAUSE_MS);
  }

  /** Nothing of the theme is open any more: what was said of it is taken back. */
  left(theme: OpenTheme): void {
    const told = this.#told.get(theme);
    if (!told) return;
    this.#told.delete(theme);
    stop(told);
    for (const path of told.published.keys()) this.#takeBack(theme, told, path);
  }

  /** Nothing more is told. */
  close(): void {
    for (const told of this.#told.values()) stop(told);
  }

  /** The diagnostics of an open document, for a client that asks for them. @returns them, and a name of what they say */
  answer({ theme, path }: Belonging): { readonly diagnostics: Diagnostic[]; readonly said: string } {
    const diagnostics = diagnosticsOf(theme.textOf(path), theme.problemsOf(path));
    const said = JSON.stringify(diagnostics);
    const told = this.#of(theme);
    told.answered.set(path, said);
    this.#takeBack(theme, told, path);
    return { diagnostics, said };
  }

  #of(theme: OpenTheme): Told {
    let told = this.#told.get(theme);
    if (!told) {
      const [published, answered] = [new Map<string, string>(), new Map<string, string>()];
      told = { published, answered, own: undefined, others: undefined, changed: new Set(), turn: 0 };
      this.#told.set(theme, told);
    }
    return told;
  }

  #tellOwn(theme: OpenTheme, told: Told): void {
    told.own = undefined;
    const paths = [...told.changed];
    told.changed.clear();
    for (const path of paths) this.#attempt(() => this.#tell(theme, told, path, 'anyway'));
  }

  /** One file after the other: what is asked meanwhile is answered in between. */
  async #tellOthers(theme: OpenTheme, told: Told): Promise<void> {
    const { turn } = told;
    let isAnswerOld = false;
    for (const path of theme.paths) {
      await setImmediate();
      if (told.turn !== turn) return;
      this.#attempt(() => {
        isAnswerOld = this.#tell(theme, told, path, 'if new') || isAnswerOld;
      });
    }
    for (const path of told.published.keys()) {
      if (!theme.paths.has(path)) this.#takeBack(theme, told, path);
    }
    if (isAnswerOld) this.#outlet.refresh();
  }

  /** @returns whether the client was answered something else */
  #tell(theme: OpenTheme, told: Told, path: string, when: 'anyway' | 'if new'): boolean {
    const version = theme.versionOf(path);
    const diagnostics = diagnosticsOf(theme.textOf(path), theme.problemsOf(path));
    const said = JSON.stringify(diagnostics);
    if (version !== null && this.#pulls) {
      this.#takeBack(theme, told, path);
      return said !== (told.answered.get(path) ?? said);
    }
    told.answered.delete(path);
    if (when === 'if new' && said === (told.published.get(path) ?? NOTHING)) return false;
    told.published.set(path, said);
    this.#outlet.publish(theme.addressOf(path), version, diagnostics);
    return false;
  }

  #takeBack(theme: OpenTheme, told: Told, path: string): void {
    const said = told.published.get(path) ?? NOTHING;
    told.published.delete(path);
    if (said !== NOTHING) this.#outlet.publish(theme.addressOf(path), null, []);
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#outlet.failed(error);
    }
  }
}
