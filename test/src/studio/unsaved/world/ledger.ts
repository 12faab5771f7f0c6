import type { VirtualMachine } from '../../../../sandbox/simulation/virtual-machine.ts';
import { isOriginal, type Marks, withoutWords, wordsIn } from './marks.ts';
import type { Texts } from './texts.ts';

/** One content of a text; null where the text was removed. */
export interface Written {
  readonly by: string;
  readonly at: number;
  readonly text: string | null;
}

/** All that a platform ever stored; it tells of writes that must not be. */
export class Ledger {
  readonly log = new Map<string, Written[]>();
  /** Texts of which somebody has kept two versions at once. */
  readonly doubled = new Set<string>();
  readonly #machine: VirtualMachine;
  readonly #marks: Marks;
  readonly #violate: (what: string) => void;
  readonly #texts: Texts;

  constructor(machine: VirtualMachine, marks: Marks, violate: (what: string) => void, texts: Texts) {
    this.#machine = machine;
    this.#marks = marks;
    this.#violate = violate;
    this.#texts = texts;
  }

  /** The texts that there are when a schedule begins. */
  begin(texts: ReadonlyMap<string, string>): void {
    for (const [path, text] of texts) this.log.set(path, [{ by: 'origin', at: 0, text }]);
  }

  /** @param paths the texts that are written @param textsNow those of the platform */
  record(by: string, paths: readonly string[], textsNow: () => ReadonlyMap<string, string>, write: () => void): void {
    const before = wordsIn([...textsNow().values()].join('\n'));
    write();
    const now = textsNow();
    for (const path of paths) {
      const text = now.get(path) ?? null;
      this.log.set(path, [...(this.log.get(path) ?? []), { by, at: this.#machine.now(), text }]);
      if (text !== null) this.#judge(path, text);
    }
    const after = new Set(wordsIn([...now.values()].join('\n')));
    for (const word of after) this.#marks.get(word).isStored = true;
    for (const word of before) {
      if (!after.has(word) && this.#marks.get(word).givenUp === undefined) {
        this.#violate(`${by} overwrites ${word}, which nobody has given up`);
        this.#marks.get(word).givenUp = 'told';
      }
    }
  }

  /** No merge invents words, or has them twice. */
  #judge(path: string, text: string): void {
    if (path.endsWith('.json')) JSON.parse(text);
    for (const piece of this.#texts.piecesOf(path, text)) {
      if (!isOriginal(withoutWords(piece).trim())) this.#violate(`${path} has “${piece}”, which nobody typed`);
    }
    const words = wordsIn(text);
    const twice = words.find((word, at) => words.indexOf(word) !== at);
    if (twice !== undefined && !this.doubled.has(path)) this.#violate(`${path} has ${twice} twice`);
  }
}
