import { BREAK, type Marks, type Run, sameMarks, sharedMarks } from './blocks.ts';

/** Scripts without spaces, in which a space without width parts words. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

/** What a reader does not see: marks of where a word may be parted, of the order of bytes, turns of the direction of writing, control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u202d\u202e\ufeff]/g;

/** A text without characters that nobody sees and that searches stumble over. */
export function seenText(text: string): string {
  const seen = text.replace(UNSEEN, '').replaceAll('\u2028', BREAK).replaceAll('\v', BREAK);
  return UNSPACED.test(seen) ? seen : seen.replaceAll('\u200b', '');
}

const SPACE = /[ \t\r\f\u00a0]+/g;
const NO_BREAK_SPACE = '\u00a0';

/** Whether something is to be read in a text. */
const isEmpty = (text: string): boolean => !/[^\s\u200b-\u200f\u2060]/.test(text);

/** Signs before which, and after which, French and numbers have a space that does not break. */
const BEFORE = /[:;?!»%€$£°\d]/;
const AFTER = /[«\d°]/;

/** One space for those that stand in a row between two characters. Editors of pages write spaces that do not break at the borders of marks; people write them inside of a text. */
function oneSpace(spaces: string, before: string, after: string, isAtBorder: boolean): string {
  if (!spaces.includes(NO_BREAK_SPACE)) return ' ';
  if (spaces.length === 1 && !isAtBorder) return NO_BREAK_SPACE;
  return BEFORE.test(after) || AFTER.test(before) ? NO_BREAK_SPACE : ' ';
}

/** Puts texts behind each other, those of the same marks as one. */
class Joined {
  readonly runs: Run[] = [];
  #parts: string[] = [];
  #marks: Marks | undefined;

  add(text: string, marks: Marks): void {
    if (text === '') return;
    if (this.#marks && !sameMarks(this.#marks, marks)) this.end();
    this.#marks = marks;
    this.#parts.push(text);
  }

  end(): void {
    if (this.#marks) this.runs.push({ text: this.#parts.join(''), marks: this.#marks });
    this.#parts = [];
    this.#marks = undefined;
  }
}

/** One line of runs without breaks: its spaces as a browser shows them, none at its ends. */
function tidyLine(line: readonly Run[]): Run[] {
  const whole = line.map(({ text }) => text).join('');
  const joined = new Joined();
  let index = 0;
  let start = 0;
  const runAt = (position: number): Run | undefined => {
    for (let run = line[index]; run && start + run.text.length <= position; run = line[index]) {
      start += run.text.length;
      index++;
    }
    return line[index];
  };
  const addWords = (from: number, to: number): void => {
    for (let at = from; at < to; ) {
      const run = runAt(at);
      if (!run) return;
      const end = Math.min(to, start + run.text.length);
      joined.add(run.text.slice(at - start, end - start), run.marks);
      at = end;
    }
  };
  let at = 0;
  for (const { 0: spaces, index: position } of whole.matchAll(SPACE)) {
    const next = position + spaces.length;
    addWords(at, position);
    const before = position === 0 ? undefined : runAt(position - 1);
    runAt(position);
    const beginsRun = start === position;
    const after = next === whole.length ? undefined : runAt(next);
    if (before && after) {
      const isAtBorder = beginsRun || start === next;
      const space = oneSpace(spaces, whole[position - 1] ?? '', whole[next] ?? '', isAtBorder);
      joined.add(space, sharedMarks(before.marks, after.marks));
    }
    at = next;
  }
  addWords(at, whole.length);
  joined.end();
  return joined.runs;
}

/** What stands between breaks, each piece with how many breaks stand before it. */
function pieces(runs: readonly Run[]): { breaks: number; line: Run[] }[] {
  const found: { breaks: number; line: Run[] }[] = [];
  let breaks = 0;
  let line: Run[] = [];
  const end = (): void => {
    if (isEmpty(line.map(({ text }) => text).join(''))) return;
    found.push({ breaks, line: tidyLine(line) });
    breaks = 0;
  };
  for (const run of runs) {
    if (run.text !== BREAK) line.push(run);
    else {
      end();
      breaks++;
      line = [];
    }
  }
  end();
  return found;
}

/**
 * The paragraphs of what was written between two borders of blocks: two breaks or more begin a new one, empty ones are none. Texts of `runs` have no line
 * ends but those that are breaks, each a run.
 */
export function paragraphsOf(runs: readonly Run[]): Run[][] {
  const paragraphs: Run[][] = [];
  for (const { breaks, line } of pieces(runs)) {
    const last = paragraphs.at(-1);
    const [first] = line;
    if (!last || breaks > 1 || !first) paragraphs.push(line);
    else {
      last.push({ text: BREAK, marks: sharedMarks(last.at(-1)?.marks ?? first.marks, first.marks) });
      for (const run of line) last.push(run);
    }
  }
  return paragraphs;
}
