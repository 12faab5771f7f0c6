import { ApiRefusal } from '../api/client.ts';
import type { Act } from '../api/refusals.ts';
import { fingerprintOf } from '../theme/fingerprint.ts';
import type { StoredEntry, StoredText } from './document-store.ts';

type Held = StoredText & StoredEntry;

/** The texts of a document that all come with one answer of the platform: those of a page, of an article, of an object of named values. */
export abstract class OneAnswerStore {
  readonly #saving: Act;
  #held: ReadonlyMap<string, Held> = new Map();

  /** @param saving what refusals of a save say */
  constructor(saving: Act) {
    this.#saving = saving;
  }

  get entries(): readonly StoredEntry[] {
    return [...this.#held.values()];
  }

  entry(path: string): StoredEntry | undefined {
    return this.#held.get(path);
  }

  known(path: string): StoredText | undefined {
    return this.#held.get(path);
  }

  async read(path: string): Promise<StoredText | null> {
    return this.#held.get(path) ?? null;
  }

  async readAll(): Promise<void> {}

  /** The texts of the document are these from now on. */
  protected hold(texts: Readonly<Record<string, string>>): void {
    this.#held = new Map(Object.entries(texts).map(([path, text]) => [path, this.#heldOf(path, text)]));
  }

  /** What a save of texts gives back; null for one that was removed. */
  protected saved(changes: ReadonlyMap<string, string | null>): ReadonlyMap<string, StoredText | null> {
    return new Map([...changes].map(([path, text]) => [path, text === null ? null : this.#heldOf(path, text)]));
  }

  /** @throws ApiRefusal `modifie_entre_temps` where a text is known to be another one than a save is based on */
  protected assertBases(bases: ReadonlyMap<string, string | null>): void {
    for (const [path, base] of bases) {
      if ((this.#held.get(path)?.empreinte ?? null) !== base) throw this.changedMeanwhile();
    }
  }

  protected changedMeanwhile(): ApiRefusal {
    return new ApiRefusal(409, { error: 'modifie_entre_temps' }, this.#saving);
  }

  /** Fingerprints need not be made again where the texts are the same. */
  #heldOf(chemin: string, text: string): Held {
    const held = this.#held.get(chemin);
    return held?.text === text ? held : { chemin, text, empreinte: fingerprintOf(text) };
  }
}
