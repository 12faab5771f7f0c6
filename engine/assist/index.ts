import type { ThemeDocuments } from '../document/theme-documents.ts';
import { docCompletions } from './doc-completions.ts';
import { jsonCompletions, jsonHover } from './json-completions.ts';
import { shapeOf } from './json-shapes.ts';
import { liquidAt } from './liquid-at.ts';
import { liquidCompletions } from './liquid-completions.ts';
import { liquidHover } from './liquid-hover.ts';
import { shapeOfSchema } from './schema-shapes.ts';
import type { Completions, Hover } from './types.ts';

export { correctionsAt } from './corrections.ts';
export { foldsOf } from './folds.ts';
export { definitionAt, referencesAt, referencesTo } from './references.ts';
export { renameAt, renamedAt, renameFile } from './rename.ts';
export { symbolsOf } from './symbols.ts';
export type * from './types.ts';

/** What may be written at a place; null where nothing can be offered. */
export const completionsAt = (theme: ThemeDocuments, path: string, offset: number): Completions | null =>
  at(theme, path, offset, { inJson: jsonCompletions, inLiquid: liquidCompletions, inDoc: docCompletions });

/** What is written at a place, in the words of the documentation; null for what the language does not know. */
export const hoverAt = (theme: ThemeDocuments, path: string, offset: number): Hover | null =>
  at(theme, path, offset, { inJson: jsonHover, inLiquid: liquidHover, inDoc: () => null });

interface Answers<Answer> {
  readonly inJson: (...asked: Parameters<typeof jsonCompletions>) => Answer | null;
  readonly inLiquid: (...asked: Parameters<typeof liquidCompletions>) => Answer | null;
  readonly inDoc: (...asked: Parameters<typeof docCompletions>) => Answer | null;
}

/** Answers a question about a place by the language that stands there. */
function at<Answer>(
  theme: ThemeDocuments,
  path: string,
  offset: number,
  { inJson, inLiquid, inDoc }: Answers<Answer>,
): Answer | null {
  const file = theme.files.get(path);
  if (!file || !(offset >= 0 && offset <= file.source.length)) return null;
  const shape = shapeOf(theme, path);
  if (shape) return inJson({ text: file.source, base: 0 }, () => shape, offset);
  if (!path.endsWith('.liquid')) return null;
  const found = liquidAt(theme, file, offset);
  if (!found) return null;
  if ('context' in found) return inLiquid(found.context);
  if ('doc' in found) return inDoc(found.doc, offset);
  return inJson(found.schema, (tree) => shapeOfSchema(theme, tree), offset);
}
