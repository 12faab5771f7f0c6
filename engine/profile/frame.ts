/** What a frame of a profile is about; `autres`: what its parent called besides, too much to be listed. */
export type ProfileKind = 'page' | 'layout' | 'section' | 'snippet' | 'tag' | 'autres';

/** One frame of a profile: a part of the theme, as it was called from its parent. Times are milliseconds, to a tenth of a microsecond. */
export interface ProfileFrame {
  /** Index of the frame that it was called from; null for the page. A parent stands before its children. */
  readonly parent: number | null;
  readonly genre: ProfileKind;
  readonly nom: string;
  readonly chemin: string;
  /** 1-based. */
  readonly ligne: number;
  readonly colonne: number;
  readonly appels: number;
  /** With what it called: `ms` is `ms_propres` and the `ms` of its children. */
  readonly ms: number;
  readonly ms_propres: number;
  readonly objets: number;
  readonly objets_propres: number;
}

/** A place in the code of a theme that is measured. */
export interface MeasuredPlace {
  readonly kind: ProfileKind;
  readonly name: string;
  /** As `budget.at`. */
  readonly at: number;
}

/** What was measured of a place, as it was called from its parent. */
export interface Measured {
  readonly place: MeasuredPlace;
  readonly children: ReadonlyMap<MeasuredPlace, Measured>;
  readonly calls: number;
  /** With its children, milliseconds. */
  readonly ms: number;
  readonly objects: number;
}
