/** Merges a Liquid file: its `{% schema %}` as JSON, the text around it by line. Pure. */
import { type Compared, comparedWhole, inEach, type MergeConflict, type Versions } from './conflict.ts';
import { compareJson } from './document-merge.ts';
import { breaksIn, compareLines } from './line-merge.ts';

/** Stands in place of the schema while the rest is merged: no stored text has this character. */
const MARK = '\0';

export function compareSection(versions: Versions): Compared {
  const { base, mine, theirs } = inEach(versions, splitSchema);
  if (!base || !mine || !theirs) return compareLines(versions);
  const around = compareLines({ base: base.around, mine: mine.around, theirs: theirs.around });
  const ofMine = around.textWith(() => 'mine');
  // One side has moved the schema, and the other has changed text beside it.
  if (marksIn(ofMine) !== 1 || !around.conflicts.every(isFixed)) return comparedWhole(versions);
  const schema = compareJson({ base: base.schema, mine: mine.schema, theirs: theirs.schema });
  const line = breaksIn(ofMine.slice(0, ofMine.indexOf(MARK))) + 1;
  const lines = breaksIn(schema.textWith(() => 'mine'));
  /** For each conflict of a part, the conflict as it stands in the whole file. */
  const shown = new Map([
    ...around.conflicts.map((conflict) => [conflict, shownAround(conflict, line, lines)] as const),
    ...schema.conflicts.map(
      (conflict) => [conflict, { ...conflict, keys: ['schema', ...(conflict.keys ?? [])] }] as const,
    ),
  ]);
  return {
    conflicts: [...shown.values()],
    textWith: (versionOf) => {
      const ofPart = (conflict: MergeConflict) => versionOf(shown.get(conflict) ?? conflict);
      return around.textWith(ofPart).replace(MARK, () => schema.textWith(ofPart));
    },
  };
}

const marksIn = (text: string | null): number => (text ?? '').split(MARK).length - 1;

/** Whether the schema stays where it is, whichever side is chosen. */
const isFixed = ({ base, mine, theirs }: MergeConflict): boolean =>
  marksIn(base) === marksIn(mine) && marksIn(mine) === marksIn(theirs);

/** A conflict around the schema, with its line in the whole file and without our mark. */
const shownAround = (
  { line = 1, ...texts }: MergeConflict,
  schemaLine: number,
  schemaBreaks: number,
): MergeConflict => ({
  line: line > schemaLine ? line + schemaBreaks : line,
  ...inEach(texts, (text) => text?.replaceAll(MARK, '…') ?? null),
});

interface Section {
  readonly schema: string;
  /** The rest of the file, with the mark in place of the schema. */
  readonly around: string;
}

const OPENING = /\{%-?\s*schema\s*-?%\}/;
const CLOSING = /\{%-?\s*endschema\s*-?%\}/;

/** @returns null for a file without one schema, or with the character that we use as a mark */
function splitSchema(text: string): Section | null {
  const opening = OPENING.exec(text);
  if (!opening || text.includes(MARK)) return null;
  const start = opening.index + opening[0].length;
  const closing = CLOSING.exec(text.slice(start));
  if (!closing) return null;
  const end = start + closing.index;
  const after = text.slice(end);
  if (OPENING.test(after)) return null;
  return { schema: text.slice(start, end), around: `${text.slice(0, start)}${MARK}${after}` };
}
