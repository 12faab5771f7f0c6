/** The links of stored texts that stay on their site. Pure. */
import { jsonValueOf } from '../../engine/json/plain-json.ts';

/** Longest address that is looked at, UTF-16 code units: longer ones lead nowhere that is known. */
const LONGEST = 2_000;

/** Attributes of HTML that lead somewhere or show something. Each place is looked at once. */
const ATTRIBUTES =
  /\b(?:href|src|poster)\s{0,20}=\s{0,20}(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})'|([^\s"'<>]{1,2000}))/gi;

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&#38;': '&', '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' },
};

/**
 * The addresses in a text that lead to its site, as paths with their query; each once.
 * @param text HTML, JSON, or one address
 * @param hosts of the site, in lower case, with their port where they have one
 */
export function localLinks(text: string, hosts: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const take = (address: string) => {
    const path = localPath(address, hosts);
    if (path !== null) found.add(path);
  };
  for (const value of textsIn(text)) {
    if (!value.includes('<')) take(value);
    else for (const [, a, b, c] of value.matchAll(ATTRIBUTES)) take(unescaped(a ?? b ?? c ?? ''));
  }
  return found;
}

/** The name of values that are read, and lead nowhere: titles of menus may look like addresses. */
const WORDS = 'titre';

/** The texts of a JSON document; a text that is none is itself. */
function textsIn(text: string): readonly string[] {
  const document = /^\s*[[{]/.test(text) ? jsonValueOf(text) : undefined;
  if (document === undefined) return [text];
  const texts: string[] = [];
  const open: unknown[] = [document];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) if (name !== WORDS) open.push(inner);
    }
  }
  return texts;
}

const unescaped = (text: string): string =>
  text.replace(/&(?:amp|#38|quot|#39|lt|gt);/g, (one) => ENTITIES[one] ?? one);

/** Path and query of an address of the site; null for other addresses, and for those that a theme makes. */
function localPath(address: string, hosts: ReadonlySet<string>): string | null {
  const written = address.trim();
  // Half of a pair, as JSON may write one, stands in no address.
  if (written.length > LONGEST || !written.isWellFormed() || /[\s\\]|\{\{|\{%/.test(written)) return null;
  const [, host, rest = ''] = /^(?:https?:)?\/\/([^/?#]+)(.*)$/i.exec(written) ?? [];
  if (host !== undefined && !hosts.has(host.toLowerCase())) return null;
  const path = (host === undefined ? written : rest.startsWith('/') ? rest : `/${rest}`).replace(/#.*$/, '');
  return path.startsWith('/') && !path.startsWith('//') ? path : null;
}
