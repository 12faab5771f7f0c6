import { entriesOf, itemsOf, type JsonValue, textOf, valueAt } from '../json/json-tree.ts';
import { SETTINGS_DATA, SETTINGS_SCHEMA, templateNameOf } from '../language/paths.ts';
import type { Occurrence, Thing } from './things.ts';

const ASSET = /^[A-Za-z0-9][\w.-]*\.(?:css|svg)$/;

/** Gathers what a JSON text names. */
class JsonNames {
  readonly found: Occurrence[] = [];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** @param offset that of the quote before the name */
  note(
    offset: number | undefined,
    kind: Thing['kind'],
    owner: string,
    name: string | undefined,
    isDeclaration = false,
  ): void {
    // A name that is written with escapes is left alone: its text is not the name.
    if (offset === undefined || name === undefined || !this.#source.startsWith(name, offset + 1)) return;
    const from = offset + 1;
    this.found.push({
      from,
      to: from + name.length,
      things: [{ kind, owner, name }],
      ...(isDeclaration && { isDeclaration }),
    });
  }

  keys(object: JsonValue | undefined, kind: Thing['kind'], owner: string): void {
    for (const [id, { offset }] of entriesOf(object)) this.note(offset, kind, owner, id);
  }

  /** Texts that are the name of a file of `assets/`, wherever they stand. */
  assets(root: JsonValue | undefined): void {
    for (const values = root ? [root] : []; values.length > 0; ) {
      const value = values.pop();
      if (value?.kind === 'scalar') {
        const text = textOf(value);
        if (text !== undefined && ASSET.test(text)) this.note(value.offset, 'asset', '', text);
      } else if (value?.kind === 'list') values.push(...value.items);
      else for (const entry of entriesOf(value).values()) values.push(entry.value);
    }
  }

  /** Keys, and the list that puts them in order. */
  ordered(object: JsonValue | undefined, order: JsonValue | undefined, kind: Thing['kind'], owner: string): void {
    for (const [key, { offset }] of entriesOf(object)) this.note(offset, kind, owner, key, true);
    for (const key of itemsOf(order)) this.note(key.offset, kind, owner, textOf(key));
  }

  /** A section that a template or a tag places. @param place tells the place from other ones */
  placed(type: string, placed: JsonValue, place: string): void {
    this.keys(valueAt(placed, 'settings'), 'section setting', type);
    const blocks = valueAt(placed, 'blocks');
    this.ordered(blocks, valueAt(placed, 'block_order'), 'placed block', place);
    // In presets of a schema they stand in a list.
    const values = [...itemsOf(blocks), ...[...entriesOf(blocks).values()].map(({ value }) => value)];
    for (const block of values) this.#block(type, block);
  }

  #block(section: string, block: JsonValue): void {
    const type = valueAt(block, 'type');
    this.note(type?.offset, 'block type', section, textOf(type));
    this.keys(valueAt(block, 'settings'), 'block setting', section);
  }

  declared(list: JsonValue | undefined, kind: Thing['kind'], owner: string): void {
    for (const setting of itemsOf(list)) {
      const id = valueAt(setting, 'id');
      this.note(id?.offset, kind, owner, textOf(id), true);
    }
  }
}

/** What a JSON file of a theme names. */
export function jsonOccurrences(path: string, source: string, value: JsonValue | undefined): Occurrence[] {
  const names = new JsonNames(source);
  names.assets(value);
  if (path === SETTINGS_SCHEMA)
    for (const group of itemsOf(value)) names.declared(valueAt(group, 'settings'), 'theme setting', '');
  if (path === SETTINGS_DATA) {
    const presets = [...entriesOf(valueAt(value, 'presets')).values()].map((entry) => entry.value);
    for (const [at, values] of [valueAt(value, 'current'), ...presets].entries())
      valuesOfTheme(names, values, `${path} ${at}`);
  }
  if (templateNameOf(path) !== undefined) {
    names.ordered(valueAt(value, 'sections'), valueAt(value, 'order'), 'placed section', path);
    for (const [key, { value: placed }] of entriesOf(valueAt(value, 'sections'))) {
      const type = valueAt(placed, 'type');
      const name = textOf(type);
      names.note(type?.offset, 'section', '', name);
      if (name !== undefined) names.placed(name, placed, `${path} ${key}`);
    }
  }
  return names.found;
}

function valuesOfTheme(names: JsonNames, values: JsonValue | undefined, place: string): void {
  for (const [id, { offset, value }] of entriesOf(values)) {
    if (id !== 'sections') names.note(offset, 'theme setting', '', id);
    else
      for (const [type, entry] of entriesOf(value)) {
        names.note(entry.offset, 'section', '', type);
        names.placed(type, entry.value, `${place} ${type}`);
      }
  }
}

/** What the schema of a section names. @param source the whole file */
export function schemaOccurrences(section: string, source: string, schema: JsonValue | undefined): Occurrence[] {
  const names = new JsonNames(source);
  names.assets(schema);
  names.declared(valueAt(schema, 'settings'), 'section setting', section);
  for (const block of itemsOf(valueAt(schema, 'blocks'))) {
    const type = valueAt(block, 'type');
    names.note(type?.offset, 'block type', section, textOf(type), true);
    names.declared(valueAt(block, 'settings'), 'block setting', section);
  }
  for (const [at, preset] of itemsOf(valueAt(schema, 'presets')).entries())
    names.placed(section, preset, `${section} ${at}`);
  return names.found;
}
