import { compareForms } from './clashes.ts';

/** One change of one file. */
interface Step {
  readonly file: string;
  /** Null for a file that was not there. */
  readonly before: string | null;
  readonly after: string | null;
  /** Name of the change, shown to the person who undoes it: « Couleur d’accent ». */
  readonly label: string;
  /** Changes with the same mark that follow each other at once are undone together: a word typed, a slider moved. */
  readonly mark: string | null;
}

/** How many changes are kept. */
const STEPS = 500;

/** Undoes and redoes changes of files. The history holds no files: its caller gives the present text. */
export class History {
  readonly #done: Step[] = [];
  #undone: Step[] = [];

  get undoLabel(): string | null {
    return this.#done.at(-1)?.label ?? null;
  }

  get redoLabel(): string | null {
    return this.#undone.at(-1)?.label ?? null;
  }

  note(step: Step): void {
    const last = this.#done.at(-1);
    this.#undone = [];
    if (
      last &&
      step.mark !== null &&
      last.mark === step.mark &&
      last.file === step.file &&
      last.after === step.before
    ) {
      this.#done[this.#done.length - 1] = { ...last, after: step.after };
    } else {
      this.#done.push(step);
      if (this.#done.length > STEPS) this.#done.shift();
    }
  }

  /** Ends the group of changes: the next one with the same mark is undone apart. */
  seal(): void {
    const last = this.#done.pop();
    if (last) this.#done.push({ ...last, mark: null });
  }

  /** @param textOf the present text of a file @returns what to write; null when nothing is to be undone */
  undo(textOf: (file: string) => string | null): Undone | null {
    return turn({ from: this.#done, to: this.#undone }, textOf, ({ before, after }) => [after, before]);
  }

  redo(textOf: (file: string) => string | null): Undone | null {
    return turn({ from: this.#undone, to: this.#done }, textOf, ({ before, after }) => [before, after]);
  }
}

/** Takes changes back, or makes them again, until one of them can be. */
function turn(
  { from, to }: { readonly from: Step[]; readonly to: Step[] },
  textOf: (file: string) => string | null,
  ends: (step: Step) => readonly [string | null, string | null],
): Undone | null {
  for (let step = from.pop(); step; step = from.pop()) {
    const [expected, wanted] = ends(step);
    const present = textOf(step.file);
    if (present === expected) {
      to.push({ ...step, mark: null });
      return { file: step.file, text: wanted, label: step.label };
    }
    // A change of somebody else was merged into the file since: only this change is taken back.
    const isText = present !== null && expected !== null && wanted !== null;
    const merge = isText && compareForms({ base: expected, mine: present, theirs: wanted });
    if (merge && merge.conflicts.length === 0) {
      const text = merge.textWith(() => 'mine');
      const turned = expected === step.after ? { before: text, after: present } : { before: present, after: text };
      to.push({ ...step, ...turned, mark: null });
      return { file: step.file, text, label: step.label };
    }
    // This change can no longer be taken back; the one before is tried.
  }
  return null;
}

export interface Undone {
  readonly file: string;
  readonly text: string | null;
  readonly label: string;
}
