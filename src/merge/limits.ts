/**
 * How long one file is merged, and all files of one upgrade or of one exchange of the client, milliseconds. A file of the catalog takes some
 * tens; a hundred times as long where every processor is busy.
 */
export const MERGE_LIMITS = { file: 5_000, all: 10_000 };
