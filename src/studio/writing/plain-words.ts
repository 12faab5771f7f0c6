import { type HtmlNode, isElement, isText, parseNodes } from './html/fragment.ts';

/** The beginning of a text is read for its first words, UTF-16 code units: a long text is not read as a whole. */
const READ_UNITS = 20_000;

/** Elements without words. */
const WORDLESS = new Set('script style template noscript'.split(' '));
/** Elements after which another word begins. */
const PARTING = new Set('br p li h1 h2 h3 h4 h5 h6 tr td th figcaption div'.split(' '));

/**
 * The words of stored HTML, of which nothing runs or is loaded; a picture is its description. The HTML may be another member's, so the browser does not read
 * it: of some that is broken on purpose it would make elements for minutes. Of what is too much to read the words are what stands between tags.
 */
export function plainWords(html: string): string {
  const nodes = parseNodes(html);
  const words = nodes ? nodes.map(wordsOf).join('') : html.replace(/<[^<>]*>/g, ' ');
  return words.replace(/\s+/g, ' ').trim();
}

function wordsOf(node: HtmlNode): string {
  if (isText(node)) return node.value;
  if (!isElement(node) || WORDLESS.has(node.tagName)) return '';
  const { tagName, attrs, childNodes } = node;
  if (tagName === 'img') {
    const description = attrs.find(({ name }) => name === 'alt')?.value;
    return ` [image${description ? ` : ${description}` : ''}] `;
  }
  if (tagName === 'iframe' || tagName === 'video') return ' [vidéo] ';
  const words = childNodes.map(wordsOf).join('');
  return PARTING.has(tagName) ? `${words} ` : words;
}

/** The first words of a text, as search engines take them; empty for a text without words. @param most characters */
export function firstWords(html: string, most: number): string {
  const words = plainWords(html.slice(0, READ_UNITS).replace(/<img\b[^<>]*>/gi, ' '));
  return words.length > most * 2 ? words.slice(0, most * 2) : words;
}
