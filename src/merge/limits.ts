/** How long files are merged, milliseconds. A file of the catalog takes some tens; a hundred times as long where every processor is busy. */
export interface MergeLimits {
  readonly file: number;
  /** All files of one upgrade, or of one exchange of the client. */
  readonly all: number;
}

export const MERGE_LIMITS: MergeLimits = { file: 5_000, all: 10_000 };
