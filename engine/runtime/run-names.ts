import { isKept, type Piece, type PieceList, standsAlone } from './pieces.ts';

/** Shorter runs are sent as text, UTF-16 code units. */
const RUN_UNITS = 256;
/** Runs with more new text, or of more pieces, have no names. */
const NEW_UNITS = 4_096;
const RUN_PIECES = 4_096;
/** A longer new text is likely to be its page's own, UTF-16 code units. */
const OWN_UNITS = 512;
/** Runs that differ in their new text only are remembered up to this number: the last ones that were used. */
const ALIKE = 16;
/** So much is remembered: then all is forgotten, names included, so that pages which differ each time fill no memory. */
const RUNS = 256;
const ALL_NEW_UNITS = 128 * 1024;

/** What a run takes besides its new text, and each of its pieces, bytes; as V8 lays it out, roughly. */
const RUN_BYTES = 200;
const PIECE_BYTES = 16;

/** Kept texts, and new text between them, that pages have in common. */
interface Run {
  readonly pieces: readonly Piece[];
  /** Of each piece: the length of the new text before it, UTF-16 code units. */
  readonly places: readonly number[];
  readonly newText: string;
  /** -1 until the run was used twice. */
  name: number;
}

/** Where a run stands in the page that is being sent. */
interface Stretch {
  /** Indices of its pieces in the list. */
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
  /** Runs of the same pieces at the same places, by a hash of these; the last one that was used first. */
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
    this.#sendAround('unique', { from: 0, to: list.length, start: 0, end: newText.length });
    return { html: this.#html, pieces: this.#pieces };
  }

  /** Sends what stands between new texts with a mark, and these texts. */
  #sendAround(mark: 'unique' | 'own', { from, to, start, end }: Stretch): void {
    const { pieces, places } = this.#list as PieceList;
    let [first, at] = [from, start];
    for (let index = from; index < to; index++) {
      const place = places[index] as number;
      const next = index + 1 < to ? (places[index + 1] as number) : end;
      const isOwn = pieces[index] === mark || (mark === 'own' && next - place > OWN_UNITS);
      if (!isOwn) continue;
      const kept = isKept(pieces[index]) ? index + 1 : index;
      this.#send({ from: first, to: kept, start: at, end: place }, mark);
      this.#add(this.#newText.slice(place, next));
      [first, at] = [index + 1, next];
    }
    const rest = { from: first, to, start: at, end };
    // A stretch without own texts was looked up already.
    if (mark === 'own' && first === from) this.#add(this.#textOf(rest));
    else this.#send(rest, mark);
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

  /** Sends a stretch: as a name, or with its own texts apart, or as text. */
  #send(stretch: Stretch, between: 'unique' | 'own'): void {
    const { from, to, start, end } = stretch;
    const units = this.#unitsOf(stretch);
    const mayHaveName = units >= RUN_UNITS && to - from <= RUN_PIECES && end - start <= NEW_UNITS;
    const run = mayHaveName ? this.#known(stretch) : undefined;
    if (run && run.name < 0) {
      run.name = this.#names++;
      this.#html += this.#textOf(stretch);
      this.#piece(run.name, units);
    } else if (run) this.#piece(run.name, 0);
    else if (between === 'unique' && units >= RUN_UNITS) this.#sendAround('own', stretch);
    else this.#add(this.#textOf(stretch));
  }

  #unitsOf({ from, to, start, end }: Stretch): number {
    const { pieces } = this.#list as PieceList;
    let units = end - start;
    for (let index = from; index < to; index++) units += lengthOf(pieces[index] as Piece);
    return units;
  }

  /** The run that stands here, from its second use on. */
  #known(stretch: Stretch): Run | undefined {
    const { from, to, start, end } = stretch;
    const { pieces, places } = this.#list as PieceList;
    let hash = 0;
    for (let index = from; index < to; index++) {
      hash = (Math.imul(hash, 0x9e3779b1) + numberOf(pieces[index] as Piece)) | 0;
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
    if (run.newText !== newText || run.pieces.length !== to - from) return false;
    for (let index = from; index < to; index++) {
      if (run.pieces[index - from] !== pieces[index]) return false;
      if (run.places[index - from] !== (places[index] as number) - start) return false;
    }
    return true;
  }

  #remember(hash: number, { from, to, start }: Stretch, newText: string): void {
    const { pieces, places } = this.#list as PieceList;
    const run: Run = {
      pieces: pieces.slice(from, to),
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

  #textOf({ from, to, start, end }: Stretch): string {
    const { pieces, places } = this.#list as PieceList;
    let text = '';
    let at = start;
    for (let index = from; index < to; index++) {
      const place = places[index] as number;
      text += this.#newText.slice(at, place) + textOf(pieces[index] as Piece);
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

const textOf = (piece: Piece): string => (isKept(piece) ? piece.text : '');
const lengthOf = (piece: Piece): number => (isKept(piece) ? piece.text.length : 0);
const numberOf = (piece: Piece): number => (isKept(piece) ? piece.number : -1);
