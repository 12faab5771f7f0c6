/** Commands on sections and blocks: each makes a new text of one file. Pure. */
import { type Item, type KeyPath, removeKey, setItems, setValue } from './json-edit.ts';
import type { Place, PlacedSection } from './placed-section.ts';
import type { SectionType } from './section-types.ts';
import { readTemplate, type TemplateModel, type Texts, type ThemeModel, valueAt } from './theme-model.ts';
import { isDisabled, isRecord, listOf } from './values.ts';

/** The paths of a list's entries and of its order. */
export interface Listing {
  readonly file: string;
  readonly entries: KeyPath;
  readonly order: KeyPath;
}

export const sectionsOf = (file: string): Listing => ({ file, entries: ['sections'], order: ['order'] });

export const blocksIn = ({ file, path }: Place): Listing => ({
  file,
  entries: [...path, 'blocks'],
  order: [...path, 'block_order'],
});

const textIn = (texts: Texts, { file }: Listing): string => texts.get(file) ?? '{}';

const orderIn = (texts: Texts, { file, order }: Listing): readonly unknown[] =>
  listOf(valueAt(texts, { file, path: order }));

const indexes = (list: readonly unknown[]): number[] => list.map((_, at) => at);

/** Moves the entry at one index of the order to another index. */
export function move(texts: Texts, listing: Listing, from: number, to: number): string {
  const items = indexes(orderIn(texts, listing));
  const [moved] = items.splice(from, 1);
  if (moved !== undefined) items.splice(to, 0, moved);
  return setItems(textIn(texts, listing), listing.order, items);
}

/** Hides an entry: its key leaves the order, its values stay. */
export function hide(texts: Texts, listing: Listing, key: string): string {
  const order = orderIn(texts, listing);
  return setItems(
    textIn(texts, listing),
    listing.order,
    indexes(order).filter((at) => order[at] !== key),
  );
}

/** @param at index that the key gets in the order, where the order lacks it */
export function show(texts: Texts, listing: Listing, key: string, at: number): string {
  const text = enable(texts, { file: listing.file, path: [...listing.entries, key] });
  const order = orderIn(texts, listing);
  if (order.includes(key)) return text;
  const items: Item[] = indexes(order);
  items.splice(at, 0, key);
  return setItems(text, listing.order, items);
}

/** Removes `disabled` from a section or a block. */
export function enable(texts: Texts, { file, path }: Place): string {
  const text = texts.get(file) ?? '{}';
  const entry = valueAt(texts, { file, path });
  return isRecord(entry) && isDisabled(entry) ? removeKey(text, [...path, 'disabled']) : text;
}

export function remove(texts: Texts, listing: Listing, key: string): string {
  const hidden = hide(texts, listing, key);
  return removeKey(hidden, [...listing.entries, key]);
}

interface Added {
  readonly text: string;
  readonly key: string;
}

/** What is added: a key is made of its base; `at` is the index of the key in the order. */
interface Addition {
  readonly base: string;
  readonly entry: object;
  readonly at: number;
}

/** Adds an entry, shown. */
export function add(texts: Texts, listing: Listing, { base, entry, at }: Addition): Added {
  const key = freshKey(texts, listing, base);
  const text = setValue(textIn(texts, listing), [...listing.entries, key], entry);
  return { key, text: show(new Map(texts).set(listing.file, text), listing, key, at) };
}

/** Adds a copy of an entry behind it. @param at index of the entry in the order */
export function duplicate(texts: Texts, listing: Listing, key: string, at: number): Added | null {
  const entry = valueAt(texts, { file: listing.file, path: [...listing.entries, key] });
  return isRecord(entry) ? add(texts, listing, { base: key.replace(/-\d+$/, ''), entry, at }) : null;
}

/** A key that neither the entries nor the order have. */
function freshKey(texts: Texts, listing: Listing, base: string): string {
  const entries = valueAt(texts, { file: listing.file, path: listing.entries });
  const order = orderIn(texts, listing);
  const isTaken = (key: string) => (isRecord(entries) && Object.hasOwn(entries, key)) || order.includes(key);
  let key = base;
  for (let n = 2; isTaken(key); n++) key = `${base}-${n}`;
  return key;
}

/** A section in the list of those that can be added. */
export interface Offer {
  readonly name: string;
  readonly type: string;
  readonly entry: object;
}

/**
 * What may be added to a template: the presets of each section, or the section itself when it has none. Not offered are sections that the
 * layout renders, that their schema reserves for other templates, and those in `ofOthers`.
 * @param ofOthers types of sections that show what only pages of another template have, such as an article
 */
export function offersFor(
  template: TemplateModel,
  types: ReadonlyMap<string, SectionType>,
  fixed: readonly PlacedSection[],
  ofOthers: ReadonlySet<string>,
): readonly Offer[] {
  const offers: Offer[] = [];
  for (const section of types.values()) {
    const { type, isReadable, onlyOn, notOn, presets } = section;
    if (!isReadable || fixed.some((one) => one.type === type)) continue;
    if ((onlyOn && !onlyOn.includes(template.name)) || notOn.includes(template.name)) continue;
    if (ofOthers.has(type) && !template.sections.some((one) => one.type === type)) continue;
    const made = presets.length > 0 ? presets : [{ name: section.name, settings: {}, blocks: firstBlock(section) }];
    for (const { name, settings, blocks } of made) {
      const keyed = blocks.map((block, at) => [`${block.type}-${at + 1}`, block] as const);
      offers.push({
        name,
        type,
        entry: {
          type,
          settings,
          ...(keyed.length > 0 && { blocks: Object.fromEntries(keyed), block_order: keyed.map(([key]) => key) }),
        },
      });
    }
  }
  return offers.sort((a, b) => a.name.localeCompare(b.name, 'fr'));
}

/** Templates whose first section shows the object of their page: an article, a blog, the missing page. */
const OF_ONE_KIND = ['article', 'blog', '404'];

/** Types of sections that belong to another template: those with its name, and the first section of an article, a blog or a 404 page. */
export function typesOfOthers(texts: Texts, model: ThemeModel, template: string): ReadonlySet<string> {
  const others = model.templates.map(({ name }) => name).filter((name) => name !== template);
  const first = others
    .filter((name) => OF_ONE_KIND.includes(name))
    .flatMap((name) => readTemplate(texts, name, model.types)?.sections[0]?.type ?? []);
  return new Set([...others, ...first]);
}

/** A new section without a preset begins with one block, because a section without blocks often shows nothing. */
const firstBlock = ({ blocks: [first], maxBlocks }: SectionType) =>
  first && maxBlocks !== 0 && first.limit !== 0 ? [{ type: first.type, settings: {} }] : [];

/** Why no more blocks of a type can be shown, in a sentence; null when there is room. */
export function fullReason(section: PlacedSection, type: string): string | null {
  const { sectionType, blocks } = section;
  const shown = blocks.filter(({ at }) => at !== null);
  const most = sectionType?.maxBlocks;
  if (most !== undefined && shown.length >= most) {
    return `Cette section montre ${most} bloc${most > 1 ? 's' : ''} au plus : masquez-en ou retirez-en un d’abord.`;
  }
  const block = sectionType?.blocks.find((one) => one.type === type);
  if (block?.limit !== undefined && shown.filter((one) => one.type === type).length >= block.limit) {
    return `Cette section accepte ${block.limit} « ${block.name} » au plus.`;
  }
  return null;
}

/** The index in the order for an entry that is listed at `index`: behind the last shown entry before it. */
export const orderPlace = (listed: readonly { readonly at: number | null }[], index: number): number => {
  const before = listed.slice(0, index).findLast(({ at }) => at !== null);
  return before?.at === undefined || before.at === null ? 0 : before.at + 1;
};
