import { RAW_TEXT, VOID } from '../../text/html-elements.ts';
import type { OpenAttribute, OpenTag, Path } from './path.ts';
import { type Attribute, type Branch, isIn, type Place, type Tag } from './tags.ts';

/** What a lexer has found wrong in the tags themselves. */
export type TagMistake = 'attribut_en_double' | 'guillemet_ouvert' | 'guillemet_perdu' | 'balise_ouverte';

/** Hears what is read. */
export interface TagListener {
  tag(path: Path, tag: Tag, endsItself: boolean): void;
  mistake(kind: TagMistake, place: Place, name: string): void;
  /** What begins there ends as it should. */
  ended(start: number): void;
  /** Tags have been passed over: nothing can be said about which elements are open. */
  lost(): void;
}

/** More attributes are not looked at. */
const ATTRIBUTES_AT_MOST = 64;

/** The name of an attribute is not longer. */
const ATTRIBUTE_UNITS = 80;

const LETTER = /[a-z]/i;
const NAME = /[^\s/><]*/y;
const ATTRIBUTE_NAME = /[^\s/>=<]*/y;
const UNQUOTED = /[^\s>]*/y;
const BLANKS = /\s*/y;
const BLANKS_AND_SLASHES = /[\s/]*/y;
/** What stands before the quote that begins the value of a further attribute. */
const AWAITS_VALUE = /\s[\w:.-]+=$/;

const after = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
};

const RAW_ENDS = new Map([...RAW_TEXT].map((name) => [name, new RegExp(`</${name}(?=[\\s/>]|$)`, 'gi')]));

/** Reads the tags of HTML, text by text: between two texts stands Liquid. Linear. */
export class Lexer {
  readonly #listener: TagListener;
  #text = '';
  #base = 0;

  constructor(listener: TagListener) {
    this.#listener = listener;
  }

  /** @param base where the text begins in its file */
  read(path: Path, text: string, base: number, branch: Branch): void {
    this.#text = text;
    this.#base = base;
    for (let at = 0; at < text.length; ) at = this.#step(path, at, branch);
  }

  #step(path: Path, at: number, branch: Branch): number {
    switch (path.mode) {
      case 'data':
        return this.#data(path, at);
      case 'name':
        return this.#name(path, at);
      case 'attributes':
        return this.#attributes(path, at, branch);
      case 'attribute':
        return this.#attribute(path, at);
      case 'equals':
        return this.#equals(path, at);
      case 'value':
        return this.#value(path, at);
      case 'quoted':
        return this.#quoted(path, at);
      case 'unquoted':
        return this.#unquoted(path, at);
      case 'comment':
        return this.#until(path, '-->', at);
      case 'declaration':
        return this.#until(path, '>', at);
      default:
        return this.#raw(path, at);
    }
  }

  #data(path: Path, at: number): number {
    const text = this.#text;
    const open = text.indexOf('<', at);
    if (open === -1) return text.length;
    const isEnd = text[open + 1] === '/';
    const from = open + (isEnd ? 2 : 1);
    const first = text[from];
    if (first === undefined || LETTER.test(first)) {
      path.mode = 'name';
      path.tag = opened(this.#base + open, isEnd);
      return from;
    }
    path.since = this.#base + open;
    if (text.startsWith('<!--', open)) {
      path.mode = 'comment';
      // `<!-->` is a whole comment.
      return open + 2;
    }
    if (first !== '!' && first !== '?' && !isEnd) return open + 1;
    path.mode = 'declaration';
    return from;
  }

  #name(path: Path, at: number): number {
    const { tag } = path;
    const first = this.#text[at] ?? '';
    if (!tag || (tag.name === '' && !LETTER.test(first))) {
      path.mode = 'data';
      return at;
    }
    const end = after(NAME, this.#text, at);
    path.tag = { ...tag, name: tag.name + this.#text.slice(at, end).toLowerCase() };
    if (end < this.#text.length) path.mode = 'attributes';
    return end;
  }

  #attributes(path: Path, at: number, branch: Branch): number {
    const from = after(BLANKS_AND_SLASHES, this.#text, at);
    const first = this.#text[from];
    const { tag } = path;
    if (first === undefined || !tag) return from;
    if (first === '>') {
      this.#listener.ended(tag.start);
      return this.#finish(path, tag, from, this.#text[from - 1] === '/');
    }
    if (first === '<') {
      this.#listener.mistake('balise_ouverte', { start: tag.start, end: this.#base + from }, shown(tag));
      this.#finish(path, tag, from - 1, false);
      return from;
    }
    const start = this.#base + from;
    path.attribute = {
      ...{ start, name: '', isDynamic: false, nameEnd: start, value: undefined, valueStart: start },
      ...{ isComputed: false, quote: '', hasEnd: false, branch },
    };
    path.mode = 'attribute';
    if (first !== '"' && first !== "'" && first !== '=') return from;
    if (first !== '=') this.#listener.mistake('guillemet_perdu', { start, end: start + 1 }, shown(tag));
    this.#name_(path, this.#text[from] ?? '', from + 1);
    return from + 1;
  }

  #name_(path: Path, name: string, end: number): void {
    const { attribute } = path;
    if (attribute) {
      path.attribute = { ...attribute, name: attribute.name + name.toLowerCase(), nameEnd: this.#base + end };
    }
  }

  #attribute(path: Path, at: number): number {
    const end = after(ATTRIBUTE_NAME, this.#text, at);
    this.#name_(path, this.#text.slice(at, end), end);
    const quote = this.#text.slice(at, end).search(/["']/);
    if (quote !== -1 && path.tag) {
      const start = this.#base + at + quote;
      this.#listener.mistake('guillemet_perdu', { start, end: start + 1 }, shown(path.tag));
    }
    const next = this.#text[end];
    if (next === undefined) return end;
    if (next === '=') {
      path.mode = 'value';
      return end + 1;
    }
    if (/\s/.test(next)) path.mode = 'equals';
    else this.end(path);
    return end;
  }

  #equals(path: Path, at: number): number {
    const from = after(BLANKS, this.#text, at);
    const next = this.#text[from];
    if (next === '=') {
      path.mode = 'value';
      return from + 1;
    }
    if (next !== undefined) this.end(path);
    return from;
  }

  #value(path: Path, at: number): number {
    const from = after(BLANKS, this.#text, at);
    const first = this.#text[from];
    const { attribute } = path;
    if (first === undefined || !attribute) return from;
    const isQuoted = first === '"' || first === "'";
    const begin = from + (isQuoted ? 1 : 0);
    path.attribute = { ...attribute, quote: isQuoted ? first : '', value: '', valueStart: this.#base + begin };
    path.mode = isQuoted ? 'quoted' : 'unquoted';
    if (first === '>') this.end(path);
    return begin;
  }

  #quoted(path: Path, at: number): number {
    const { attribute, tag } = path;
    const text = this.#text;
    if (!attribute || !tag) return text.length;
    const close = text.indexOf(attribute.quote, at);
    const part = text.slice(at, close === -1 ? text.length : close);
    const ends = part.indexOf('>');
    const isOpen =
      close === -1
        ? ends !== -1 && !/[<]/.test(part.slice(0, ends)) && /^>\s*[^<]*<\/?[a-z]/i.test(part.slice(ends))
        : takesFurtherTag(part, attribute.hasEnd ? 0 : ends, text[close + 1]) ||
          (AWAITS_VALUE.test(part.slice(-ATTRIBUTE_UNITS)) && !/[\s/>]/.test(text[close + 1] ?? ''));
    if (isOpen) {
      const place = { start: attribute.start, end: attribute.nameEnd };
      this.#listener.mistake('guillemet_ouvert', place, attribute.name);
      this.end(path);
      if (ends !== -1) return at + ends;
      if (!attribute.hasEnd) return this.#further(path, part, close);
      // The tag ended before the last Liquid: what has been passed over is not read again.
      this.#listener.lost();
      path.attribute = { ...attribute, value: '', valueStart: this.#base + close + 1, hasEnd: false };
      path.mode = 'quoted';
      return close + 1;
    }
    const value = attribute.isComputed ? attribute.value : (attribute.value ?? '') + part;
    path.attribute = { ...attribute, value, hasEnd: attribute.hasEnd || ends !== -1 };
    if (close === -1) return text.length;
    this.#listener.ended(attribute.start);
    this.end(path);
    return close + 1;
  }

  /** Reads the value of the attribute whose name stands at the end of an unended value. */
  #further(path: Path, part: string, quote: number): number {
    const name = /[\w:.-]+(?==$)/.exec(part.slice(-ATTRIBUTE_UNITS))?.[0] ?? '';
    const start = this.#base + quote - 1 - name.length;
    const { branch } = path.tag?.attributes.at(-1) ?? {};
    if (!branch) return quote;
    path.attribute = {
      ...{ start, name: name.toLowerCase(), isDynamic: false, nameEnd: start + name.length, value: '' },
      ...{
        valueStart: this.#base + quote + 1,
        isComputed: false,
        quote: this.#text[quote] ?? '',
        hasEnd: false,
        branch,
      },
    };
    path.mode = 'quoted';
    return quote + 1;
  }

  #unquoted(path: Path, at: number): number {
    const { attribute, tag } = path;
    const end = after(UNQUOTED, this.#text, at);
    if (!attribute || !tag) return end;
    const part = this.#text.slice(at, end);
    const quote = part.search(/["']/);
    if (quote !== -1) {
      const start = this.#base + at + quote;
      this.#listener.mistake('guillemet_perdu', { start, end: start + 1 }, shown(tag));
    }
    path.attribute = { ...attribute, value: attribute.isComputed ? attribute.value : (attribute.value ?? '') + part };
    if (end < this.#text.length) this.end(path);
    return end;
  }

  #until(path: Path, end: string, at: number): number {
    const close = this.#text.indexOf(end, at);
    if (close === -1) return this.#text.length;
    this.#listener.ended(path.since);
    path.mode = 'data';
    return close + end.length;
  }

  #raw(path: Path, at: number): number {
    const pattern = RAW_ENDS.get(path.raw);
    if (!pattern) return this.#text.length;
    pattern.lastIndex = at;
    const found = pattern.exec(this.#text);
    if (!found) return this.#text.length;
    path.raw = '';
    path.mode = 'name';
    path.tag = opened(this.#base + found.index, true);
    return found.index + 2;
  }

  /** Ends the attribute that is being read. */
  end(path: Path): void {
    const { attribute, tag } = path;
    path.mode = 'attributes';
    path.attribute = undefined;
    if (!attribute || !tag) return;
    const added = asAttribute(attribute);
    if (tag.attributes.length >= ATTRIBUTES_AT_MOST) {
      path.tag = { ...tag, hasUnknown: true };
      return;
    }
    const isSecond = ({ name, branch }: Attribute) => name === added.name && isIn(added.branch, branch);
    if (added.name !== undefined && tag.attributes.some(isSecond)) {
      this.#listener.mistake('attribut_en_double', { start: attribute.start, end: attribute.nameEnd }, added.name);
    }
    path.tag = { ...tag, attributes: [...tag.attributes, added] };
  }

  /** @param at the `>` that ends it */
  #finish(path: Path, tag: OpenTag, at: number, endsItself: boolean): number {
    path.mode = 'data';
    path.tag = undefined;
    const { start, name, isDynamic, isEnd, attributes, hasUnknown } = tag;
    const whole: Tag = { start, end: this.#base + at + 1, name, isDynamic, isEnd, attributes, hasUnknown };
    if (!isEnd && RAW_TEXT.has(name) && !path.stack?.isForeign) {
      path.mode = 'raw';
      path.raw = name;
    }
    this.#listener.tag(path, whole, endsItself);
    return at + 1;
  }
}

/** What Liquid writes where a path stands. @param written the Liquid */
export function writeLiquid(lexer: Lexer, path: Path, written: string): void {
  const { tag, attribute } = path;
  if (path.mode === 'equals') lexer.end(path);
  if (path.mode === 'value') path.mode = 'unquoted';
  if (path.mode === 'name' && tag) path.tag = { ...tag, name: tag.name + written, isDynamic: true };
  else if (path.mode === 'attributes' && path.tag) path.tag = { ...path.tag, hasUnknown: true };
  else if (path.mode === 'attribute' && attribute) path.attribute = { ...attribute, isDynamic: true };
  else if (attribute && path.attribute) path.attribute = { ...path.attribute, isComputed: true };
}

/** Whether a value runs through the end of its tag into an attribute of another one. @param from where the value has ended its tag */
const takesFurtherTag = (part: string, from: number, behind: string | undefined): boolean =>
  from !== -1 &&
  /<\/?[a-z]/i.test(part.slice(from)) &&
  (AWAITS_VALUE.test(part.slice(-ATTRIBUTE_UNITS)) || /[^\s/>]/.test(behind ?? ' '));

const opened = (start: number, isEnd: boolean): OpenTag => ({
  ...{ start, isEnd, name: '', isDynamic: false, attributes: [], hasUnknown: false },
});

/** A tag as people name it. */
const shown = ({ name, isEnd }: OpenTag): string => `${isEnd ? '/' : ''}${name}`;

const asAttribute = (open: OpenAttribute): Attribute => ({
  start: open.start,
  end: open.nameEnd,
  name: open.isDynamic ? undefined : open.name,
  value: open.value,
  valueStart: open.valueStart,
  isComputed: open.isComputed,
  branch: open.branch,
});

/** Whether an element has neither contents nor an end. */
export const isEmpty = (name: string): boolean => VOID.has(name);
