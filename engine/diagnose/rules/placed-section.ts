import type { DeclaredSection, DeclaredSettings } from '../../document/declared.ts';
import {
  disabledAt,
  entriesOf,
  itemsOf,
  type JsonValue,
  textAt,
  textOf,
  valueAt,
  within,
} from '../../json/json-tree.ts';
import { type Advice, adviceOn } from '../advice.ts';
import type { Report } from '../rule.ts';
import { misfit } from '../setting-types.ts';

/**
 * Judges the values of a section that a template or the theme's settings place.
 * @param declared what its type declares; null where nothing can be said about that
 */
export function judgePlacedSection(
  placed: JsonValue,
  type: string,
  declared: DeclaredSection | null,
  report: Report,
): void {
  judgeValues(objectAt(placed, 'settings', report), declared?.settings ?? null, report);
  const blocks = objectAt(placed, 'blocks', report);
  for (const [key, { value }] of entriesOf(blocks)) judgeBlock([key, value], type, declared, report);
  judgeOrder(placed, type, declared?.maxBlocks, report);
}

/**
 * Judges values by what is declared.
 * @param declared null where nothing can be said about that
 * @param apart a key that is no setting
 */
export function judgeValues(
  values: JsonValue | undefined,
  declared: DeclaredSettings | null,
  report: Report,
  apart?: string,
): void {
  if (!declared) return;
  const given = entriesOf(values);
  const others = [...declared.keys()].filter((id) => !given.has(id));
  for (const [id, entry] of given) {
    if (id === apart) continue;
    const { value } = entry;
    const setting = declared.get(id);
    if (!setting) {
      const { conseil, correction } = adviceOn(id, within(entry), others, ' : personne ne peut le modifier.');
      report('reglage_non_declare', entry, { id, conseil }, correction);
    }
    const expected = setting ? misfit(setting, value) : null;
    if (expected !== null) report('valeur_inadaptee', value, { id, type: setting?.type ?? '', attendu: expected });
  }
}

const NOTHING_THERE = ' : rien ne s’affiche à sa place.';

/** What there is and an order does not name. */
export function keysOutside(ordered: readonly OrderedKey[], present: ReadonlyMap<string, unknown>): readonly string[] {
  const known = new Set(ordered.map(({ key }) => key));
  return [...present.keys()].filter((key) => !known.has(key));
}

/** What was meant by a key of an order that nothing has. @param outside what the order does not name */
export const adviceOnKey = (key: OrderedKey, outside: readonly string[]): Advice =>
  adviceOn(key.key, within(key), outside, NOTHING_THERE);

/** An object, if there is a value; reports a value that is not an object. */
export function objectAt(parent: JsonValue | undefined, name: string, report: Report): JsonValue | undefined {
  const value = valueAt(parent, name);
  if (value && value.kind !== 'object') report('objet_attendu', value.offset, { nom: name });
  return value;
}

interface OrderedKey {
  readonly key: string;
  readonly offset: number;
  readonly end: number;
}

/** The keys of an order, with their places; reports what is no key. */
export function keysAt(parent: JsonValue, name: string, report: Report): OrderedKey[] {
  const list = valueAt(parent, name);
  if (list && list.kind !== 'list') report('liste_attendue', list.offset, { nom: name });
  return itemsOf(list).flatMap((item) => {
    const key = textOf(item);
    if (key !== undefined) return [{ key, offset: item.offset, end: item.end }];
    report('cle_ignoree', item.offset, { nom: name });
    return [];
  });
}

function judgeBlock(
  [cle, block]: readonly [string, JsonValue],
  section: string,
  declared: DeclaredSection | null,
  report: Report,
): void {
  const { text: type, offset } = textAt(block, 'type');
  if (type === undefined) {
    report('bloc_mal_forme', offset, { cle });
    return;
  }
  const disabled = disabledAt(block);
  if (disabled) report('bloc_desactive', disabled.offset, { cle });
  const settings = declared?.blocks.get(type) ?? null;
  const written = valueAt(block, 'type');
  if (declared && written && !settings) {
    const { conseil, correction } = adviceOn(type, within(written), declared.blocks.keys());
    report('bloc_non_declare', written, { section, type, conseil }, correction);
  }
  judgeValues(objectAt(block, 'settings', report), settings, report);
}

function judgeOrder(placed: JsonValue, section: string, most: number | undefined, report: Report): void {
  const ordered = keysAt(placed, 'block_order', report);
  const present = entriesOf(valueAt(placed, 'blocks'));
  const outside = keysOutside(ordered, present);
  let shown = 0;
  for (const key of ordered) {
    const { key: cle, offset } = key;
    const block = present.get(cle);
    const isShown = block && textOf(valueAt(block.value, 'type')) !== undefined && !disabledAt(block.value);
    if (!block) {
      const { conseil, correction } = adviceOnKey(key, outside);
      report('bloc_absent', key, { cle, conseil }, correction);
    }
    if (isShown && most !== undefined && ++shown === most + 1) {
      report('trop_de_blocs', offset, { section, nombre: most, cle });
    }
  }
  const known = new Set(ordered.map(({ key }) => key));
  for (const [cle, { offset }] of present) if (!known.has(cle)) report('bloc_hors_ordre', offset, { cle });
}
