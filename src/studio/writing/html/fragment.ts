import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment } from 'parse5';

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlText = DefaultTreeAdapterTypes.TextNode;

/** How deep elements of a text may stand in each other; each tag costs the parser as many steps. */
const DEEPEST = 256;

/** An element is written in three characters at least; more elements than these allow are copies that the parser makes of elements that were not closed. */
const SHORTEST_TAG = 3;
const COPIES = 1000;
/**
 * How many open elements may stand around the elements of a text, all together. For a copy of an element parsers look through these: browsers take
 * some microseconds for each, so that eight thousand characters could take minutes.
 */
const MOST_AROUND = 600_000;

/** Ends a parse that takes more than the text's length allows. */
const TOO_MUCH = new Error('The text takes more elements than its length allows.');

/** What a parse has cost, for tests: elements that were made, and the open ones around each of them. */
export interface ParseCost {
  elements: number;
  around: number;
}

/**
 * The nodes at the top of a text, as in the middle of a page's body, with their places in the text. Null where elements stand too deep in each other, or where
 * so many are left open that copies of them would fill the memory: a parse takes time in proportion to the text's length.
 */
export function parseNodes(text: string, cost: ParseCost = { elements: 0, around: 0 }): HtmlNode[] | null {
  let depth = 0;
  const most = text.length / SHORTEST_TAG + COPIES;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...args) {
      cost.around += depth;
      if (++cost.elements > most || cost.around > MOST_AROUND) throw TOO_MUCH;
      return defaultTreeAdapter.createElement(...args);
    },
    onItemPush() {
      if (++depth > DEEPEST) throw TOO_MUCH;
    },
    onItemPop() {
      depth--;
    },
  };
  const body = defaultTreeAdapter.createElement('div', html.NS.HTML, []);
  try {
    return parseFragment(body, text, { sourceCodeLocationInfo: true, treeAdapter }).childNodes;
  } catch (error) {
    if (error === TOO_MUCH) return null;
    throw error;
  }
}

export const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node;
export const isText = (node: HtmlNode): node is HtmlText => node.nodeName === '#text';

/** White space of HTML; a no-break space is a letter. */
const NOT_SPACE = /[^ \t\n\f\r]/;
export const isSpace = (text: string): boolean => !NOT_SPACE.test(text);

/** Elements that stand by themselves; others, and text, stand in a line. */
const BLOCKS = new Set(
  (
    'address article aside base blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html li link listing main menu meta nav ol optgroup option p plaintext pre script search section style summary table tbody td template ' +
    'tfoot th thead title tr ul xmp'
  ).split(' '),
);

/** Whether a node is part of a line of text, if it stands beside text. */
export const isInline = (node: HtmlNode): boolean => !isElement(node) || !BLOCKS.has(node.tagName);

/** Pictures and frames stand in a line, and are blocks of the document where no text is beside them. */
export const isMedia = (node: HtmlNode): node is HtmlElement =>
  isElement(node) && (node.tagName === 'img' || node.tagName === 'iframe');

/** Elements without an end tag. */
export const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
