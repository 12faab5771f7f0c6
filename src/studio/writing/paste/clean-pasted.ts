import { withTextHeadings } from './headings.ts';
import { pastedPage } from './pasted-page.ts';
import { Reader } from './reader.ts';
import { written } from './written.ts';

export interface Pasted {
  /** Paragraphs, headings of the levels 2 to 4, lists, quotes, separators, code, tables and pictures; nothing else. */
  readonly html: string;
  /** Pictures whose bytes stood in the clipboard's HTML, by the `src` that stands for each in `html`. */
  readonly pictures: ReadonlyMap<string, Blob>;
  /** Pictures that the page had and the clipboard has not: those of files and mails. */
  readonly dropped: number;
}

const START = '<!--StartFragment-->';
const END = '<!--EndFragment-->';

/** Word processors name themselves. */
const GENERATOR = /<meta\s+name=["']?generator/i;
/** Where that stands, UTF-16 code units from the beginning. */
const HEAD_UNITS = 5_000;

/**
 * Clean HTML of what programs put on the clipboard as `text/html`: the structure that a reader sees, nothing of its look, nothing that runs or asks for
 * an address. Never throws.
 */
export function cleanPasted(html: string): Pasted {
  const start = html.indexOf(START);
  const hasBorders = start !== -1 && html.lastIndexOf(END) > start;
  const isOfPage = !GENERATOR.test(html.slice(0, HEAD_UNITS));
  // Where nothing is left, what is usually beside the text was meant.
  for (const [borders, takesAll] of [
    [hasBorders, false],
    [hasBorders, true],
    [false, true],
  ] as const) {
    const reader = new Reader({ hasBorders: borders, takesAll, isOfPage });
    const blocks = reader.blocks(pastedPage(html));
    if (blocks.length > 0 || reader.absent > 0) {
      return { html: written(withTextHeadings(blocks)), pictures: reader.pictures.found, dropped: reader.absent };
    }
  }
  return { html: '', pictures: new Map(), dropped: 0 };
}
