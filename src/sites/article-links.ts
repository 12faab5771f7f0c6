import { foreignContent, html, type Token, type TokenHandler, Tokenizer } from 'parse5';
import { TEXT_ELEMENTS } from '../text/html-text-elements.ts';

const { NS, TAG_ID } = html;

/** An external link: with http or https, or beginning with a host (`//host`; browsers read backslashes as slashes). */
const EXTERNAL = /^(?:https?:|[\\/]{2})/i;
/** What `rel` says of external links (docs/rules.md, Rule 13). */
const EXTERNAL_REL = ['noopener', 'nofollow'];
/** What `rel` says of how a link is followed: docs/rules.md, Rule 13 decides it, whatever an editor wrote. */
const REPLACED_REL = new Set([...EXTERNAL_REL, 'noreferrer', 'opener']);
/** Browsers leave these out of an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const IGNORED_IN_ADDRESS = /^[\u0000- ]+|[\t\n\r]+/g;

/** The element that begins a namespace, and ends it. */
const ROOTS: ReadonlyMap<html.NS, html.TAG_ID> = new Map([
  [NS.SVG, TAG_ID.SVG],
  [NS.MATHML, TAG_ID.MATH],
]);

/**
 * The content of an article with its links as docs/rules.md, Rule 13 says: one that starts with `/` is an ordinary link, one to elsewhere
 * opens in a new tab with `rel` `noopener nofollow`; others stay as they are. What is not the tag of such a link stays as it is
 * written. Takes time in proportion to the content, whatever it is.
 */
export const articleLinks = (content: string): string => new LinkReader(content).changed();

/**
 * Reads the tags of a content as browsers do. No tree is built: for hostile content that takes more than linear time. Of the
 * tree only that part is known which the tokenizer needs: whether a tag is in SVG or MathML.
 */
class LinkReader implements TokenHandler {
  readonly #content: string;
  readonly #tokenizer: Tokenizer;
  /** The open elements that change the namespace, the innermost last. */
  readonly #changes: { readonly namespace: html.NS; readonly tag: html.TAG_ID }[] = [];
  readonly #pieces: string[] = [];
  /** Offset up to which the content is in `#pieces`. */
  #done = 0;

  constructor(content: string) {
    this.#content = content;
    this.#tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, this);
  }

  changed(): string {
    this.#tokenizer.write(this.#content, true);
    return this.#pieces.join('') + this.#content.slice(this.#done);
  }

  onStartTag(tag: Token.TagToken): void {
    if (foreignContent.causesExit(tag)) this.#leaveForeign();
    const namespace = this.#namespace;
    this.#change(tag, namespace);
    if (namespace === NS.HTML) {
      this.#tokenizer.state = TEXT_ELEMENTS.get(tag.tagID) ?? this.#tokenizer.state;
      if (tag.tagID === TAG_ID.SVG) this.#enter(NS.SVG, tag);
      if (tag.tagID === TAG_ID.MATH) this.#enter(NS.MATHML, tag);
      return;
    }
    if (namespace === NS.SVG) foreignContent.adjustTokenSVGTagName(tag);
    if (tag.tagID === ROOTS.get(namespace)) this.#enter(namespace, tag);
    else if (foreignContent.isIntegrationPoint(tag.tagID, namespace, tag.attrs)) this.#enter(NS.HTML, tag);
  }

  onEndTag(tag: Token.TagToken): void {
    if (tag.tagID === TAG_ID.P || tag.tagID === TAG_ID.BR) this.#leaveForeign();
    if (this.#changes.at(-2)?.namespace === NS.SVG) foreignContent.adjustTokenSVGTagName(tag);
    if (tag.tagID === this.#changes.at(-1)?.tag) this.#leave();
  }

  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}
  onCharacter(): void {}
  onNullCharacter(): void {}
  onWhitespaceCharacter(): void {}

  get #namespace(): html.NS {
    return this.#changes.at(-1)?.namespace ?? NS.HTML;
  }

  #enter(namespace: html.NS, { selfClosing, tagID: tag }: Token.TagToken): void {
    if (selfClosing) return;
    this.#changes.push({ namespace, tag });
    this.#tokenizer.inForeignNode = namespace !== NS.HTML;
  }

  #leave(): void {
    this.#changes.pop();
    this.#tokenizer.inForeignNode = this.#namespace !== NS.HTML;
  }

  #leaveForeign(): void {
    while (this.#namespace !== NS.HTML) this.#leave();
  }

  #change({ tagName, attrs, selfClosing, location }: Token.TagToken, namespace: html.NS): void {
    if (!location || (tagName !== 'a' && (tagName !== 'area' || namespace !== NS.HTML))) return;
    const links = linkAttributes(attrs, namespace);
    if (!links) return;
    const written = links.map(
      ({ name, value }) => ` ${name}="${value.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`,
    );
    this.#pieces.push(
      this.#content.slice(this.#done, location.startOffset),
      `<${tagName}${written.join('')}${selfClosing ? ' /' : ''}>`,
    );
    this.#done = location.endOffset;
  }
}

/** The new attributes of a link; null when they need no change, or the element is not a link. */
function linkAttributes(attributes: readonly Token.Attribute[], namespace: html.NS): readonly Token.Attribute[] | null {
  const valueFor = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value;
  const address = (valueFor('href') ?? (namespace === NS.SVG ? valueFor('xlink:href') : undefined))?.replace(
    IGNORED_IN_ADDRESS,
    '',
  );
  if (address === undefined) return null;
  const isExternal = EXTERNAL.test(address);
  if (!isExternal && !address.startsWith('/')) return null;

  const relations = (valueFor('rel') ?? '').split(/[\t\n\f\r ]+/).filter((relation) => relation !== '');
  const kept = relations.filter((relation) => !REPLACED_REL.has(relation.toLowerCase()));
  const others = attributes.filter(({ name }) => name !== 'target' && name !== 'rel');
  if (isExternal) {
    const rel = [...EXTERNAL_REL, ...kept].join(' ');
    return [...others, { name: 'target', value: '_blank' }, { name: 'rel', value: rel }];
  }
  if (valueFor('target') === undefined && kept.length === relations.length) return null;
  return kept.length > 0 ? [...others, { name: 'rel', value: kept.join(' ') }] : others;
}
