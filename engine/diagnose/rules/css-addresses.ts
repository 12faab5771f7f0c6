import type { ThemeFile } from '../../document/theme-documents.ts';
import { nodesIn } from '../../document/walk.ts';
import { isBlocked, type PolicyDirective } from '../../language/site-policy.ts';
import { htmlOf } from '../html/of-file.ts';

/** An address in a style sheet that browsers do not load. */
interface BlockedAddress {
  readonly directive: PolicyDirective;
  readonly offset: number;
  readonly end: number;
}

const IMPORT = /@import\s+(?:url\(\s*)?["']?((?:https?:)?\/\/[^\s"')\\;{}]+)/gi;
const FONT_FACE = /@font-face\s*\{[^{}]*\}/gi;
const URL = /url\(\s*["']?((?:https?:)?\/\/[^\s"')\\;{}]+)/gi;
const STYLE_END = /<\/style/gi;

/** The addresses in the styles of a file that browsers block: style sheets and fonts from elsewhere, and pictures without https. */
export function* blockedInStyles(file: ThemeFile): Generator<BlockedAddress> {
  for (const { text, base } of stylesIn(file)) {
    const faces = [...text.matchAll(FONT_FACE)].map(({ index, 0: whole }) => [index, index + whole.length] as const);
    yield* blocked(text, base, IMPORT, () => 'style-src');
    let face = 0;
    yield* blocked(text, base, URL, (at) => {
      while ((faces[face]?.[1] ?? at) < at) face++;
      return (faces[face]?.[0] ?? at) < at ? 'default-src' : 'img-src';
    });
  }
}

function* blocked(
  text: string,
  base: number,
  pattern: RegExp,
  directiveAt: (at: number) => PolicyDirective,
): Generator<BlockedAddress> {
  for (const { index, 0: whole, 1: address = '' } of text.matchAll(pattern)) {
    const directive = directiveAt(index);
    const isImported = directive === 'img-src' && /@import\s+$/i.test(text.slice(Math.max(0, index - 20), index));
    const end = base + index + whole.length;
    if (!isImported && isBlocked(directive, address)) yield { directive, offset: end - address.length, end };
  }
}

/** What a file writes into style sheets of its pages, and into styles of elements. */
function* stylesIn(file: ThemeFile): Generator<{ text: string; base: number }> {
  const { source } = file;
  for (const { name, end, attributes } of file.known(htmlOf).tags) {
    const own = attributes.find((attribute) => attribute.name === 'style');
    if (own?.value) yield { text: own.value, base: own.valueStart };
    if (name !== 'style') continue;
    STYLE_END.lastIndex = end;
    yield { text: source.slice(end, STYLE_END.exec(source)?.index ?? source.length), base: end };
  }
  for (const node of nodesIn(file.liquid().nodes)) {
    if (node.kind !== 'tag') continue;
    if (node.name === 'stylesheet' && node.raw) yield { text: node.raw.text, base: node.raw.offset };
    else if (node.name === 'style' && node.close) {
      yield { text: source.slice(node.end, node.close.start), base: node.end };
    }
  }
}
