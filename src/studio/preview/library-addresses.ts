import { UUID } from '../../../engine/text/uuid.ts';

/** Which addresses of a page are those of pictures of its site's library. */

/** Of several widths the page gets the largest up to this one, pixels. */
const WIDEST = 1_280;

const SEGMENT = String.raw`[^/?#\\\s"'()<>,;&%]+`;
const ADDRESS = `/medias/${UUID}/(?:${SEGMENT}/)?${SEGMENT}`;
const WHOLE = new RegExp(`^${ADDRESS}$`);
/** In style sheets, where no host stands before. */
export const WITHIN = new RegExp(String.raw`(?<![\w.:/%-])${ADDRESS}`, 'g');

/** Whether an address names a picture of a library, and nothing that a browser would read as another one. */
export const isPicture = (address: string): boolean => WHOLE.test(address) && !/\/\.{1,2}(?:\/|$)/.test(address);

/** One of the pictures of a `srcset`. */
interface Candidate {
  readonly address: string;
  /** `640w`, `2x`, or empty. */
  readonly descriptor: string;
}

/** The candidates of a `srcset` whose addresses have neither blanks nor commas, as those of libraries. */
function candidatesOf(srcset: string): readonly Candidate[] {
  return srcset.split(',').flatMap((part) => {
    const [address = '', descriptor = ''] = part.trim().split(/\s+/);
    return address === '' ? [] : [{ address, descriptor }];
  });
}

const widthOf = ({ descriptor }: Candidate): number => Number(/^(\d+)w$/.exec(descriptor)?.[1] ?? 0);

/** The one candidate of a `srcset` that a preview shows; null for one that is not of a library. */
export function shownCandidate(srcset: string): Candidate | null {
  if (!srcset.includes('/medias/')) return null;
  const candidates = candidatesOf(srcset).filter(({ address }) => isPicture(address));
  const byWidth = candidates.toSorted((a, b) => widthOf(a) - widthOf(b));
  return byWidth.findLast((one) => widthOf(one) <= WIDEST) ?? byWidth[0] ?? null;
}
