import type { Incident } from '../../contract/previews.ts';
import { bridgeSource } from './bridge.ts';
import type { WritePictures } from './write-pictures.ts';

/** What a rendered page needs to stand by itself in a frame that may load nothing of this host. */
interface FrameSources {
  /** Path under which the page's addresses of theme files begin, with the slash at its end. */
  readonly resources: string;
  /** The text of a file of the theme's folder `assets`, unsaved changes included. */
  readonly assetText: (name: string) => string | undefined;
  /** A font of this host as a `data:` address; null where there is none. */
  readonly font: (address: string) => Promise<string | null>;
  /** Writes the pictures of the site's library into the page. */
  readonly pictures: WritePictures;
  /** The nonce of the page around: the frame inherits its policy. */
  readonly nonce: string;
  /** The token that the bridge puts into its messages. */
  readonly token: string;
  readonly incidents: readonly Incident[];
}

/**
 * Forbids theme code to use the network by script, to send forms and to start workers, whatever the policy of the page around it allows.
 * The frame's `sandbox` does the rest: an opaque origin, no other windows, no navigation of the page around it.
 */
const POLICY = "connect-src 'none'; form-action 'none'; worker-src 'none'; manifest-src 'none'";

const FONT_ADDRESS = /\/polices\/[\w.-]+\.woff2/g;
/** Characters that end an address in a style sheet and that `encodeURIComponent` does not encode. */
const IN_STYLE_ADDRESS = /['()]/g;
const asPercent = (character: string): string => `%${character.charCodeAt(0).toString(16)}`;
const FONT_FACE = /@font-face\s*\{[^{}]*\}/gi;
/** Excludes parentheses: in a text of many `url(` each would otherwise be read to the end of the text. */
const STYLE_ADDRESS = /url\(\s*(["']?)([^"'()\s]+)\1\s*\)/g;

/** The document of the frame: the page with its theme's files written into it. */
export async function frameDocument(html: string, sources: FrameSources): Promise<string> {
  // A document made this way runs no script and loads nothing.
  const page = new DOMParser().parseFromString(html, 'text/html');
  const assets = new Assets(sources);
  for (const link of page.querySelectorAll('link[href]')) {
    const name = assets.nameIn(link.getAttribute('href') ?? '');
    if (name?.endsWith('.css') && link.getAttribute('rel')?.includes('stylesheet')) {
      const style = page.createElement('style');
      style.setAttribute('nonce', sources.nonce);
      const media = link.getAttribute('media');
      if (media) style.setAttribute('media', media);
      style.textContent = assets.styleSheet(name);
      link.replaceWith(style);
    } else if (link.getAttribute('rel')?.includes('preload')) link.remove();
  }
  for (const element of page.querySelectorAll('[src], [srcset], [href], [poster], [data], [style]')) {
    for (const { name, value } of [...element.attributes]) {
      if (value.includes(sources.resources)) element.setAttribute(name, assets.withData(value));
    }
  }
  for (const style of page.querySelectorAll('style')) {
    if (style.textContent.includes(sources.resources)) style.textContent = assets.withData(style.textContent);
  }
  await inlineFonts(page, sources);
  if (html.includes('/medias/')) await sources.pictures(page);

  const policy = page.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = POLICY;
  page.head.prepend(policy);
  const script = page.createElement('script');
  script.setAttribute('nonce', sources.nonce);
  script.textContent = bridgeSource(sources.incidents, sources.nonce, sources.token);
  policy.after(script);
  const kind = page.doctype ? '<!DOCTYPE html>' : '';
  return kind + page.documentElement.outerHTML;
}

/** Replaces addresses of theme files by the files themselves. */
class Assets {
  readonly #sources: FrameSources;
  readonly #addresses: RegExp;

  constructor(sources: FrameSources) {
    this.#sources = sources;
    const path = sources.resources.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    this.#addresses = new RegExp(`${path}([A-Za-z0-9][\\w.-]*)`, 'g');
  }

  nameIn(address: string): string | null {
    const { resources } = this.#sources;
    return address.startsWith(resources) ? address.slice(resources.length) : null;
  }

  withData(text: string): string {
    return text.replace(this.#addresses, (address, name: string) => this.#dataOf(name) ?? address);
  }

  /** A style sheet; addresses relative to it are those of other files in `assets/`. */
  styleSheet(name: string): string {
    const text = this.#sources.assetText(name) ?? '';
    return this.withData(text).replace(STYLE_ADDRESS, (written, _quote, address: string) => {
      const data = /^[a-z]+:|^[/#]/i.test(address) ? null : this.#dataOf(address.replace(/^\.\//, ''));
      return data === null ? written : `url("${data}")`;
    });
  }

  #dataOf(name: string): string | null {
    const text = this.#sources.assetText(name);
    if (text === undefined) return null;
    const type = name.endsWith('.svg') ? 'image/svg+xml' : 'text/css';
    return `data:${type};charset=utf-8,${encodeURIComponent(text).replace(IN_STYLE_ADDRESS, asPercent)}`;
  }
}

/** Writes the faces of the common characters into the page; the others would take longer than they are worth. */
const isCommon = (address: string): boolean => !address.includes('-latin-ext-');

async function inlineFonts(page: Document, { font }: FrameSources): Promise<void> {
  const styles = [...page.querySelectorAll('style')];
  const wanted = new Set(styles.flatMap(({ textContent }) => textContent.match(FONT_ADDRESS) ?? []));
  if (wanted.size === 0) return;
  const read = await Promise.all(
    [...wanted].map(async (address) => [address, isCommon(address) ? await font(address) : null] as const),
  );
  const data = new Map(read);
  for (const style of styles) {
    style.textContent = style.textContent
      // The browser would report a face whose file is missing.
      .replace(FONT_FACE, (face) =>
        (face.match(FONT_ADDRESS) ?? []).some((address) => !data.get(address)) ? '' : face,
      )
      .replace(FONT_ADDRESS, (address) => data.get(address) ?? 'data:,');
  }
}
