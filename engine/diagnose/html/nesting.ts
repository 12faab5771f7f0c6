import { endsWithSlash, isEndedBy, mayEndUnsaid } from '../../text/html-elements.ts';
import type { Path } from './path.ts';
import { type Stack, Stacks } from './stack.ts';
import { type Element, elementOf, endElement, isEnded, type Place, type Tag } from './tags.ts';

/** Deeper elements are not looked at. */
const DEPTH_AT_MOST = 250;

/** A file with more end tags that end nothing is not judged. */
const LONE_ENDS_AT_MOST = 100;

/** So many elements that the end of others has ended are remembered. */
const DROPPED_AT_MOST = 16;

/** What is wrong with the starts and ends of elements. */
export interface NestingMistake extends Place {
  /**
   * The code of the diagnostic. `element_ouvert`: no end tag ends the element; `fin_sans_debut`: the end tag ends nothing; `elements_croises`: the end tag comes before that of
   * an element within; `fin_omise`: the end tag of the element might be left out, and is.
   */
  readonly kind: 'element_ouvert' | 'fin_sans_debut' | 'elements_croises' | 'fin_omise';
  readonly name: string;
  /** The tag that has ended it instead, or what is crossed. */
  readonly by?: Tag;
  /** The part of its file that begins and ends on its own. */
  readonly fragment: number;
}

interface End {
  readonly tag: Tag;
  readonly fragment: number;
  /** The columns before it, where it is the first on its line. */
  readonly indent: number | null;
  /** It ends an element, on whatever way. */
  isUsed: boolean;
  /** It ends an element and none within, on whatever way. */
  isClean: boolean;
  /** An element within, whose end tag comes later. */
  crossed: Tag | undefined;
  /** The element that it ends is ended once more. */
  isSuperfluous: boolean;
  /** What had ended its element before. */
  before: Tag | undefined;
  /** An end tag before it that stands under no start tag, and has ended the element of this one. */
  instead: Tag | undefined;
}

/** An end tag that has ended an element of its name, but stands under another one's start tag, or under none. */
interface Shifted {
  readonly end: Tag;
  readonly element: Element;
  readonly under: Element | undefined;
}

/** Which elements are open on each way through a file, and what never ends or begins on any of them. */
export class Nesting {
  readonly #source: string;
  readonly #stacks = new Stacks();
  readonly #elements = new Map<number, { readonly element: Element; readonly fragment: number }>();
  readonly #ends = new Map<number, End>();
  /** Elements that are open once more, by the end tag that may have been one too many. */
  readonly #revived = new Map<Element, End>();
  readonly #shifted: Shifted[] = [];
  #fragments = 0;
  #fragment = 0;
  #loneEnds = 0;
  #isUncertain = false;
  /** How many end tags stand there that might be left out. */
  saidEnds = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Begins a part of the file that stands on its own. @returns the one around it */
  begin(): number {
    const around = this.#fragment;
    this.#fragment = ++this.#fragments;
    return around;
  }

  /** Goes on with the part around. */
  resume(fragment: number): void {
    this.#fragment = fragment;
  }

  /** Whether it is no longer known, or worth knowing, what is open. */
  isBeyond({ stack }: Path): boolean {
    return (stack?.depth ?? 0) > DEPTH_AT_MOST || this.#loneEnds > LONE_ENDS_AT_MOST;
  }

  open(path: Path, tag: Tag, endsItself: boolean): void {
    let ended: Stack | undefined;
    for (let at = path.stack; at && mayEndUnsaid(at.name); at = at.below ?? null) {
      if (isEndedBy(at.name, tag.name)) ended = at;
    }
    if (ended) this.#dropTo(path, ended.below, tag, undefined);
    if (endsItself && (path.stack?.isForeign || endsWithSlash(tag.name))) return;
    const known = this.#elements.get(tag.start);
    const element = known?.element ?? elementOf(tag, this.#indentOf(tag));
    if (!known) this.#elements.set(tag.start, { element, fragment: this.#fragment });
    path.stack = this.#stacks.push(path.stack, element);
  }

  close(path: Path, tag: Tag): void {
    const end = this.#endOf(tag);
    let at = path.stack;
    while (at && !isEndOf(tag, at.element.tag)) at = at.below;
    if (at) this.#close(path, at, end);
    else this.#endNothing(path, end);
  }

  #close(path: Path, at: Stack, end: End): void {
    let isClean = true;
    for (let above = path.stack; above && above !== at; above = above.below) isClean &&= mayEndUnsaid(above.name);
    const { element } = at;
    this.#dropTo(path, at, end.tag, element);
    path.stack = at.below;
    endElement(element);
    end.isUsed = true;
    end.isClean ||= isClean;
    const revived = this.#revived.get(element);
    if (revived && revived !== end) revived.isSuperfluous = true;
    this.#noteShift(at, end);
  }

  mistakes(): NestingMistake[] {
    if (this.#isUncertain) return [];
    const found: NestingMistake[] = [];
    const reported = new Set<number>();
    const add = (kind: NestingMistake['kind'], { start, end, name }: Tag, fragment: number, by?: Tag) => {
      if (reported.has(start)) return;
      reported.add(start);
      found.push({ kind, start, end, name, fragment, ...(by && { by }) });
    };
    for (const { element, fragment } of this.#elements.values()) {
      if (isEnded(element)) continue;
      if (mayEndUnsaid(element.tag.name)) add('fin_omise', element.tag, fragment, element.over);
      else add('element_ouvert', this.#culprit(element).tag, fragment, element.over);
    }
    for (const { tag, fragment, isUsed, isClean, crossed, isSuperfluous, before, instead } of this.#ends.values()) {
      if (!isUsed) add('fin_sans_debut', instead ?? tag, fragment, before);
      else if (crossed && !isClean) add(isSuperfluous ? 'fin_sans_debut' : 'elements_croises', tag, fragment, crossed);
    }
    return found;
  }

  /** The element within that seems to miss its end tag: the ends that follow are each taken by the element before. */
  #culprit(unended: Element): Element {
    let culprit = unended;
    for (const { element, under } of this.#shifted.toReversed()) if (under === culprit) culprit = element;
    return culprit;
  }

  #noteShift({ below, element }: Stack, { tag, indent }: End): void {
    if (indent === null || element.indent === null || indent === element.indent) return;
    let under = below;
    while (under && !(under.element.indent === indent && isEndOf(tag, under.element.tag))) under = under.below;
    this.#shifted.push({ end: tag, element, under: under?.element });
  }

  /** Ends what is open above a place of the stack. */
  #dropTo(path: Path, until: Stack | null, by: Tag, outer: Element | undefined): void {
    if (path.stack === until) return;
    const dropped = [...path.dropped];
    for (let at = path.stack; at && at !== until; at = at.below) {
      at.element.over ??= by;
      dropped.push({ element: at.element, by, outer });
    }
    path.stack = until;
    path.dropped = dropped.slice(-DROPPED_AT_MOST);
  }

  #endNothing(path: Path, end: End): void {
    const { tag } = end;
    const at = path.dropped.findLastIndex(({ element }) => isEndOf(tag, element.tag));
    const dropped = path.dropped[at];
    if (!dropped) {
      this.#loneEnds++;
      if (tag.isDynamic || hasDynamic(path.stack)) this.#isUncertain = true;
      end.instead ??= this.#shifted
        .slice(-DROPPED_AT_MOST)
        .findLast(({ element, under }) => !under && element.indent === end.indent && isEndOf(tag, element.tag))?.end;
      return;
    }
    const { element, by, outer } = dropped;
    path.dropped = path.dropped.filter((_, index) => index !== at);
    endElement(element);
    if (!by.isEnd) {
      end.before ??= by;
      return;
    }
    const early = this.#endOf(by);
    early.crossed ??= element.tag;
    end.isUsed = true;
    if (!outer) return;
    // Either the two cross, or the early one was one too many: then the element around is still open.
    this.#revived.set(outer, early);
    path.stack = this.#stacks.push(path.stack, outer);
    path.dropped = path.dropped.map((other) => (other.by === by ? { ...other, outer: undefined } : other));
  }

  #endOf(tag: Tag): End {
    const known = this.#ends.get(tag.start);
    if (known) return known;
    if (mayEndUnsaid(tag.name)) this.saidEnds++;
    const end: End = {
      ...{ tag, fragment: this.#fragment, indent: this.#indentOf(tag), isUsed: false, isClean: false },
      ...{ crossed: undefined, isSuperfluous: false, before: undefined, instead: undefined },
    };
    this.#ends.set(tag.start, end);
    return end;
  }

  #indentOf({ start }: Tag): number | null {
    let at = start;
    while (this.#source[at - 1] === ' ' || this.#source[at - 1] === '\t') at--;
    return at === 0 || this.#source[at - 1] === '\n' ? start - at : null;
  }
}

/** Whether an end tag is that of a start tag; Liquid may have written attributes right behind its name. */
const isEndOf = (end: Tag, { name, isDynamic }: Tag): boolean =>
  name === end.name || (isDynamic && !end.isDynamic && name.startsWith(`${end.name}{{`));

function hasDynamic(stack: Stack | null): boolean {
  for (let at = stack; at; at = at.below) if (at.element.tag.isDynamic) return true;
  return false;
}
