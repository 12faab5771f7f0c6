/** Merges a Liquid file: its `{% schema %}` as JSON, the text around it by line. Pure. */
import { type Merge, type MergeConflict, oneSided, type Side, type Versions, wholeConflict } from './conflict.ts';
import { mergeDocument } from './document-merge.ts';
import { breaksIn, mergeLines } from './line-merge.ts';

/** Stands in place of the schema while the rest is merged: no stored text has this character. */
const MARK = '\0';

/** @param choice whose text is taken in a conflict */
export function mergeSection(versions: Versions, choice: Side): Merge {
  const settled = oneSided(versions);
  if (settled) return settled;
  const parts = [versions.base, versions.mine, versions.theirs].map(splitSchema);
  const [base, mine, theirs] = parts;
  if (!base || !mine || !theirs) return mergeLines(versions, choice);
  const schema = mergeDocument({ base: base.schema, mine: mine.schema, theirs: theirs.schema }, choice);
  if (!schema) return mergeLines(versions, choice);
  const around = mergeLines({ base: base.around, mine: mine.around, theirs: theirs.around }, choice);
  const at = around.text.indexOf(MARK);
  // One side has moved the schema, and the other has changed text beside it.
  if (at < 0 || at !== around.text.lastIndexOf(MARK)) return wholeConflict(versions, choice);
  const [before, after] = [around.text.slice(0, at), around.text.slice(at + 1)];
  const schemaLine = breaksIn(before) + 1;
  const schemaBreaks = breaksIn(schema.text);
  const placed = around.conflicts.map((conflict) => whereShown(conflict, schemaLine, schemaBreaks));
  const ofSchema = schema.conflicts.map((conflict) => ({ ...conflict, keys: ['schema', ...(conflict.keys ?? [])] }));
  return { text: before + schema.text + after, conflicts: [...placed, ...ofSchema] };
}

/** A conflict around the schema, with its line in the whole file and without our mark. */
function whereShown(
  { line = 1, base, mine, theirs }: MergeConflict,
  schemaLine: number,
  breaks: number,
): MergeConflict {
  const shown = (text: string | null) => text?.replaceAll(MARK, '…') ?? null;
  return {
    line: line > schemaLine ? line + breaks : line,
    base: shown(base),
    mine: shown(mine),
    theirs: shown(theirs),
  };
}

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
