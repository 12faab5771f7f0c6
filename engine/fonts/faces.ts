import { fontFamily } from './families.ts';

/** The scripts that a family is cut into, and the characters of each: a browser loads only what a page's text needs. */
export const SUBSETS = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,' +
    'U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,' +
    'U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
} as const;

export type Subset = keyof typeof SUBSETS;

/** The characters in one file. */
export interface FontFace {
  readonly weight: number;
  readonly subset: Subset;
  /** Its address on every site; the file at an address never changes. */
  readonly address: string;
}

/** The faces of a family, those of the most common characters last; none of an id outside the catalog. */
export function fontFaces(id: string): readonly FontFace[] {
  const family = fontFamily(id);
  if (!family) return [];
  return family.weights.flatMap((weight) =>
    (['latin-ext', 'latin'] as const).map((subset) => ({
      weight,
      subset,
      address: `/polices/${id}-${weight}-${subset}-${family.version}.woff2`,
    })),
  );
}
