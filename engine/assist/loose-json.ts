import { type JsonValue, jsonTree } from '../document/json-tree.ts';
import type { JsonText, ThemeFile } from '../document/theme-documents.ts';

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
  read && (read.mistake ? jsonTree(text, read.base) : read.value);
