import { type Compared, comparedWhole, type Versions } from '../../merge/conflict.ts';

/** Compares what both sides have made of a field. */
export const compareTexts = (_field: string, versions: Versions): Compared => comparedWhole(versions);
