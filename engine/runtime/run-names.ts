import { HOLE, type KeptText, type PieceList, standsAlone } from './pieces.ts';

/** Shorter runs are sent as text, UTF-16 code units. */
const RUN_UNITS = 256;
/** Runs with more new text, or of more kept texts, have no names. */
const NEW_UNITS = 4_096;
const RUN_TEXTS = 4_096;
/** Runs that differ in their new text only are remembered up to this number: the last ones that were used. */
const ALIKE = 16;
/** So much is remembered: then all is forgotten, names included, so that pages which differ each time fill no memory. */
const RUNS = 512;
const ALL_NEW_UNITS = 128 * 1024;

/** What a run takes besides its new text, and each of its kept texts, bytes; as V8 lays it out, roughly. */
const RUN_BYTES = 200;
const PIECE_BYTES = 16;

/** Kept texts, and new text between them, that pages have in common. */
interface Run {
  readonly texts: readonly KeptText[];
  /** Of each kept text: the length of the new text before it, UTF-16 code units. */
  readonly places: readonly number[];
  readonly newText: string;
  /** -1 until the run was used twice. */
  name: number;
}

/** Where a run stands in the page that is being sent. */
interface Stretch {
  /** Indices of its kept texts in the list. */
  readonly from: number;
  readonly to: number;
  /** Where its new text begins and ends. */
  readonly start: number;
  readonly end: number;
}

/** A page as it leaves the isolate. */
export interface SentPage {
  /** New text, and the text of runs that get their name here, in the order of the page. */
  readonly html: string;
  /**
   * Triples: length of the new text before a run, the name of the run, and the length of the run's text where it stands in `html`, else 0; lengths in
   * UTF-16 code units. What is left of `html` after the last is new text.
   */
  readonly pieces: readonly number[];
}

/**
 * Names for what pages of one theme have in common. Who gets a name with its text keeps the text, and from then on gets the name alone: what does
 * not change is not moved again.
 */
export class RunNames {
  /** Who holds the texts of the names. */
  #holder = -1;
  /** Runs of the same kept texts at the same places, by a hash of these; the last one that was used first. */
  readonly #runs = new Map<number, Run[]>();
  #size = 0;
  #newUnits = 0;
  #names = 0;

  #list: PieceList | undefined;
  #newText = '';
  #html = '';
  /** Length of the new text since the last name, UTF-16 code units. */
  #sinceName = 0;
  #pieces: number[] = [];

  /** Memory that all of this takes, bytes, roughly. */
  bytes = 0;

  /**
   * @param holder another one than before holds nothing
   * @param newText the new text of the page
   */
  send(holder: number, list: PieceList, newText: string): SentPage {
    if (holder !== this.#holder || this.#isFull) this.#forget();
    this.#holder = holder;
    this.#list = list;
    this.#newText = newText;
    this.#html = '';
    this.#sinceName = 0;
    this.#pieces = [];
    const { pieces, places, length } = list;
    let [from, start] = [0, 0];
    for (let index = 0; index < length; index++) {
      if (pieces[index] !== HOLE) continue;
      const hole = places[index] as number;
      const end = index + 1 < length ? (places[index + 1] as number) : newText.length;
      this.#send({ from, to: index, start, end: hole });
      this.#add(newText.slice(hole, end));
      [from, start] = [index + 1, end];
    }
    this.#send({ from, to: length, start, end: newText.length });
    return { html: this.#html, pieces: this.#pieces };
  }

  get #isFull(): boolean {
    return this.#size >= RUNS || this.#newUnits >= ALL_NEW_UNITS;
  }

  #forget(): void {
    this.#runs.clear();
    this.#size = 0;
    this.#newUnits = 0;
    this.bytes = 0;
  }

  #send(stretch: Stretch): void {
    const { from, to, start, end } = stretch;
    const units = this.#unitsOf(stretch);
    const mayHaveName = units >= RUN_UNITS && to - from <= RUN_TEXTS && end - start <= NEW_UNITS;
    const run = mayHaveName ? this.#known(stretch) : undefined;
    if (!run) this.#sendParts(stretch);
    else if (run.name >= 0) this.#piece(run.name, 0);
    else {
      run.name = this.#names++;
      this.#html += this.#textOf(stretch);
      this.#piece(run.name, units);
    }
  }

  #unitsOf({ from, to, start, end }: Stretch): number {
    const { pieces } = this.#list as PieceList;
    let units = end - start;
    for (let index = from; index < to; index++) units += (pieces[index] as KeptText).text.length;
    return units;
  }

  /** The run that stands here, from its second use on. */
  #known(stretch: Stretch): Run | undefined {
    const { from, to, start, end } = stretch;
    const { pieces, places } = this.#list as PieceList;
    let hash = 0;
    for (let index = from; index < to; index++) {
      hash = (Math.imul(hash, 0x9e3779b1) + (pieces[index] as KeptText).number) | 0;
      hash = (Math.imul(hash, 0x85ebca6b) + (places[index] as number) - start) | 0;
    }
    const newText = this.#newText.slice(start, end);
    const alike = this.#runs.get(hash);
    const found = alike?.findIndex((run) => this.#isHere(run, stretch, newText)) ?? -1;
    if (alike && found >= 0) {
      const run = alike[found] as Run;
      alike.copyWithin(1, 0, found);
      alike[0] = run;
      return run;
    }
    if (!this.#isFull && standsAlone(newText)) this.#remember(hash, stretch, newText);
    return undefined;
  }

  #isHere(run: Run, { from, to, start }: Stretch, newText: string): boolean {
    const { pieces, places } = this.#list as PieceList;
    if (run.newText !== newText || run.texts.length !== to - from) return false;
    for (let index = from; index < to; index++) {
      if (run.texts[index - from] !== pieces[index]) return false;
      if (run.places[index - from] !== (places[index] as number) - start) return false;
    }
    return true;
  }

  #remember(hash: number, { from, to, start }: Stretch, newText: string): void {
    const { pieces, places } = this.#list as PieceList;
    const run: Run = {
      texts: pieces.slice(from, to) as KeptText[],
      places: places.slice(from, to).map((place) => place - start),
      // A part of a string keeps the whole string in memory.
      newText: JSON.parse(JSON.stringify(newText)) as string,
      name: -1,
    };
    const alike = this.#runs.get(hash);
    if (!alike) this.#runs.set(hash, [run]);
    else if (alike.length < ALIKE) alike.unshift(run);
    else alike[ALIKE - 1] = run;
    this.#size++;
    this.#newUnits += newText.length;
    this.bytes += RUN_BYTES + PIECE_BYTES * (to - from) + 2 * newText.length;
  }

  /** Sends a stretch that has no name: the kept texts in it that stand next to each other may have one. */
  #sendParts(stretch: Stretch): void {
    const { from, to, end } = stretch;
    const { places } = this.#list as PieceList;
    let { start } = stretch;
    for (let first = from; first < to; ) {
      const place = places[first] as number;
      let next = first + 1;
      while (next < to && places[next] === place) next++;
      this.#add(this.#newText.slice(start, place));
      const part = { from: first, to: next, start: place, end: place };
      // A stretch of kept texts only has no parts.
      if (place === stretch.start && next === to && end === place) this.#add(this.#textOf(part));
      else this.#send(part);
      [first, start] = [next, place];
    }
    this.#add(this.#newText.slice(start, end));
  }

  #textOf({ from, to, start, end }: Stretch): string {
    const { pieces, places } = this.#list as PieceList;
    let text = '';
    let at = start;
    for (let index = from; index < to; index++) {
      const place = places[index] as number;
      text += this.#newText.slice(at, place) + (pieces[index] as KeptText).text;
      at = place;
    }
    return text + this.#newText.slice(at, end);
  }

  #piece(name: number, units: number): void {
    this.#pieces.push(this.#sinceName, name, units);
    this.#sinceName = 0;
  }

  #add(text: string): void {
    this.#html += text;
    this.#sinceName += text.length;
  }
}
