import type { LiquidDocument } from '../document/nodes.ts';
import { nodesIn } from '../document/walk.ts';
import type { Span } from '../syntax/expression.ts';
import type { Markup } from '../syntax/token.ts';
import { nearest } from '../text/nearest.ts';
import {
  type CheckSetting,
  type CheckSettings,
  checkName,
  chosenFor,
  ineffectiveCode,
  isAdjustable,
} from './check-settings.ts';
import { CODES, type Correction, type DiagnosticCode, type Gravity, type Names } from './codes.ts';

/** What a comment makes of a check, from its place to the end of the file. */
interface Switch {
  readonly offset: number;
  /** Where the check's name stands. */
  readonly place: Span;
  readonly code: DiagnosticCode;
  /** `back`: as the settings of the theme have the check, and on. */
  readonly to: CheckSetting | 'back';
}

/** What comments of a file ask of the checks. */
export interface FileSwitches {
  /** By place. */
  readonly switches: readonly Switch[];
  readonly mistakes: readonly SwitchMistake[];
}

/** Something in a comment that has no effect. */
interface SwitchMistake {
  readonly code: DiagnosticCode;
  readonly place: Switch['place'];
  readonly names: Names;
  readonly correction?: Correction;
}

const ORDERS = { 'vitrine-ignorer': 'non', 'vitrine-verifier': 'back', 'vitrine-gravite': undefined } as const;

/** More are not told. */
const MISTAKES_AT_MOST = 100;

/** What follows one of these words tells people why. */
const REASON: ReadonlySet<string> = new Set(['--', '—', ':']);

const isOrder = (word: string): word is keyof typeof ORDERS => Object.hasOwn(ORDERS, word);

const isGravity = (word: string): word is Gravity => word === 'erreur' || word === 'avertissement';

/**
 * Reads what comments ask: `vitrine-ignorer code autre_code`, `vitrine-verifier code`, `vitrine-gravite code avertissement`.
 * @param comments texts of the comments of a file, in their order; any other comment asks for nothing
 */
export function switchesOf(comments: Iterable<Markup>): FileSwitches {
  const switches: Switch[] = [];
  const mistakes: SwitchMistake[] = [];
  for (const comment of comments) {
    if (!comment.text.includes('vitrine-')) continue;
    for (const line of linesOf(comment)) readLine(line, switches, mistakes);
  }
  return { switches, mistakes };
}

/** The comments of a file, in their order. */
export function* commentsIn({ source, nodes }: LiquidDocument): Generator<Markup> {
  for (const node of nodesIn(nodes)) {
    if (node.kind !== 'tag') continue;
    if (node.name === '#') yield node.markup;
    else if (node.name === 'comment' && node.close) {
      yield { text: source.slice(node.end, node.close.start), offset: node.end };
    }
  }
}

interface Word extends Span {
  readonly text: string;
}

/** The words of each line of a comment; of an inline comment each line begins with `#`. */
function linesOf({ text, offset }: Markup): Word[][] {
  return [...text.matchAll(/[^\r\n]+/g)].map(({ 0: line, index: lineStart }) =>
    [...line.replace(/^\s*#/, (mark) => ' '.repeat(mark.length)).matchAll(/[^\s,:]+|:/g)].map(({ 0: word, index }) => {
      const start = offset + lineStart + index;
      return { text: word, offset: start, end: start + word.length };
    }),
  );
}

function readLine(words: readonly Word[], switches: Switch[], mistakes: SwitchMistake[]): void {
  const end = words.findIndex(({ text }) => REASON.has(text));
  const [order, ...given] = end === -1 ? words : words.slice(0, end);
  if (!order?.text.startsWith('vitrine-')) return;
  const wrong = ({ offset, end }: Word, raison: string, correction?: Correction) => {
    if (mistakes.length >= MISTAKES_AT_MOST) return;
    mistakes.push({
      code: 'commentaire_sans_effet',
      place: { offset, end },
      names: { raison },
      ...(correction && { correction }),
    });
  };
  if (!isOrder(order.text)) {
    // Other words may begin so.
    const meant = nearest(order.text, Object.keys(ORDERS));
    const correction = meant?.isSure ? { debut: order.offset, fin: order.end, texte: meant.name } : undefined;
    if (meant) wrong(order, `« ${order.text} » s’écrit ${meant.name}`, correction);
    return;
  }
  const last = order.text === 'vitrine-gravite' ? given.pop() : undefined;
  const to = ORDERS[order.text] ?? (last && isGravity(last.text) ? last.text : undefined);
  if (to === undefined) wrong(last ?? order, 'il finit par la gravité, erreur ou avertissement');
  else if (given.length === 0) wrong(order, 'il ne nomme pas de vérification');
  else {
    for (const { text: code, offset, end } of given) {
      if (isAdjustable(code)) switches.push({ offset: order.offset, place: { offset, end }, code, to });
      else if (mistakes.length < MISTAKES_AT_MOST) mistakes.push(unknown(code, { offset, end }));
    }
  }
}

function unknown(code: string, place: Span): SwitchMistake {
  const { conseil, meant } = checkName(code);
  const correction = meant === undefined ? undefined : { debut: place.offset, fin: place.end, texte: meant };
  return { code: ineffectiveCode(code), place, names: { code, conseil }, ...(correction && { correction }) };
}

/** What a file's comments and the theme's settings make of each finding. */
export class Switchboard {
  readonly #path: string;
  readonly #settings: CheckSettings;
  readonly #byCode = new Map<DiagnosticCode, Switch[]>();
  readonly #used = new Set<Switch>();

  constructor(path: string, settings: CheckSettings, switches: readonly Switch[]) {
    this.#path = path;
    this.#settings = settings;
    for (const one of switches) {
      const same = this.#byCode.get(one.code);
      if (same) same.push(one);
      else this.#byCode.set(one.code, [one]);
    }
  }

  /**
   * The gravity of a finding, or `non` for one that is not told.
   * @param offset its place; a finding without one follows the last comment of the file
   */
  settingOf(code: DiagnosticCode, offset: number | null): CheckSetting {
    const own = CODES[code].gravite;
    const chosen = chosenFor(this.#settings, this.#path, code) ?? own;
    const last = lastBefore(this.#byCode.get(code) ?? [], offset ?? Number.POSITIVE_INFINITY);
    if (!last) return chosen;
    this.#used.add(last);
    if (last.to !== 'back') return last.to;
    return chosen === 'non' ? own : chosen;
  }

  /** The places of checks that a comment turns off where nothing is found. */
  get unused(): { code: DiagnosticCode; place: Switch['place'] }[] {
    return [...this.#byCode.values()].flat().filter((one) => one.to === 'non' && !this.#used.has(one));
  }
}

/** The last switch that stands before a place. @param switches by place */
function lastBefore(switches: readonly Switch[], offset: number): Switch | undefined {
  let [low, high] = [0, switches.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((switches[middle]?.offset ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return switches[low - 1];
}
