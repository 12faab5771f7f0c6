import type { DeclaredSection, DeclaredSettings } from '../../document/declared.ts';
import { disabledAt, entriesOf, itemsOf, type JsonValue, textAt, textOf, valueAt } from '../../document/json-tree.ts';
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
  for (const [id, { offset, value }] of entriesOf(values)) {
    if (id === apart) continue;
    const setting = declared.get(id);
    if (!setting) report('reglage_non_declare', offset, { id });
    const expected = setting ? misfit(setting, value) : null;
    if (expected !== null)
      report('valeur_inadaptee', value.offset, { id, type: setting?.type ?? '', attendu: expected });
  }
}

/** An object, if there is a value; reports a value that is not an object. */
export function objectAt(parent: JsonValue | undefined, name: string, report: Report): JsonValue | undefined {
  const value = valueAt(parent, name);
  if (value && value.kind !== 'object') report('objet_attendu', value.offset, { nom: name });
  return value;
}

/** The keys of an order, with their places; reports what is no key. */
export function keysAt(parent: JsonValue, name: string, report: Report): { key: string; offset: number }[] {
  const list = valueAt(parent, name);
  if (list && list.kind !== 'list') report('liste_attendue', list.offset, { nom: name });
  return itemsOf(list).flatMap((item) => {
    const key = textOf(item);
    if (key !== undefined) return [{ key, offset: item.offset }];
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
  if (declared && !settings) report('bloc_non_declare', offset, { section, type });
  judgeValues(objectAt(block, 'settings', report), settings, report);
}

function judgeOrder(placed: JsonValue, section: string, most: number | undefined, report: Report): void {
  const ordered = keysAt(placed, 'block_order', report);
  const present = entriesOf(valueAt(placed, 'blocks'));
  let shown = 0;
  for (const { key: cle, offset } of ordered) {
    const block = present.get(cle);
    const isShown = block && textOf(valueAt(block.value, 'type')) !== undefined && !disabledAt(block.value);
    if (!block) report('bloc_absent', offset, { cle });
    else if (isShown && most !== undefined && ++shown === most + 1) {
      report('trop_de_blocs', offset, { section, nombre: most, cle });
    }
  }
  const known = new Set(ordered.map(({ key }) => key));
  for (const [cle, { offset }] of present) if (!known.has(cle)) report('bloc_hors_ordre', offset, { cle });
}
