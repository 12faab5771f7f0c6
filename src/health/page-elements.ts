import { setImmediate } from 'node:timers/promises';
import { type html, type Token, type TokenHandler, Tokenizer } from 'parse5';
import { TEXT_ELEMENTS } from '../text/html-text-elements.ts';

/** What is read of an element. */
export interface PageElement {
  /** In lower case, as its attributes' names. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Whether text other than white space follows its start tag before the next tag. */
  readonly hasText: boolean;
}

/** Elements that are read at most: a page that has more of them is judged by the first. */
const ELEMENTS = 1_000;

/** How much is read before the event loop goes on, UTF-16 units: a few milliseconds of work. */
const SLICE_UNITS = 32 * 1024;

/**
 * The elements of a page that have one of these names, in their order. The page may be hostile: its tokens are read without
 * making a tree of them, so that the cost grows with its length alone, however its tags are nested.
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
  /** The element whose start tag was read last, when it is one of those that are asked for. */
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
