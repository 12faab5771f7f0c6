import { blankedJson, type Extra, extrasOf } from '../json/commented-json.ts';
import { entriesOf, type JsonValue, jsonTree, textOf, valueAt } from '../json/json-tree.ts';
import { currentPath } from '../json/settings-data.ts';
import { SETTINGS_DATA, SETTINGS_SCHEMA } from '../language/paths.ts';
import { lineStarts } from '../syntax/position.ts';
import type { ThemeFiles } from '../types.ts';
import { type DeclaredSection, declaredGlobals, declaredSection, type GivenIds, noteGiven } from './declared.ts';
import { findJsonMistake, type JsonMistake } from './json-mistake.ts';
import { Known } from './known.ts';
import { readLiquid } from './liquid-document.ts';
import type { LiquidDocument } from './nodes.ts';

export const SECTION_FILE = /^sections\/(.*)\.liquid$/;

/** A JSON text: its value, or why it has none. */
export interface JsonText {
  /** Where it begins in its file. */
  readonly base: number;
  readonly mistake: JsonMistake | null;
  /** What was passed over to read it. */
  readonly extras: readonly Extra[];
  /** Undefined also where it nests too deep to be analysed. */
  readonly value: JsonValue | undefined;
}

/** One file of a theme; what it holds is read when somebody asks for it. */
export class ThemeFile extends Known {
  readonly path: string;
  readonly source: string;

  constructor(path: string, source: string) {
    super();
    this.path = path;
    this.source = source;
  }

  json(): JsonText {
    return this.known(wholeJson);
  }

  liquid(): LiquidDocument {
    return this.known(wholeLiquid);
  }

  /** Where each of its lines begins, UTF-16 code units. */
  lineStarts(): readonly number[] {
    return this.known(startsOfLines);
  }

  /** The section's schema, where it has one. */
  schema(): JsonText | undefined {
    return this.known(schemaText);
  }
}

const wholeJson = ({ source }: ThemeFile): JsonText => jsonText(source, 0);
const wholeLiquid = ({ path, source }: ThemeFile): LiquidDocument => readLiquid(path, source);
const startsOfLines = ({ source }: ThemeFile): readonly number[] => lineStarts(source);

function schemaText(file: ThemeFile): JsonText | undefined {
  const [schema] = file.liquid().traits.schemas;
  return schema && jsonText(schema.text, schema.offset);
}

function jsonText(text: string, base: number): JsonText {
  const strict = findJsonMistake(text);
  if (!strict) return { base, mistake: null, extras: [], value: jsonTree(text, base) };
  const blanked = blankedJson(text);
  const mistake = blanked === text ? strict : findJsonMistake(blanked);
  if (mistake) return { base, mistake, extras: [], value: undefined };
  return { base, mistake, extras: extrasOf(text), value: jsonTree(blanked, base) };
}

/** The files of a theme as tools see them. */
export class ThemeDocuments extends Known {
  readonly files: ReadonlyMap<string, ThemeFile>;

  /** @param files the contents of assets are never read: only which of them there are counts */
  static of(files: ThemeFiles): ThemeDocuments {
    return new ThemeDocuments(
      new Map(Object.entries(files).map(([path, source]) => [path, new ThemeFile(path, source)])),
    );
  }

  private constructor(files: ReadonlyMap<string, ThemeFile>) {
    super();
    this.files = files;
  }

  /** The same theme with one file changed; what is known of the other files stays known. @param source null where the file goes */
  with(path: string, source: string | null): ThemeDocuments {
    const files = new Map(this.files);
    if (source === null) files.delete(path);
    else if (files.get(path)?.source !== source) files.set(path, new ThemeFile(path, source));
    return new ThemeDocuments(files);
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  /** What a type of section declares; null where nothing can be said: no such file, or one that cannot be read. */
  section(type: string): DeclaredSection | null {
    return this.files.get(`sections/${type}.liquid`)?.known(declaredBy) ?? null;
  }

  /** The theme's settings; null where their schema cannot be read, so that nothing can be said about them. */
  globals() {
    return this.known(globalsOf);
  }

  /** The values that `config/settings_data.json` holds and that count. */
  current(): JsonValue | undefined {
    return this.known(currentOf);
  }

  /** The ids that the theme's settings are given values for. */
  givenToTheme(): readonly string[] {
    return [...entriesOf(this.current()).keys()].filter((id) => id !== 'sections');
  }

  /** The ids that sections of a type are given values for, wherever they are placed. */
  given(type: string): GivenIds {
    return this.known(givenIds).get(type) ?? { settings: new Set(), blocks: new Map() };
  }
}

function declaredBy(file: ThemeFile): DeclaredSection | null {
  const schema = file.schema();
  const isUnread = schema ? schema.value?.kind !== 'object' : file.liquid().mistakes.length > 0;
  return isUnread ? null : declaredSection(schema?.value);
}

function globalsOf({ files }: ThemeDocuments) {
  const schema = files.get(SETTINGS_SCHEMA)?.json().value;
  return schema?.kind === 'list' ? declaredGlobals(schema) : null;
}

function currentOf({ files }: ThemeDocuments): JsonValue | undefined {
  const data = files.get(SETTINGS_DATA)?.json().value;
  return currentPath(textOf(valueAt(data, 'current'))).reduce(valueAt, data);
}

function givenIds(theme: ThemeDocuments): ReadonlyMap<string, GivenIds> {
  const given = new Map<string, GivenIds>();
  const note = (type: string | undefined, placed: JsonValue) => {
    if (type === undefined) return;
    const ids = given.get(type) ?? { settings: new Set(), blocks: new Map() };
    given.set(type, ids);
    noteGiven(ids, placed);
  };
  for (const file of theme.files.values()) {
    if (!/^templates\/.*\.json$/.test(file.path)) continue;
    for (const { value } of entriesOf(valueAt(file.json().value, 'sections')).values()) {
      note(textOf(valueAt(value, 'type')), value);
    }
  }
  for (const [type, { value }] of entriesOf(valueAt(theme.current(), 'sections'))) note(type, value);
  return given;
}
