/** Which HTML the simple editor can write, with links that run no script. Other HTML is edited as text, so that the editor loses nothing of it. */
import { isLink } from '../../../../engine/language/addresses.ts';
import { escapeHtml } from '../../../text/escape.ts';

/** Elements and their admitted attributes. */
const ADMITTED: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...['P', 'BR', 'STRONG', 'B', 'EM', 'I', 'UL', 'OL', 'LI', 'H2', 'H3', 'H4'].map(
    (name): [string, readonly string[]] => [name, []],
  ),
  ['A', ['href', 'target', 'rel', 'title']],
]);

/** @returns the content of the editor; null for HTML that it cannot write */
export function simpleContent(html: string): DocumentFragment | null {
  // A document made this way runs no script and loads nothing.
  const { body, head } = new DOMParser().parseFromString(html, 'text/html');
  if (head.childNodes.length > 0) return null;
  for (const node of body.querySelectorAll('*')) {
    const attributes = ADMITTED.get(node.tagName);
    if (!attributes || [...node.attributes].some(({ name }) => !attributes.includes(name))) return null;
    if (!isLink(node.getAttribute('href') ?? '')) return null;
  }
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  if (walker.nextNode()) return null;
  const fragment = document.createDocumentFragment();
  fragment.append(...body.childNodes);
  return fragment;
}

const NAMES: Readonly<Record<string, string>> = { B: 'strong', I: 'em', DIV: 'p' };

/** What the editor holds, as simple HTML. */
export function htmlOf(parent: Node): string {
  return [...parent.childNodes].map(partOf).join('');
}

function partOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE)
    return escapeHtml(node.nodeValue ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'");
  if (!(node instanceof HTMLElement)) return '';
  if (node.tagName === 'BR') return '<br>';
  const name = NAMES[node.tagName] ?? (ADMITTED.has(node.tagName) ? node.tagName.toLowerCase() : null);
  const inner = htmlOf(node);
  // Browsers wrap pasted and joined text in elements without a meaning.
  if (name === null) return inner;
  const attributes = (ADMITTED.get(node.tagName) ?? []).flatMap((attribute) => {
    const value = node.getAttribute(attribute);
    return value === null ? [] : [` ${attribute}="${escapeHtml(value)}"`];
  });
  return `<${name}${attributes.join('')}>${inner}</${name}>`;
}
