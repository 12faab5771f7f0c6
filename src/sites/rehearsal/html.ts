/** Reads the HTML of a page as browsers do. A theme made it, so this code runs in a thread with a time limit. */
import { type Token, type TokenHandler, Tokenizer } from 'parse5';
import { TEXT_ELEMENTS } from '../../text/html-text-elements.ts';

/** How many different addresses are taken from one page, and their longest length, UTF-16 code units. */
const ADDRESSES = 300;
const ADDRESS_UNITS = 2_000;

interface PageAddress {
  /** Path and query. */
  readonly adresse: string;
  /** `fichier`: what the page loads; `lien`: where it leads. */
  readonly genre: 'lien' | 'fichier';
}

/** A section that left a comment in its place. */
export interface FailedPlace {
  readonly kind: 'en erreur' | 'inconnue' | 'trop imbriquée';
  readonly type: string;
}

export interface PageFacts {
  /** Names of files of the theme's folder `assets`. */
  readonly files: readonly string[];
  /** Other addresses on the site itself. */
  readonly addresses: readonly PageAddress[];
  readonly failed: readonly FailedPlace[];
}

interface PageToRead {
  /** Its HTML, in which the theme's id is `themeId`. */
  readonly html: string;
  readonly themeId: string;
  /** Path and query of the page. */
  readonly adresse: string;
  /** Hosts of the site. */
  readonly hosts: readonly string[];
}

/** The time is in proportion to the page, except for elements with thousands of attributes. */
export function readPage(page: PageToRead): PageFacts {
  const reader = new PageReader(page);
  reader.read(page.html);
  return {
    files: filesOf(page),
    addresses: [...reader.addresses].map(([adresse, genre]) => ({ adresse, genre })),
    failed: reader.failed,
  };
}

/** Files of the theme wherever their address stands: in attributes, styles and scripts. */
function filesOf({ html, themeId }: PageToRead): string[] {
  const address = new RegExp(`/theme-assets/${themeId}/([A-Za-z0-9][\\w.-]*)`, 'g');
  const names = new Set<string>();
  for (const [, name = ''] of html.matchAll(address)) {
    if (names.size === ADDRESSES) break;
    names.add(name);
  }
  return [...names];
}

const FAILED = /^ section (en erreur|inconnue|trop imbriquée) : (.{0,120}) $/u;
/** Relations of a `link` that the browser loads. */
const LOADED = /\b(?:stylesheet|icon|preload|modulepreload|manifest)\b/i;

class PageReader implements TokenHandler {
  readonly addresses = new Map<string, PageAddress['genre']>();
  readonly failed: FailedPlace[] = [];
  readonly #tokenizer = new Tokenizer({}, this);
  readonly #base: URL;
  readonly #hosts: ReadonlySet<string>;

  constructor({ adresse, hosts }: PageToRead) {
    this.#hosts = new Set(hosts);
    this.#base = new URL(adresse, `http://${hosts[0] ?? 'site.invalid'}`);
  }

  read(html: string): void {
    this.#tokenizer.write(html, true);
  }

  onStartTag({ tagName, tagID, attrs }: Token.TagToken): void {
    // No tree is built, so that the text elements of SVG count as those of HTML.
    this.#tokenizer.state = TEXT_ELEMENTS.get(tagID) ?? this.#tokenizer.state;
    const values = new Map(attrs.map(({ name, value }) => [name, value]));
    const href = values.get('href');
    if (tagName === 'a' || tagName === 'area') this.#note(href, 'lien');
    else if (tagName === 'link') this.#note(href, LOADED.test(values.get('rel') ?? '') ? 'fichier' : 'lien');
    else if (tagName === 'iframe') this.#note(values.get('src'), 'lien');
    else {
      this.#note(values.get('src'), 'fichier');
      this.#note(values.get('poster'), 'fichier');
      for (const candidate of (values.get('srcset') ?? '').split(',')) {
        this.#note(candidate.trim().split(/\s/, 1)[0], 'fichier');
      }
    }
  }

  onComment({ data }: Token.CommentToken): void {
    const [, kind, type = ''] = FAILED.exec(data) ?? [];
    if (kind && this.failed.length < ADDRESSES) this.failed.push({ kind: kind as FailedPlace['kind'], type });
  }

  onEndTag(): void {}
  onDoctype(): void {}
  onEof(): void {}
  onCharacter(): void {}
  onNullCharacter(): void {}
  onWhitespaceCharacter(): void {}

  #note(written: string | undefined, genre: PageAddress['genre']): void {
    if (!written || written.length > ADDRESS_UNITS || this.addresses.size === ADDRESSES) return;
    const url = URL.canParse(written, this.#base.href) ? new URL(written, this.#base) : null;
    if (!url || !/^https?:$/.test(url.protocol) || !this.#hosts.has(url.hostname)) return;
    // Addresses of the theme's own files are searched in the whole text.
    if (url.pathname.startsWith('/theme-assets/')) return;
    const address = url.pathname + url.search;
    if (!this.addresses.has(address)) this.addresses.set(address, genre);
  }
}
