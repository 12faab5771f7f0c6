/** Merges two changes of one field of a page or an article. Pure. */
import { type Compared, compareWhole, type Versions } from '../../../merge/conflict.ts';
import { standingAlone } from '../../../merge/grain.ts';
import { compareParts } from '../../../merge/line-merge.ts';
import { blocksOf } from '../html/content.ts';

/** Paragraphs, headings, pictures and others that stand in a text beside each other. */
const BLOCKS = standingAlone(blocksOf);

/** Compares the text by its blocks, each other field as a whole. @param path name of the field */
export const compareTexts = (path: string, versions: Versions): Compared =>
  path === 'contenu' ? compareParts(versions, BLOCKS) : compareWhole(versions);
