import { type Insert, type InsertList, isKept, type Stamp, standsAlone } from './inserts.ts';

/** Shorter runs are sent as text, UTF-16 code units. */
const RUN_UNITS = 256;
/** Runs with more new text, or of more inserts, have no names. */
const NEW_UNITS = 4_096;
const RUN_INSERTS = 4_096;
/** A longer new text counts as stamped `own`, UTF-16 code units: other pages hardly have it. */
const OWN_UNITS = 512;
/** Of runs that differ in their new text only, so many are remembered: the last ones that were used. */
const ALIKE = 16;
/**
 * So many runs are remembered (the web process keeps as many fragments of a theme), and so much new text of them, UTF-16 code units. Then all is
 * forgotten, names included: pages that differ each time fill no memory.
 */
const RUNS = 256;
const ALL_NEW_UNITS = 128 * 1024;

/** What a run takes besides its new text, and each of its inserts, bytes; as V8 lays it out, roughly. */
const RUN_BYTES = 200;
const INSERT_BYTES = 16;

/** Kept texts, and new text between them, that pages have in common. */
interface Run {
  readonly inserts: readonly Insert[];
  /** Of each insert: the length of the new text before it, UTF-16 code units. */
  readonly places: readonly number[];
  readonly newText: string;
  /** -1 until the run is used a second time. */
  name: number;
}

/** A part of the page that is being sent: where its inserts and its new text begin and end. */
interface Bounds {
  /** Indices in the list of inserts. */
  readonly from: number;
  readonly to: number;
  /** Places in the new text. */
  readonly start: number;
  readonly end: number;
}

/** A page in pieces, as the page leaves the isolate. */
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
 * Names for the runs that pages of one theme have in common. The holder gets a run's name with its text once, keeps the text, and gets the name alone
 * from then on: what does not change is not moved again.
 */
export class RunNames {
  /** The number of who keeps the texts of the names: the id of the web process's fragments (`RenderTask.fragments`). */
  #holder = -1;
  /** Runs of the same inserts at the same places, by a hash of these; the last one that was used first. */
  readonly #runs = new Map<number, Run[]>();
  #size = 0;
  #newUnits = 0;
  #names = 0;

  #list: InsertList | undefined;
  #newText = '';
  #html = '';
  /** Length of the new text since the last name, UTF-16 code units. */
  #sinceName = 0;
  #pieces: number[] = [];

  /** Memory that all of this takes, bytes, roughly. */
  bytes = 0;

  /**
   * @param holder number of who keeps the texts of the names; another holder than before keeps none yet
   * @param newText the new text of the page
   */
  send(holder: number, list: InsertList, newText: string): SentPage {
    if (holder !== this.#holder || this.#isFull) this.#forget();
    if (holder !== this.#holder) {
      // Of a site that is visited once nothing is remembered.
      this.#holder = holder;
      return { html: list.join(newText), pieces: [] };
    }
    this.#list = list;
    this.#newText = newText;
    this.#html = '';
    this.#sinceName = 0;
    this.#pieces = [];
    this.#sendAround('unique', { from: 0, to: list.length, start: 0, end: newText.length });
    return { html: this.#html, pieces: this.#pieces };
  }

  /** Sends the new texts that have a stamp, and, each on its own, the parts between them. */
  #sendAround(stamp: Stamp, { from, to, start, end }: Bounds): void {
    const { inserts, places } = this.#list as InsertList;
    let [first, at] = [from, start];
    for (let index = from; index < to; index++) {
      const place = places[index] as number;
      const next = index + 1 < to ? (places[index + 1] as number) : end;
      const isOwn = inserts[index] === stamp || (stamp === 'own' && next - place > OWN_UNITS);
      if (!isOwn) continue;
      const kept = isKept(inserts[index]) ? index + 1 : index;
      this.#send({ from: first, to: kept, start: at, end: place }, stamp);
      this.#add(this.#newText.slice(place, next));
      [first, at] = [index + 1, next];
    }
    const rest = { from: first, to, start: at, end };
    // A part without a text stamped `own` was looked up already.
    if (stamp === 'own' && first === from) this.#add(this.#textOf(rest));
    else this.#send(rest, stamp);
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

  /**
   * Sends a part of the page: as a name; else in parts around its texts stamped `own`; else as text.
   * @param between the stamp of the texts that the part stands between
   */
  #send(bounds: Bounds, between: Stamp): void {
    const { from, to, start, end } = bounds;
    const units = this.#unitsOf(bounds);
    const mayHaveName = units >= RUN_UNITS && to - from <= RUN_INSERTS && end - start <= NEW_UNITS;
    const run = mayHaveName ? this.#known(bounds) : undefined;
    if (run && run.name < 0) {
      run.name = this.#names++;
      this.#html += this.#textOf(bounds);
      this.#addName(run.name, units);
    } else if (run) this.#addName(run.name, 0);
    else if (between === 'unique' && units >= RUN_UNITS) this.#sendAround('own', bounds);
    else this.#add(this.#textOf(bounds));
  }

  #unitsOf({ from, to, start, end }: Bounds): number {
    const { inserts } = this.#list as InsertList;
    let units = end - start;
    for (let index = from; index < to; index++) units += lengthOf(inserts[index] as Insert);
    return units;
  }

  /** The run that stands here, from its second use on. */
  #known(bounds: Bounds): Run | undefined {
    const { from, to, start, end } = bounds;
    const { inserts, places } = this.#list as InsertList;
    let hash = 0;
    for (let index = from; index < to; index++) {
      hash = (Math.imul(hash, 0x9e3779b1) + numberOf(inserts[index] as Insert)) | 0;
      hash = (Math.imul(hash, 0x85ebca6b) + (places[index] as number) - start) | 0;
    }
    const newText = this.#newText.slice(start, end);
    const alike = this.#runs.get(hash);
    const found = alike?.findIndex((run) => this.#isHere(run, bounds, newText)) ?? -1;
    if (alike && found >= 0) {
      const run = alike[found] as Run;
      alike.copyWithin(1, 0, found);
      alike[0] = run;
      return run;
    }
    if (!this.#isFull && standsAlone(newText)) this.#remember(hash, bounds, newText);
    return undefined;
  }

  #isHere(run: Run, { from, to, start }: Bounds, newText: string): boolean {
    const { inserts, places } = this.#list as InsertList;
    if (run.newText !== newText || run.inserts.length !== to - from) return false;
    for (let index = from; index < to; index++) {
      if (run.inserts[index - from] !== inserts[index]) return false;
      if (run.places[index - from] !== (places[index] as number) - start) return false;
    }
    return true;
  }

  #remember(hash: number, { from, to, start }: Bounds, newText: string): void {
    const { inserts, places } = this.#list as InsertList;
    const run: Run = {
      inserts: inserts.slice(from, to),
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
    this.bytes += RUN_BYTES + INSERT_BYTES * (to - from) + 2 * newText.length;
  }

  #textOf({ from, to, start, end }: Bounds): string {
    return (this.#list as InsertList).join(this.#newText.slice(start, end), { from, to, start });
  }

  #addName(name: number, units: number): void {
    this.#pieces.push(this.#sinceName, name, units);
    this.#sinceName = 0;
  }

  #add(text: string): void {
    this.#html += text;
    this.#sinceName += text.length;
  }
}

const lengthOf = (insert: Insert): number => (isKept(insert) ? insert.text.length : 0);
const numberOf = (insert: Insert): number => (isKept(insert) ? insert.number : -1);
