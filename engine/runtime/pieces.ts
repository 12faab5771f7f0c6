let texts = 0;

/** A text that many pages show: a literal of a file, or a steady section. There is one object for each. */
export class KeptText {
  readonly text: string;
  /** Its number among all of the realm. */
  readonly number = texts++;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Says of the new text that follows, up to the next piece: `unique`, no two visits get the same (a nonce); `own`, visits of the same page only get
 * the same (the title of an article).
 */
export type Mark = 'unique' | 'own';

export type Piece = KeptText | Mark;

export const isKept = (piece: Piece | undefined): piece is KeptText => typeof piece === 'object';

/** Whether a text may be encoded without its neighbours: no half of a surrogate pair stands at its border. */
export const standsAlone = (text: string): boolean =>
  !isBetween(text.charCodeAt(0), 0xdc00, 0xdfff) && !isBetween(text.charCodeAt(text.length - 1), 0xd800, 0xdbff);

const isBetween = (unit: number, first: number, last: number): boolean => unit >= first && unit <= last;

/**
 * What a page is made of besides new text: kept texts, each with its place, the length of the new text before it. The new text is a string
 * beside the list, so that no text of a theme can imitate a kept one.
 */
export class PieceList {
  readonly places: number[] = [];
  readonly pieces: Piece[] = [];
  /** Length of all kept texts, UTF-16 code units. */
  units = 0;

  get length(): number {
    return this.places.length;
  }

  put(place: number, piece: Piece): void {
    this.places.push(place);
    this.pieces.push(piece);
    if (isKept(piece)) this.units += piece.text.length;
  }

  /** Puts the pieces of another list here. */
  putAll(place: number, { places, pieces, units }: PieceList): void {
    for (let index = 0; index < places.length; index++) {
      this.places.push(place + (places[index] as number));
      this.pieces.push(pieces[index] as Piece);
    }
    this.units += units;
  }

  /** Takes back what was put since the list had so many pieces and units. */
  cut(length: number, units: number): void {
    this.places.length = length;
    this.pieces.length = length;
    this.units = units;
  }

  /**
   * The whole text of the pieces from an index on.
   * @param newText the new text between them @param start the place where this text begins
   */
  join(newText: string, from = 0, start = 0): string {
    let text = '';
    let at = 0;
    for (let index = from; index < this.places.length; index++) {
      const piece = this.pieces[index];
      if (!isKept(piece)) continue;
      const place = (this.places[index] as number) - start;
      text += newText.slice(at, place) + piece.text;
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
