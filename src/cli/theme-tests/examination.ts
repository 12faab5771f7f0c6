/** Looks at rendered HTML, in a thread (`src/workers/workers.ts`): themes made the HTML, and authors the selectors. */
import { differenceOf } from '../../sites/rehearsal/difference.ts';
import { type FailedPlace, readPage } from '../../sites/rehearsal/html.ts';
import { disappointments, type Expectation, sentenceOfMisfit } from './expectations.ts';
import { elementsBelow, type HtmlKind, type HtmlTree, misfitsIn, nodesBelow, startTagOf, treeOf } from './html-tree.ts';
import { MARK_NAME } from './marks.ts';

export interface ExaminationTask {
  readonly html: string;
  readonly kind: HtmlKind;
  readonly status: number;
  /** Messages of what failed while the HTML was rendered. */
  readonly errors: readonly string[];
  readonly expected: readonly Expectation[];
  /** The kept HTML that this one is compared with. */
  readonly kept?: string;
  /** Whether faults are searched that no author names: open elements, texts of settings that became markup. */
  readonly isSearched?: true;
}

export interface Examination {
  /** For each expectation, what is not as expected. */
  readonly disappointments: readonly (readonly string[])[];
  /** Null where both are the same, or nothing is kept. */
  readonly difference: KeptDifference | null;
  readonly faults: readonly Fault[];
  /** Sections in whose place a comment stands; not where faults are searched. */
  readonly failed: readonly FailedPlace[];
}

export interface KeptDifference {
  /** First line of the kept HTML that differs, from 1 on. */
  readonly line: number;
  /** A unified diff; null where too much differs for one. */
  readonly text: string | null;
}

/** A fault that any HTML of a theme may have. */
export interface Fault {
  readonly kind: 'markup' | 'form' | 'word' | 'empty';
  /** A sentence without its point; of kind `markup` the mark. */
  readonly what: string;
}

/** Looks at one page. Takes as long as its HTML and its selectors want: run it in a thread. */
export function examine({ html, kind, status, errors, expected, kept, isSearched }: ExaminationTask): Examination {
  const needsTree = expected.length > 0 || isSearched;
  const tree = needsTree ? treeOf(html, kind) : null;
  const bytes = Buffer.byteLength(html);
  return {
    disappointments: tree ? expected.map((one) => disappointments(one, { tree, bytes, status, errors })) : [],
    difference: kept === undefined || kept === html ? null : keptDifference(kept, html),
    faults: tree && isSearched ? faultsIn(tree) : [],
    failed: isSearched ? [] : readPage({ html, themeId: '', adresse: '/', hosts: [] }).failed,
  };
}

function keptDifference(kept: string, html: string): KeptDifference {
  let at = 0;
  while (at < kept.length && kept.charCodeAt(at) === html.charCodeAt(at)) at++;
  const text = differenceOf(kept, html);
  // Blanks at the ends of lines do not show in it.
  return { line: kept.slice(0, at).split('\n').length, text: text === '' ? ONLY_BLANKS : text };
}

const ONLY_BLANKS = '(seuls des blancs ou des lignes vides diffèrent)';

/** At most this many faults of one HTML are told. */
const FAULTS = 40;

function faultsIn(tree: HtmlTree): readonly Fault[] {
  const marks = marksIn(tree);
  const found: Fault[] = marks.map((what) => ({ kind: 'markup', what }));
  // Text that became markup breaks what is around it.
  if (marks.length === 0) {
    for (const { tag, kind } of misfitsIn(tree)) found.push({ kind: 'form', what: sentenceOfMisfit(tag, kind) });
  }
  found.push(...wordsIn(tree), ...emptyAddressesIn(tree));
  return [...new Map(found.map((fault) => [`${fault.kind} ${fault.what}`, fault])).values()].slice(0, FAULTS);
}

/** The marks of settings (`marks.ts`) that are names of elements or attributes. */
function marksIn({ root }: HtmlTree): readonly string[] {
  const found = new Set<string>();
  for (const { name, attribs } of elementsBelow(root)) {
    for (const one of [name, ...Object.keys(attribs)]) {
      const mark = MARK_NAME.exec(one)?.[1];
      if (mark !== undefined) found.add(mark);
    }
  }
  return [...found];
}

/** What programs write where a value is missing, or is no text. */
const NO_WORD = /\[object Object\]|(?<![\p{L}\p{N}_.-])(?:undefined|NaN)(?![\p{L}\p{N}_.-])/u;

function wordsIn({ root }: HtmlTree): Fault[] {
  const found = new Set<string>();
  for (const node of nodesBelow(root)) {
    if ('attribs' in node) {
      for (const value of Object.values(node.attribs)) note(value, found);
    } else if (node.type === 'text' && !(node.parent && 'name' in node.parent && node.parent.name === 'script')) {
      note('data' in node ? node.data : '', found);
    }
  }
  return [...found].map((word) => ({ kind: 'word', what: `« ${word} » est dans le HTML` }));
}

function note(text: string, found: Set<string>): void {
  const word = NO_WORD.exec(text)?.[0];
  if (word !== undefined) found.add(word);
}

/** Attributes that are an address: an empty one loads, or leads to, the page itself. */
const ADDRESSES = ['src', 'href', 'poster'] as const;

function emptyAddressesIn({ root }: HtmlTree): Fault[] {
  const found: Fault[] = [];
  for (const element of elementsBelow(root)) {
    for (const name of ADDRESSES) {
      if (element.attribs[name]?.trim() !== '') continue;
      found.push({ kind: 'empty', what: `« ${name} » de ${startTagOf(element)} est vide` });
    }
  }
  return found;
}
