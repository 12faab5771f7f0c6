import type { ThemeDocuments } from '../document/theme-documents.ts';
import { nodesIn } from '../document/walk.ts';
import { entriesOf, type JsonValue } from '../json/json-tree.ts';
import { positionAt } from '../syntax/position.ts';
import { jsonOf, schemaOf } from './loose-json.ts';
import type { Range } from './types.ts';

/** What may be folded in a file, from the line of `from` to that of `to`. */
export function foldsOf(theme: ThemeDocuments, path: string): readonly Range[] {
  const file = theme.files.get(path);
  if (!file) return [];
  const starts = file.lineStarts();
  const lineOf = (offset: number) => positionAt(starts, offset).ligne;
  const found: Range[] = [];
  if (path.endsWith('.json')) found.push(...jsonFolds(jsonOf(file)));
  if (path.endsWith('.liquid')) {
    for (const node of nodesIn(file.liquid().nodes)) {
      if (node.kind !== 'tag') continue;
      const bounds = [...node.parts.map(({ tag }) => tag), ...(node.close ? [node.close] : [])];
      if (node.parts.length === 0 && node.close) found.push({ from: node.end, to: node.close.start });
      // Each branch ends where the next one begins.
      for (const [at, tag] of bounds.slice(0, -1).entries())
        found.push({ from: tag.end, to: bounds[at + 1]?.start ?? tag.end });
    }
    found.push(...jsonFolds(schemaOf(file)));
  }
  return found.filter(({ from, to }) => lineOf(from) < lineOf(to));
}

function jsonFolds(root: JsonValue | undefined): Range[] {
  const found: Range[] = [];
  for (const values = root ? [root] : []; values.length > 0; ) {
    const value = values.pop();
    if (!value || value.kind === 'scalar') continue;
    if (value.end > value.offset) found.push({ from: value.offset + 1, to: value.end - 1 });
    if (value.kind === 'list') values.push(...value.items);
    else for (const entry of entriesOf(value).values()) values.push(entry.value);
  }
  return found;
}
