import { visit } from 'jsonc-parser';
import type { JsonText, ThemeFile } from '../document/theme-documents.ts';
import { type JsonValue, TreeBuilding } from '../json/json-tree.ts';

/** What stands in a JSON file, also in one that is not complete: as far as it can be read. */
export const jsonOf = (file: ThemeFile): JsonValue | undefined => file.known(looseJson);

/** The same of a section's schema. */
export const schemaOf = (file: ThemeFile): JsonValue | undefined => file.known(looseSchema);

const looseJson = (file: ThemeFile): JsonValue | undefined => loose(file.source, file.json());

function looseSchema(file: ThemeFile): JsonValue | undefined {
  const [written] = file.liquid().traits.schemas;
  return written && loose(written.text, file.schema());
}

const loose = (text: string, read: JsonText | undefined): JsonValue | undefined =>
  read && (read.mistake ? looseTree(text, read.base) : read.value);

/** The tree of a text with mistakes; undefined when it nests deeper than the stack. */
function looseTree(text: string, base: number): JsonValue | undefined {
  const building = new TreeBuilding(base);
  try {
    visit(text, {
      onObjectBegin: (offset) => building.begin('object', offset),
      onArrayBegin: (offset) => building.begin('list', offset),
      onObjectEnd: (offset) => building.end(offset),
      onArrayEnd: (offset) => building.end(offset),
      onObjectProperty: (name, offset, length) => building.key(name, offset, length),
      onLiteralValue: (value, offset, length) => building.scalar(value, offset, length),
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return building.root;
}
