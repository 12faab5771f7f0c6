import { parseFile } from '../compiler/parser.ts';
import type { Broken, Template } from '../compiler/template.ts';
import { blankedJson, type Extra, extrasOf } from '../json/commented-json.ts';
import { currentPath } from '../json/settings-data.ts';
import { SETTINGS_DATA, SETTINGS_SCHEMA } from '../language/paths.ts';
import { lazy } from '../runtime/lazy.ts';
import type { ThemeFiles } from '../types.ts';
import { type DeclaredSection, declaredGlobals, declaredSection, type GivenIds, noteGiven } from './declared.ts';
import { findJsonMistake, type JsonMistake } from './json-mistake.ts';
import { entriesOf, type JsonValue, jsonTree, textOf, valueAt } from './json-tree.ts';
import { LiquidFacts } from './liquid-facts.ts';

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

interface LiquidFile {
  readonly template: Template | Broken;
  readonly facts: LiquidFacts;
  /** The section's schema, where it has one. */
  readonly schema: JsonText | undefined;
}

/** One file of a theme; what it holds is read when a rule asks for it. */
export class DiagnosedFile {
  readonly path: string;
  readonly source: string;
  readonly json = lazy(() => jsonText(this.source, 0));
  readonly liquid = lazy(() => liquidFile(this.path, this.source));

  constructor(path: string, source: string) {
    this.path = path;
    this.source = source;
  }
}

function jsonText(text: string, base: number): JsonText {
  const strict = findJsonMistake(text);
  if (!strict) return { base, mistake: null, extras: [], value: jsonTree(text, base) };
  const blanked = blankedJson(text);
  const mistake = blanked === text ? strict : findJsonMistake(blanked);
  if (mistake) return { base, mistake, extras: [], value: undefined };
  return { base, mistake, extras: extrasOf(text), value: jsonTree(blanked, base) };
}

function liquidFile(path: string, source: string): LiquidFile {
  const facts = new LiquidFacts();
  const template = parseFile(path, source, facts);
  const schema = 'error' in template ? undefined : template.traits.schemas[0];
  return { template, facts, schema: schema && jsonText(schema.text, schema.offset) };
}

/** A whole theme, as the rules ask about it. */
export class DiagnosedTheme {
  readonly files: ReadonlyMap<string, DiagnosedFile>;
  readonly #sections = new Map<string, DeclaredSection | null>();
  /** The theme's settings; null where their schema cannot be read, so that nothing can be said about them. */
  readonly globals = lazy(() => {
    const schema = this.#json(SETTINGS_SCHEMA);
    return schema?.kind === 'list' ? declaredGlobals(schema) : null;
  });
  /** The values that `config/settings_data.json` holds and that count. */
  readonly current = lazy(() => {
    const data = this.#json(SETTINGS_DATA);
    return currentPath(textOf(valueAt(data, 'current'))).reduce(valueAt, data);
  });
  readonly #given = lazy(() => this.#gatherGiven());

  constructor(files: ThemeFiles) {
    this.files = new Map(Object.entries(files).map(([path, source]) => [path, new DiagnosedFile(path, source)]));
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  /** What a type of section declares; null where nothing can be said: no such file, or one that cannot be read. */
  section(type: string): DeclaredSection | null {
    let declared = this.#sections.get(type);
    if (declared === undefined) {
      declared = this.#declaredBy(this.files.get(`sections/${type}.liquid`));
      this.#sections.set(type, declared);
    }
    return declared;
  }

  /** The ids that sections of a type are given values for, wherever they are placed. */
  given(type: string): GivenIds {
    return this.#given().get(type) ?? { settings: new Set(), blocks: new Set() };
  }

  #declaredBy(file: DiagnosedFile | undefined): DeclaredSection | null {
    if (!file) return null;
    const { template, schema } = file.liquid();
    if ('error' in template || (schema && schema.value?.kind !== 'object')) return null;
    return declaredSection(schema?.value);
  }

  #json(path: string): JsonValue | undefined {
    return this.files.get(path)?.json().value;
  }

  #gatherGiven(): Map<string, GivenIds> {
    const given = new Map<string, GivenIds>();
    const note = (type: string | undefined, placed: JsonValue) => {
      if (type === undefined) return;
      const ids = given.get(type) ?? { settings: new Set(), blocks: new Set() };
      given.set(type, ids);
      noteGiven(ids, placed);
    };
    for (const { path, json } of this.files.values()) {
      if (!/^templates\/.*\.json$/.test(path)) continue;
      for (const { value } of entriesOf(valueAt(json().value, 'sections')).values()) {
        note(textOf(valueAt(value, 'type')), value);
      }
    }
    for (const [type, { value }] of entriesOf(valueAt(this.current(), 'sections'))) note(type, value);
    return given;
  }
}
