import { SETTING_TYPES } from '../../../../engine/language/setting-types.ts';
import type { KeyPath } from './json-edit.ts';
import type { SectionType } from './section-types.ts';
import { type SchemaItem, settingsIn, shownValue } from './settings.ts';
import { isDisabled, listOf, recordAt, type Values, wordOf } from './values.ts';

/** Where values stand: a path of keys in a JSON file. */
export interface Place {
  readonly file: string;
  readonly path: KeyPath;
}

/** A section in a template, or a block in a section. */
export interface Placed {
  readonly key: string;
  readonly type: string;
  readonly name: string;
  /** First text of its values, to tell apart sections of one name. */
  readonly excerpt: string | undefined;
  /** Its index in the list of keys; null while it is hidden: disabled, or missing in the list. */
  readonly at: number | null;
  readonly place: Place;
  readonly values: Values;
  readonly items: readonly SchemaItem[];
}

export interface PlacedBlock extends Placed {
  /** Whether the section's schema declares its type. */
  readonly isDeclared: boolean;
  /** Whether it stands beyond `max_blocks`: the site leaves it out. */
  readonly isBeyond: boolean;
}

export interface PlacedSection extends Placed {
  /** Undefined when the theme has no such section. */
  readonly sectionType: SectionType | undefined;
  /** In the order in which the studio lists them (`arranged`). */
  readonly blocks: readonly PlacedBlock[];
  readonly isFixed: boolean;
}

/**
 * The keys of the entries in the order in which the studio lists them, each with its index in `order`; null for a hidden entry. A disabled
 * entry stands where `order` names it; an entry that `order` lacks stands behind the entry that it follows in the file.
 */
export function arranged(entries: Values, order: unknown): readonly (readonly [string, number | null])[] {
  const listed: (readonly [string, number | null])[] = listOf(order).flatMap((key, at) =>
    typeof key === 'string' && Object.hasOwn(entries, key)
      ? [[key, isDisabled(recordAt(entries, key)) ? null : at] as const]
      : [],
  );
  const shown = new Set(listed.map(([key]) => key));
  let previous: string | undefined;
  for (const key of Object.keys(entries)) {
    if (!shown.has(key)) {
      const after = previous === undefined ? -1 : listed.findLastIndex(([one]) => one === previous);
      listed.splice(after + 1, 0, [key, null]);
    }
    previous = key;
  }
  return listed;
}

/** What is told of a section or a block by its entry in the file. */
function placed({ key, at, entry, place, declared }: Entry, named: string): Placed {
  const type = wordOf(entry.type) ?? '';
  const items = declared?.items ?? [];
  const values = recordAt(entry, 'settings');
  return {
    key,
    type,
    name: declared?.name ?? (type || named),
    excerpt: excerptOf(items, values),
    at,
    place,
    values,
    items,
  };
}

interface Entry extends Pick<Placed, 'key' | 'at' | 'place'> {
  readonly entry: Values;
  readonly declared: Pick<SectionType, 'name' | 'items'> | undefined;
}

/** A section by its entry in the file. */
export function sectionAt(from: Omit<Entry, 'declared'>, types: ReadonlyMap<string, SectionType>): PlacedSection {
  const sectionType = types.get(wordOf(from.entry.type) ?? '');
  return {
    ...placed({ ...from, declared: sectionType }, 'Section sans type'),
    sectionType,
    blocks: blocksOf(from, sectionType),
    isFixed: false,
  };
}

function blocksOf({ place, entry: section }: Omit<Entry, 'declared'>, sectionType: SectionType | undefined) {
  const entries = recordAt(section, 'blocks');
  let shown = 0;
  return arranged(entries, section.block_order).map(([key, at]): PlacedBlock => {
    const entry = recordAt(entries, key);
    const declared = sectionType?.blocks.find((block) => block.type === entry.type);
    const path = [...place.path, 'blocks', key];
    const block = placed({ key, at, entry, place: { file: place.file, path }, declared }, 'Bloc sans type');
    if (at !== null && block.type !== '') shown++;
    return {
      ...block,
      isDeclared: declared !== undefined,
      isBeyond: at !== null && sectionType?.maxBlocks !== undefined && shown > sectionType.maxBlocks,
    };
  });
}

/** Longest excerpt, UTF-16 code units. */
const EXCERPT_UNITS = 60;

/** Ids of settings whose text describes a section or a block best, the best first. */
const TELLING = [/^(?:titre|title|heading|nom|name|question)$/i, /tit|nom|name|jour|heading/i, /./];

function excerptOf(items: readonly SchemaItem[], values: Values): string | undefined {
  const textSettings = settingsIn(items).filter(({ type }) => SETTING_TYPES.get(type)?.gives === 'text');
  for (const setting of TELLING.flatMap((telling) => textSettings.filter(({ id }) => telling.test(id)))) {
    const value = shownValue(setting, values);
    const text =
      typeof value === 'string'
        ? value
            .replace(/<[^>]*>/g, ' ')
            .replace(/[*\s]+/g, ' ')
            .trim()
        : '';
    if (text !== '') return text.length > EXCERPT_UNITS ? `${text.slice(0, EXCERPT_UNITS).trimEnd()}…` : text;
  }
  return undefined;
}
