let texts = 0;

/** A text that many pages show: a literal of a file, or what a steady section or stretch puts out. There is one object for each. */
export class KeptText {
  readonly text: string;
  /** Its number among all of the realm. */
  readonly number = texts++;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Says of the new text that follows, up to the next insert: `unique`, no two visits get the same (a nonce); `own`, visits of the same page only get
 * the same (the title of an article).
 */
export type Stamp = 'unique' | 'own';

/** What stands at a place in the new text of a page. */
export type Insert = KeptText | Stamp;

export const isKept = (insert: Insert | undefined): insert is KeptText => typeof insert === 'object';

/** Whether a text may be encoded without its neighbours: no half of a surrogate pair stands at its border. */
export const standsAlone = (text: string): boolean =>
  !isBetween(text.charCodeAt(0), 0xdc00, 0xdfff) && !isBetween(text.charCodeAt(text.length - 1), 0xd800, 0xdbff);

const isBetween = (unit: number, first: number, last: number): boolean => unit >= first && unit <= last;

/** Inserts of a page; what comes after them is new text. Each takes as long as the joining of many characters. */
const INSERTS = 8_192;

/**
 * What a page is made of besides its new text: inserts, each with its place, which is the length of the new text before the insert, UTF-16 code
 * units. The new text is a string beside the list, so that no text of a theme can imitate a kept one.
 */
export class InsertList {
  readonly places: number[] = [];
  readonly inserts: Insert[] = [];
  /** Length of all kept texts, UTF-16 code units. */
  units = 0;

  get length(): number {
    return this.places.length;
  }

  hasRoomFor(inserts: number): boolean {
    return this.places.length + inserts <= INSERTS;
  }

  put(place: number, insert: Insert): void {
    this.places.push(place);
    this.inserts.push(insert);
    if (isKept(insert)) this.units += insert.text.length;
  }

  /** Puts the inserts of another list here. */
  putAll(place: number, { places, inserts, units }: InsertList): void {
    for (let index = 0; index < places.length; index++) {
      this.places.push(place + (places[index] as number));
      this.inserts.push(inserts[index] as Insert);
    }
    this.units += units;
  }

  /** Takes back what was put since the list had this length and these units. */
  cut(length: number, units: number): void {
    this.places.length = length;
    this.inserts.length = length;
    this.units = units;
  }

  /**
   * The whole text of some inserts and of the new text between them.
   * @param newText this new text @param options `from`, `to`: indices of the inserts. `start`: the place where the new text begins
   */
  join(newText: string, { from = 0, to = this.length, start = 0 } = {}): string {
    let text = '';
    let at = 0;
    for (let index = from; index < to; index++) {
      const insert = this.inserts[index];
      if (!isKept(insert)) continue;
      const place = (this.places[index] as number) - start;
      text += newText.slice(at, place) + insert.text;
      at = place;
    }
    return text + newText.slice(at);
  }
}

/** A stretch of a layout or a section that reads nothing that differs from page to page. */
export interface SteadyStretch {
  /** Whether the snippets that it renders are the same on all pages, too. */
  readonly isSteady: () => boolean;
}
