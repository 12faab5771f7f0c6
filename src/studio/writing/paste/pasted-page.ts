import { type DefaultTreeAdapterTypes, html, Parser, type Token } from 'parse5';

const { TAG_ID: TAG } = html;

/** Most elements inside each other. A mail of many answers has about sixty. */
const DEPTH = 200;
/** Elements for each tag that was written: a parser repeats bold, italic and the like in each block that follows where they were not ended. */
const ELEMENTS_PER_TAG = 4;

/** What a parser reads without making elements inside of it. */
const TEXT_ELEMENTS: ReadonlySet<html.TAG_ID> = new Set([
  TAG.SCRIPT,
  TAG.STYLE,
  TAG.TITLE,
  TAG.TEXTAREA,
  TAG.XMP,
  TAG.IFRAME,
  TAG.NOEMBED,
  TAG.NOFRAMES,
  TAG.NOSCRIPT,
  TAG.PLAINTEXT,
]);

const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code data dfn em font i ins kbd label mark nobr o:p q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Reads HTML in time and memory that grow with its length alone: what is inside too many other elements loses its own, and keeps its words. */
class BoundedParser extends Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  #tags = 0;
  #elements = 0;

  override onItemPush(...push: Parameters<Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>['onItemPush']>): void {
    this.#elements++;
    super.onItemPush(...push);
  }

  override onStartTag(token: Token.TagToken): void {
    this.#tags++;
    if (this.#elements > ELEMENTS_PER_TAG * this.#tags + 1_000) this.activeFormattingElements.clearToLastMarker();
    if (this.openElements.stackTop < DEPTH || TEXT_ELEMENTS.has(token.tagID)) super.onStartTag(token);
    // Words on both sides of such a block are two words.
    else if (!INLINE.has(token.tagName))
      super.onStartTag({ ...token, tagName: 'br', tagID: TAG.BR, attrs: [], selfClosing: false });
  }
}

/** What programs for Windows may put before the HTML: where parts of it begin and end. */
const CLIPBOARD_HEADER = /^Version:[\d.]+\s(?:\w+:[^\n<]*\n)*/;

/** The document of pasted HTML. */
export function pastedPage(text: string): DefaultTreeAdapterTypes.Document {
  const parser = new BoundedParser();
  parser.tokenizer.write(text.replace(CLIPBOARD_HEADER, ''), true);
  return parser.document;
}
