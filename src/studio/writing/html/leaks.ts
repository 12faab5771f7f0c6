import { type DefaultTreeAdapterTypes, serialize } from 'parse5';
import { type HtmlNode, parseNodes } from './fragment.ts';
import { joined, type Slice } from './slice.ts';

const AFTER = '<p>x</p>';

/** Joins the slices from the first one whose open elements reach into others to the last one that is not what its bytes say. */
export function joinLeaks(slices: Slice[], text: string): Slice[] {
  const last = slices.findLastIndex((slice) => !slice.isRegular);
  const first = slices.findIndex((slice) => !slice.isRegular && !standsAlone(slice, text));
  if (first < 0 || first === last) return slices;
  const leak = joined(slices.slice(first, last + 1), false);
  return [...slices.slice(0, first), leak, ...slices.slice(last + 1)];
}

/** Whether the bytes of a slice, alone, are the nodes that they are in the text, and leave nothing open. */
function standsAlone(slice: Slice, text: string): boolean {
  const alone = parseNodes(text.slice(slice.start, slice.end) + AFTER);
  return alone !== null && htmlOf(alone) === htmlOf(slice.nodes) + AFTER;
}

function htmlOf(childNodes: readonly HtmlNode[]): string {
  const parent: DefaultTreeAdapterTypes.DocumentFragment = {
    nodeName: '#document-fragment',
    childNodes: [...childNodes],
  };
  return serialize(parent);
}
