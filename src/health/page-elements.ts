import { setImmediate } from 'node:timers/promises';
import { type html, type Token, type TokenHandler, Tokenizer } from 'parse5';
import { TEXT_ELEMENTS } from '../text/html-text-elements.ts';

/** The parts of an element that the checks need. */
export interface PageElement {
  /** In lower case, as are the names of its attributes. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Whether text other than white space follows its start tag before the next tag. */
  readonly hasText: boolean;
}

/** How many elements are read: a longer page is judged by the first ones. */
const ELEMENTS = 1_000;

/** Length that is read before the event loop gets its turn, UTF-16 units: a few milliseconds of work. */
const SLICE_UNITS = 32 * 1024;

/**
 * The elements of a page with one of these names, in their order. The page may be hostile, so no tree is built: the cost grows with the
 * length of the page alone, however its tags are nested.
 */
export async function elementsOf(page: string, names: ReadonlySet<string>): Promise<readonly PageElement[]> {
  const reader = new ElementReader(names);
  const tokenizer = new Tokenizer({}, reader);
  reader.enters = (tag) => {
    tokenizer.state = TEXT_ELEMENTS.get(tag) ?? tokenizer.state;
  };
  for (let read = 0; read < page.length; read += SLICE_UNITS) {
    if (read > 0) await setImmediate();
    tokenizer.write(page.slice(read, read + SLICE_UNITS), read + SLICE_UNITS >= page.length);
  }
  return reader.elements;
}

class ElementReader implements TokenHandler {
  readonly elements: PageElement[] = [];
  /** Called with each start tag. */
  enters: (tag: html.TAG_ID) => void = () => undefined;
  readonly #names: ReadonlySet<string>;
  /** The element whose start tag was read last, where its name is one of the wanted. */
  #open: { hasText: boolean } | null = null;

  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  onStartTag({ tagID, tagName: name, attrs }: Token.TagToken): void {
    this.enters(tagID);
    this.#open = null;
    if (!this.#names.has(name) || this.elements.length >= ELEMENTS) return;
    const element = { name, attributes: new Map(attrs.map((attr) => [attr.name, attr.value])), hasText: false };
    this.elements.push(element);
    this.#open = element;
  }

  onEndTag(): void {
    this.#open = null;
  }

  onCharacter(): void {
    if (this.#open) this.#open.hasText = true;
  }

  onNullCharacter(): void {}
  onWhitespaceCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}
}
