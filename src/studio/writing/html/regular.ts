import { type HtmlElement, type HtmlNode, isElement, isText, VOID } from './fragment.ts';

const MAY_END_UNSAID = new Set('p li dt dd td th tr tbody thead tfoot option optgroup colgroup rp rt'.split(' '));
const MAY_BEGIN_UNSAID = new Set(['tbody', 'tr']);
const OF_RAW_TEXT = new Set('iframe noembed noframes noscript script style textarea title xmp template'.split(' '));
const DROPS_FIRST_LINE = new Set(['pre', 'listing', 'textarea']);

const TAG = /<[a-z/!?]|\0/i;
const FIRST_LINE = /\r\n|[\r\n]/y;
const NS_HTML = 'http://www.w3.org/1999/xhtml';

/**
 * Whether a node is what its bytes say, from its first to its last: nothing of it was moved, copied, left out or closed by what follows. Only ends that HTML
 * lets authors leave out may be missing. Such a node means the same wherever it stands in the text.
 */
export function isRegular(node: HtmlNode, text: string): boolean {
  const place = node.sourceCodeLocation;
  return !!place && endOf(node, text, place.startOffset) === place.endOffset;
}

/** Where a node ends that begins at a place; -1 where it is not regular. */
function endOf(node: HtmlNode, text: string, from: number): number {
  if (!isElement(node)) return endOfLeaf(node, text, from);
  const place = node.sourceCodeLocation;
  if (!place) return MAY_BEGIN_UNSAID.has(node.tagName) ? endOfChildren(node, text, from) : -1;
  const { startTag, endTag } = place;
  if (place.startOffset !== from || startTag?.startOffset !== from) return -1;
  if (isVoid(node, text.slice(from, startTag.endOffset)))
    return startTag.endOffset === place.endOffset ? place.endOffset : -1;
  if (!endTag && !(node.namespaceURI === NS_HTML && MAY_END_UNSAID.has(node.tagName))) return -1;
  const contentEnd = endTag?.startOffset ?? place.endOffset;
  if (OF_RAW_TEXT.has(node.tagName)) return contentEnd >= startTag.endOffset ? place.endOffset : -1;
  return endOfChildren(node, text, afterFirstLine(node, text, startTag.endOffset)) === contentEnd
    ? place.endOffset
    : -1;
}

function endOfChildren(element: HtmlElement, text: string, from: number): number {
  let at = from;
  for (const child of element.childNodes) {
    at = endOf(child, text, at);
    if (at < 0) return -1;
  }
  return at;
}

function endOfLeaf(node: HtmlNode, text: string, from: number): number {
  const place = node.sourceCodeLocation;
  if (place?.startOffset !== from || place.endOffset <= from) return -1;
  if (isText(node) && TAG.test(text.slice(from, place.endOffset))) return -1;
  return place.endOffset;
}

const isVoid = (element: HtmlElement, startTag: string) =>
  element.namespaceURI === NS_HTML ? VOID.has(element.tagName) : startTag.endsWith('/>');

/** HTML leaves out a line end that follows the start of some elements. */
function afterFirstLine(element: HtmlElement, text: string, at: number): number {
  if (!DROPS_FIRST_LINE.has(element.tagName)) return at;
  const first = element.childNodes[0]?.sourceCodeLocation?.startOffset;
  if (first === at) return at;
  FIRST_LINE.lastIndex = at;
  return FIRST_LINE.test(text) ? FIRST_LINE.lastIndex : at;
}
