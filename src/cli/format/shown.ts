/** What a browser shows of HTML, however its lines are broken. Pure. */
import { parse, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** How a part takes space: `none` takes none, `block` begins and ends lines, `box` stands in a line and has lines of its own. */
type Display = 'inline' | 'block' | 'box' | 'none';

const displays = (names: string, display: Display) => names.split(' ').map((name) => [name, display] as const);

/** How browsers show elements without a style sheet; others are inline. */
const DISPLAYS: ReadonlyMap<string, Display> = new Map([
  ...displays('html body address article aside blockquote center dd details dialog dir div dl dt fieldset', 'block'),
  ...displays('figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav', 'block'),
  ...displays('ol optgroup option p pre search section summary ul br', 'block'),
  ...displays('table caption colgroup col thead tbody tfoot tr td th', 'block'),
  ...displays('head base link meta script style template title noscript param source track area datalist', 'none'),
  ...displays('audio button canvas iframe img input meter object progress select svg textarea video', 'box'),
]);

/** Elements whose blanks all count. */
const KEEPING = new Set(['pre', 'textarea', 'listing', 'xmp', 'plaintext']);
/** Elements whose text is a program. */
const PROGRAMS = new Set(['script', 'style']);
/** Parts of a picture that stand in a line of its text. */
const IN_PICTURES = new Set(['a', 'tspan', 'textPath']);

const WORDS =
  /^(?:class|style|rel|srcset|sizes|media|href|src|action|d|points|viewBox|transform|aria-labelledby|aria-describedby)$/;

/** Whether blanks only divide words in the value of an attribute. */
export const isOfWords = (attribute: string): boolean => WORDS.test(attribute);

const BLANKS = /[ \t\n\f\r]+/g;
const SPACE = Symbol('space');

/** How what stands for a token of a template is shown. */
export type MarkDisplay = (mark: string) => Display;

/** What stands for a token of a template. */
const MARK = /(\ue000\d+\ue001)/;

/**
 * What a browser shows of a page or a part of one, as a list to be compared: of blanks those that are seen. Style sheets of the page are not asked.
 * @param displayOf for a template, whose outputs and tags stand in `html` as marks
 */
export function shownOf(html: string, displayOf: MarkDisplay = () => 'inline'): string[] {
  const options = { scriptingEnabled: false };
  const shown = new Shown(displayOf);
  shown.children(/<html[\s>]/i.test(html) ? parse(html, options) : parseFragment(html, options), false);
  return shown.parts();
}

/** Walks through a document and notes its elements, its words, and the blanks between those. */
class Shown {
  readonly #parts: (string | typeof SPACE)[] = [];
  readonly #displayOf: MarkDisplay;
  /** Whether something stands in the line before what comes. */
  #inLine = false;
  /** Whether a blank stands last. */
  #spaced = false;
  /** How many parts there are up to the last one that is seen in the line. */
  #seen = 0;

  constructor(displayOf: MarkDisplay) {
    this.#displayOf = displayOf;
  }

  parts(): string[] {
    this.#endLine();
    return this.#parts.map((part) => (part === SPACE ? '␣' : part));
  }

  children(parent: Tree.ParentNode, isPicture: boolean): void {
    for (const node of parent.childNodes) {
      if ('tagName' in node) this.#element(node, isPicture);
      else if (node.nodeName === '#text') this.#text((node as Tree.TextNode).value);
      else if (node.nodeName === '#documentType') this.#parts.push('<!doctype>');
    }
  }

  #element(element: Tree.Element, isPicture: boolean): void {
    const { tagName } = element;
    const display = isPicture ? (IN_PICTURES.has(tagName) ? 'inline' : 'block') : (DISPLAYS.get(tagName) ?? 'inline');
    if (display === 'block') this.#endLine();
    const outer = [this.#inLine, this.#spaced, this.#seen] as const;
    this.#parts.push(`<${tagName}${element.attrs.map(attributeOf).join('')}>`);
    if (display === 'box' || display === 'none') this.#beginLine();
    if (KEEPING.has(tagName) || PROGRAMS.has(tagName)) this.#parts.push(keptText(element));
    else {
      const content = tagName === 'template' ? (element as Tree.Template).content : element;
      this.children(content, isPicture || tagName === 'svg');
    }
    if (display !== 'inline') this.#endLine();
    this.#parts.push(`</${tagName}>`);
    if (display === 'none') [this.#inLine, this.#spaced, this.#seen] = outer;
    if (display === 'box') this.#see();
  }

  #text(text: string): void {
    for (const part of text.split(MARK)) {
      if (part.startsWith('\ue000')) this.#mark(part);
      else this.#words(part);
    }
  }

  #mark(mark: string): void {
    const display = this.#displayOf(mark);
    if (display === 'block') this.#endLine();
    this.#parts.push(mark);
    if (display === 'block') this.#beginLine();
    else if (display !== 'none') this.#see();
    // Which way a tag takes is not known: the blanks before and behind it both count.
    else this.#spaced = false;
  }

  #words(text: string): void {
    for (const [index, word] of text.split(BLANKS).entries()) {
      if (index > 0 && this.#inLine && !this.#spaced) {
        this.#parts.push(SPACE);
        this.#spaced = true;
      }
      if (word === '') continue;
      this.#parts.push(word);
      this.#see();
    }
  }

  /** What came last is seen in the line. */
  #see(): void {
    this.#inLine = true;
    this.#spaced = false;
    this.#seen = this.#parts.length;
  }

  /** The blanks at the end of a line are not seen. */
  #endLine(): void {
    for (let at = this.#parts.length - 1; at >= this.#seen; at--) {
      if (this.#parts[at] === SPACE) this.#parts.splice(at, 1);
    }
    this.#beginLine();
  }

  #beginLine(): void {
    this.#inLine = false;
    this.#spaced = false;
    this.#seen = this.#parts.length;
  }
}

function keptText({ tagName, childNodes }: Tree.Element): string {
  const text = childNodes.map((node) => ('value' in node ? node.value : '')).join('');
  if (!PROGRAMS.has(tagName)) return text;
  // Blanks within these texts are part of what the program says.
  const literals = text.match(/`[^`]*`/g) ?? [];
  return JSON.stringify([text.replace(BLANKS, ' ').trim(), literals]);
}

const attributeOf = ({ name, value }: { name: string; value: string }): string =>
  ` ${name}=${JSON.stringify(isOfWords(name) ? value.replace(BLANKS, ' ').trim() : value)}`;
