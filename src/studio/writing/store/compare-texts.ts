/** Merges two changes of one field of a page or an article. Pure. */
import { agreedOn, type Compared, comparedWhole, oneSidedText, type Versions } from '../../../merge/conflict.ts';
import { standingAlone } from '../../../merge/grain.ts';
import { compareParts } from '../../../merge/line-merge.ts';
import { blocksOf } from '../html/content.ts';

/** Paragraphs, headings, pictures and others that stand in a text beside each other. */
const BLOCKS = standingAlone(blocksOf);

/** Compares the text by its blocks, each other field as a whole. @param path name of the field */
export function compareTexts(path: string, versions: Versions): Compared {
  if (path === 'contenu') return compareParts(versions, BLOCKS);
  const settled = oneSidedText(versions);
  return settled === null ? comparedWhole(versions) : agreedOn(settled);
}
