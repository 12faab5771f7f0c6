import { setImmediate } from 'node:timers/promises';
import { Tokenizer } from 'htmlparser2';

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

/** What is read in one go, UTF-16 units: some milliseconds, then others have their turn. */
const SLICE_UNITS = 32 * 1024;

/**
 * The elements of a page that have one of these names, in their order. The page may be hostile: its tokens are read without
 * making a tree of them, so that the cost grows with its length alone, however its tags are nested.
 * @param attributes names of those that are read
 */
export async function elementsOf(
  html: string,
  names: ReadonlySet<string>,
  attributes: ReadonlySet<string>,
): Promise<readonly PageElement[]> {
  const elements: PageElement[] = [];
  let open: { name: string; attributes: Map<string, string>; hasText: boolean } | null = null;
  let attribute: { name: string; value: string } | null = null;

  const noteText = (text: string) => {
    if (open && !open.hasText && text.trim() !== '') open.hasText = true;
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        const name = html.slice(start, end).toLowerCase();
        open = names.has(name) && elements.length < ELEMENTS ? { name, attributes: new Map(), hasText: false } : null;
        if (open) elements.push(open);
      },
      onattribname(start, end) {
        const name = open && html.slice(start, end).toLowerCase();
        attribute = name !== null && attributes.has(name) ? { name, value: '' } : null;
      },
      onattribdata(start, end) {
        if (attribute) attribute.value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        if (attribute) attribute.value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        // As browsers do, of two attributes of one name the first counts.
        if (open && attribute && !open.attributes.has(attribute.name)) {
          open.attributes.set(attribute.name, attribute.value);
        }
        attribute = null;
      },
      ontext: (start, end) => noteText(html.slice(start, end)),
      ontextentity: (codePoint) => noteText(String.fromCodePoint(codePoint)),
      onclosetag() {
        open = null;
      },
      onopentagend: () => undefined,
      onselfclosingtag: () => undefined,
      oncdata: () => undefined,
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  );
  for (let read = 0; read < html.length; read += SLICE_UNITS) {
    if (read > 0) await setImmediate();
    tokenizer.write(html.slice(read, read + SLICE_UNITS));
  }
  tokenizer.end();
  return elements;
}
