/**
 * Pictures of a site's library in the frame of a preview, which may load nothing of this host: their addresses become the pictures themselves.
 * Pages load this script when a shown page first names such a picture.
 */
import { asData } from './as-data.ts';
import { isPicture, shownCandidate, WITHIN } from './library-addresses.ts';

/** Pictures of one page; of what is beyond, nothing is shown. */
const PER_PAGE = 80;
/** Characters of all pictures of a page, and of those that are kept for the next one. */
const CHARACTERS = 60_000_000;
/** With the name of a variant. */
const VARIANT = /^(?:\/[^/]+){4}$/;
const PICTURE = /^image\/(?:jpeg|png|webp|avif|gif|svg\+xml)(?:;|$)/;
const NOTHING = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E';

/** Addresses in attributes of elements that show pictures. */
const PLACES = [
  ['img, input[type=image]', 'src'],
  ['video', 'poster'],
  ['image', 'href'],
] as const;

interface Written {
  readonly address: string;
  readonly write: (data: string) => void;
}

export class LibraryPictures {
  readonly #path: string;
  /** Variants as `data:` addresses, by their own, which name their content; those that were asked for last stand last. */
  readonly #kept = new Map<string, string>();

  /** @param path address of the site in the studio, behind which members get its pictures */
  constructor(path: string) {
    this.#path = path;
  }

  /** Writes the pictures into a page. What cannot be read is shown as nothing. */
  async writeInto(page: Document): Promise<void> {
    const inAttributes = [...candidatesIn(page), ...addressesIn(page)];
    const styles = stylesIn(page);
    const inStyles = styles.flatMap(({ text }) => text.match(WITHIN) ?? []).filter(isPicture);
    const wanted = [...new Set([...inAttributes.map(({ address }) => address), ...inStyles])].slice(0, PER_PAGE);
    const read = new Map(await Promise.all(wanted.map(async (one) => [one, await this.#dataOf(one)] as const)));
    let room = CHARACTERS;
    for (const [address, data] of read) {
      room -= data.length;
      if (room < 0) read.delete(address);
    }
    const shown = (address: string) => read.get(address) ?? NOTHING;
    for (const { address, write } of inAttributes) write(shown(address));
    for (const { text, write } of styles) write(text.replace(WITHIN, shown));
  }

  /** A picture as a `data:` address; that of an empty one where there is none. */
  async #dataOf(address: string): Promise<string> {
    const kept = this.#kept.get(address);
    const data = kept ?? (await this.#fetch(address));
    // At an address without a variant another picture may be tomorrow: the browser asks whether the one is still right that it has.
    if (data !== null && VARIANT.test(address)) this.#keep(address, data);
    return data ?? NOTHING;
  }

  async #fetch(address: string): Promise<string | null> {
    try {
      const answer = await fetch(this.#path + address, { headers: { Accept: 'image/webp,*/*' } });
      const bytes = answer.ok ? await answer.blob() : null;
      return bytes && PICTURE.test(bytes.type) ? await asData(bytes) : null;
    } catch {
      return null;
    }
  }

  #keep(address: string, data: string): void {
    this.#kept.delete(address);
    this.#kept.set(address, data);
    let characters = [...this.#kept.values()].reduce((sum, one) => sum + one.length, 0);
    for (const [oldest, one] of this.#kept) {
      if (characters <= CHARACTERS) return;
      characters -= one.length;
      this.#kept.delete(oldest);
    }
  }
}

function candidatesIn(page: Document): Written[] {
  return [...page.querySelectorAll('[srcset]')].flatMap((element) => {
    const candidate = shownCandidate(element.getAttribute('srcset') ?? '');
    if (!candidate) return [];
    // Where there is a candidate, a browser does not look at the other address.
    element.removeAttribute('src');
    const write = (data: string) => element.setAttribute('srcset', `${data} ${candidate.descriptor}`.trim());
    return [{ address: candidate.address, write }];
  });
}

function addressesIn(page: Document): Written[] {
  return PLACES.flatMap(([selector, name]) =>
    [...page.querySelectorAll(selector)].flatMap((element) => {
      const address = element.getAttribute(name) ?? '';
      return isPicture(address) ? [{ address, write: (data: string) => element.setAttribute(name, data) }] : [];
    }),
  );
}

function stylesIn(page: Document): { readonly text: string; readonly write: (text: string) => void }[] {
  const sheets = [...page.querySelectorAll('style')].map((element) => ({
    text: element.textContent,
    write: (text: string) => {
      element.textContent = text;
    },
  }));
  const attributes = [...page.querySelectorAll('[style]')].map((element) => ({
    text: element.getAttribute('style') ?? '',
    write: (text: string) => element.setAttribute('style', text),
  }));
  return [...sheets, ...attributes].filter(({ text }) => text.includes('/medias/'));
}
