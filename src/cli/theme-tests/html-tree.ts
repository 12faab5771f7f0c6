/** Reads rendered HTML as browsers do. A theme made the HTML, so this code runs in a thread with a time limit, and no walk recurses. */
import { Parser, type ParserOptions, type Token } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import { mayEndUnsaid, VOID } from '../../../engine/text/html-elements.ts';

type Tree = Htmlparser2TreeAdapterMap;
export type HtmlNode = Tree['node'];
export type HtmlElement = Tree['element'];

/** The HTML of a whole page, or of one section, which has no `html` and no `body`. */
export type HtmlKind = 'page' | 'section';

export interface HtmlTree {
  readonly html: string;
  readonly root: Tree['document'];
  /** The end tags, by their offset in the HTML. */
  readonly endTags: ReadonlyMap<number, Token.TagToken>;
}

/** A parser that notes the end tags that it meets. */
class NotingParser extends Parser<Tree> {
  readonly ends = new Map<number, Token.TagToken>();

  override onEndTag(token: Token.TagToken): void {
    const { location } = token;
    if (location) this.ends.set(location.startOffset, token);
    super.onEndTag(token);
  }
}

const OPTIONS: ParserOptions<Tree> = { treeAdapter: adapter, sourceCodeLocationInfo: true };

/** The tree that a browser makes of HTML, with the places of its tags. */
export function treeOf(html: string, kind: HtmlKind): HtmlTree {
  const parser = (
    kind === 'page' ? new NotingParser(OPTIONS) : NotingParser.getFragmentParser(null, OPTIONS)
  ) as NotingParser;
  parser.tokenizer.write(html, true);
  const root = kind === 'page' ? parser.document : (parser.getFragment() as Tree['document']);
  return { html, root, endTags: parser.ends };
}

const isElement = (node: HtmlNode): node is HtmlElement => adapter.isElementNode(node);
const isText = (node: HtmlNode): node is Tree['textNode'] => adapter.isTextNode(node);

/** All nodes below one, in the order of the document. */
export function* nodesBelow(root: HtmlNode): Generator<HtmlNode> {
  const waiting: HtmlNode[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node !== root) yield node;
    const children = 'children' in node ? node.children : [];
    for (let place = children.length - 1; place >= 0; place--) waiting.push(children[place] as HtmlNode);
  }
}

/** All elements below a node, in the order of the document. */
export function* elementsBelow(root: HtmlNode): Generator<HtmlElement> {
  for (const node of nodesBelow(root)) if (isElement(node)) yield node;
}

/** Elements whose text nobody reads. */
const UNREAD: ReadonlySet<string> = new Set(['script', 'style']);

/** The text that a reader gets, each run of blanks as one. */
export function textOf(root: HtmlNode): string {
  const parts: string[] = [];
  for (const node of nodesBelow(root)) {
    if (isText(node) && !(node.parent && isElement(node.parent) && UNREAD.has(node.parent.name))) parts.push(node.data);
  }
  return oneBlank(parts.join(''));
}

/** A text with each run of blanks as one, and none at its ends. */
export const oneBlank = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** An element that is not closed, or an end tag that closes nothing. */
export interface Misfit {
  /** As it is written: `<div>`, `</div>`. */
  readonly tag: string;
  readonly kind: 'open' | 'stray';
  /** Line of the HTML, from 1 on. */
  readonly line: number;
}

/** How many are told. */
const TOLD = 20;

/** What is certainly not closed, or closes nothing, by place. */
export function misfitsIn({ html, root, endTags }: HtmlTree): readonly Misfit[] {
  const found: { readonly offset: number; readonly misfit: Misfit }[] = [];
  const closing = new Set<number>();
  for (const element of elementsBelow(root)) {
    const place = element.sourceCodeLocation;
    if (!place?.startTag) continue;
    if (place.endTag) closing.add(place.endTag.startOffset);
    else if (!needsNoEnd(element.name) && !isSelfClosed(element, html[place.startTag.endOffset - 2])) {
      const misfit = { tag: `<${element.name}>`, kind: 'open', line: place.startLine } as const;
      found.push({ offset: place.startOffset, misfit });
    }
  }
  for (const [offset, token] of endTags) {
    // The parser closes the frame of a page later than at its end tags.
    if (closing.has(offset) || !token.location || FRAME.has(token.tagName)) continue;
    found.push({ offset, misfit: { tag: `</${token.tagName}>`, kind: 'stray', line: token.location.startLine } });
  }
  return found
    .sort((a, b) => a.offset - b.offset)
    .slice(0, TOLD)
    .map(({ misfit }) => misfit);
}

const needsNoEnd = (name: string): boolean => VOID.has(name) || mayEndUnsaid(name);

const FRAME: ReadonlySet<string> = new Set(['html', 'head', 'body']);

/** `<path/>`: in SVG and MathML an element may close itself. @param last the character before the `>` of its tag */
const isSelfClosed = ({ namespace }: HtmlElement, last: string | undefined): boolean =>
  last === '/' && namespace !== undefined && namespace !== HTML;

const HTML = 'http://www.w3.org/1999/xhtml';

/** The text of an element's start tag, for people: `<a class="bouton">`. */
export function startTagOf({ name, attribs }: HtmlElement): string {
  const [first] = Object.entries(attribs).filter(([key]) => key === 'class' || key === 'id');
  return first ? `<${name} ${first[0]}="${first[1].slice(0, 60)}">` : `<${name}>`;
}
