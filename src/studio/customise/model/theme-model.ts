import { currentPath } from '../../../../engine/json/settings-data.ts';
import { sectionsRenderedBy } from '../../../../engine/language/liquid-source.ts';
import { LAYOUT, SETTINGS_DATA, SETTINGS_SCHEMA } from '../../../../engine/language/paths.ts';
import type { KeyPath } from './json-edit.ts';
import { arranged, type Place, type PlacedSection, sectionAt } from './placed-section.ts';
import { readSectionType, type SectionType } from './section-types.ts';
import { readSettings, type SchemaItem } from './settings.ts';
import { templateLabel } from './template-names.ts';
import { isDisabled, isRecord, listOf, ownValue, readJson, recordAt, type Values, wordOf } from './values.ts';

/** Texts of a theme's files by path. */
export type Texts = ReadonlyMap<string, string>;

export interface Group {
  readonly key: string;
  readonly name: string;
  readonly items: readonly SchemaItem[];
}

export interface TemplateModel {
  readonly name: string;
  readonly label: string;
  readonly file: string;
  /** Whether its text is JSON: nothing of it can be changed here otherwise. */
  readonly isReadable: boolean;
  readonly sections: readonly PlacedSection[];
}

/** What of a theme can be changed without code. */
export interface ThemeModel {
  readonly groups: readonly Group[];
  /** Values of the theme's own settings. */
  readonly current: Values;
  /** The path of these values in their file: under `current`, or in the preset that `current` names. */
  readonly currentPath: KeyPath;
  /** Whether the files of settings are JSON. */
  readonly isReadable: { readonly schema: boolean; readonly data: boolean };
  /** Sections that the theme's files render themselves. */
  readonly fixed: { readonly before: readonly PlacedSection[]; readonly after: readonly PlacedSection[] };
  readonly templates: readonly { readonly name: string; readonly label: string }[];
  readonly types: ReadonlyMap<string, SectionType>;
}

type RenderedSections = ReturnType<typeof sectionsRenderedBy>;

/** Reads Liquid once for each text: it does not change while a theme is customised. */
export class SchemaReader {
  readonly #types = new Map<string, { readonly source: string; readonly read: SectionType }>();
  readonly #rendered = new Map<string, { readonly source: string; readonly read: RenderedSections }>();

  renderedBy(path: string, source: string): RenderedSections {
    const known = this.#rendered.get(path);
    if (known?.source === source) return known.read;
    const read = sectionsRenderedBy(source);
    this.#rendered.set(path, { source, read });
    return read;
  }

  sectionTypes(texts: Texts): ReadonlyMap<string, SectionType> {
    const types = new Map<string, SectionType>();
    for (const [path, source] of texts) {
      const type = /^sections\/(.*)\.liquid$/s.exec(path)?.[1];
      if (type === undefined) continue;
      const known = this.#types.get(type);
      const read = known?.source === source ? known.read : readSectionType(type, source);
      this.#types.set(type, { source, read });
      types.set(type, read);
    }
    return types;
  }
}

/** @param reader remembers the schemas that it has read */
export function readTheme(texts: Texts, reader: SchemaReader): ThemeModel {
  const schema = readJson(texts.get(SETTINGS_SCHEMA));
  const data = readJson(texts.get(SETTINGS_DATA));
  const values = isRecord(data) ? data : {};
  const path = currentPath(ownValue(values, 'current'));
  const current = path.reduce(recordAt, values);
  const types = reader.sectionTypes(texts);
  return {
    groups: groupsOf(schema),
    current,
    currentPath: path,
    isReadable: {
      schema: Array.isArray(schema),
      data: !texts.has(SETTINGS_DATA) || isRecord(data),
    },
    fixed: fixedSections(texts, reader, types, { path, values: current }),
    templates: templatesOf(texts),
    types,
  };
}

const groupsOf = (schema: unknown): readonly Group[] =>
  listOf(schema).flatMap((group, at) => {
    if (!isRecord(group)) return [];
    const items = readSettings(group.settings);
    return items.length > 0 ? [{ key: String(at), name: wordOf(group.name) ?? 'Réglages', items }] : [];
  });

/** The home page first, the others by their names. */
function templatesOf(texts: Texts): ThemeModel['templates'] {
  const names = [...texts.keys()].flatMap((path) => /^templates\/(.*)\.json$/s.exec(path)?.[1] ?? []);
  const rank = (name: string) => (name === 'index' ? 0 : name === '404' ? 2 : 1);
  return names
    .map((name) => ({ name, label: templateLabel(name) }))
    .sort((a, b) => rank(a.name) - rank(b.name) || a.label.localeCompare(b.label, 'fr'));
}

/** @returns null when the theme has no such template */
export function readTemplate(texts: Texts, name: string, types: ThemeModel['types']): TemplateModel | null {
  const file = `templates/${name}.json`;
  const text = texts.get(file);
  if (text === undefined) return null;
  const read = readJson(text);
  const template: Values = isRecord(read) ? read : {};
  const entries = recordAt(template, 'sections');
  const sections = arranged(entries, template.order).map(([key, at]) =>
    sectionAt({ key, at, place: { file, path: ['sections', key] }, entry: recordAt(entries, key) }, types),
  );
  return { name, label: templateLabel(name), file, isReadable: isRecord(read), sections };
}

function fixedSections(
  texts: Texts,
  reader: SchemaReader,
  types: ThemeModel['types'],
  current: { readonly path: KeyPath; readonly values: Values },
): ThemeModel['fixed'] {
  const values = recordAt(current.values, 'sections');
  const found = new Map<string, boolean>();
  const note = (path: string) => {
    for (const { type, isBefore } of reader.renderedBy(path, texts.get(path) ?? '')) {
      if (!found.has(type)) found.set(type, path !== LAYOUT || isBefore);
    }
  };
  note(LAYOUT);
  for (const path of texts.keys()) if (/^(?:snippets|sections)\//.test(path)) note(path);
  const sections = [...found].map(([type, isBefore]) => ({
    isBefore,
    section: {
      ...sectionAt(
        {
          key: type,
          at: isDisabled(recordAt(values, type)) ? null : 0,
          place: { file: SETTINGS_DATA, path: [...current.path, 'sections', type] },
          entry: { ...recordAt(values, type), type },
        },
        types,
      ),
      isFixed: true,
    },
  }));
  return {
    before: sections.filter(({ isBefore }) => isBefore).map(({ section }) => section),
    after: sections.filter(({ isBefore }) => !isBefore).map(({ section }) => section),
  };
}

/** The value that a block or a section has at a place; undefined for none. */
export function valueAt(texts: Texts, { file, path }: Place): unknown {
  return path.reduce<unknown>(
    (value, key) => (isRecord(value) ? ownValue(value, key) : undefined),
    readJson(texts.get(file)),
  );
}
