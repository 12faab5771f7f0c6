/** A menu as rows, one for each entry, in the order in which a person reads them; and what moves an entry. Pure. */
import { MENU_LIMITS } from '../../../content/menu-limits.ts';
import { becoming, entriesOf } from '../../../merge/menu-entries.ts';
import type { MenuItem } from '../../../merge/menu-tree.ts';
import { isolated } from '../../../text/names.ts';

/** An entry of a menu as it is shown. */
export interface Row {
  /** Names the entry while the page is open: it stays when the entry is changed or moved. */
  readonly id: string;
  readonly titre: string;
  readonly url: string;
  /** From 1 on. */
  readonly level: number;
}

export type Rows = readonly Row[];

/** Themes show two levels; a third one is kept and shown where it is stored. */
const OFFERED_LEVELS = 2;

let made = 0;
const freshId = (): string => `entree-${++made}`;

/** The rows of a menu. @param before rows from which entries keep their names */
export function rowsFrom(items: readonly MenuItem[], before: Rows = []): Rows {
  const [was, is] = [entriesOf(itemsFrom(before)), entriesOf(items)];
  const at = new Map(was.all.map((entry, index) => [entry, index]));
  const idOf = new Map([...becoming(was, is)].map(([old, now]) => [now, before[at.get(old) ?? -1]?.id]));
  const levelOf = (entry: (typeof is.all)[number]): number => (entry.parent ? levelOf(entry.parent) + 1 : 1);
  return is.all.map((entry) => ({
    id: idOf.get(entry) ?? freshId(),
    titre: entry.titre,
    url: entry.url,
    level: levelOf(entry),
  }));
}

/** The tree that rows make: each stands beneath the last one before it that is of a higher level. */
export function itemsFrom(rows: Rows): readonly MenuItem[] {
  const first: Growing[] = [];
  const open: Growing[] = [];
  for (const { titre, url, level } of rows) {
    const item: Growing = { titre, url, enfants: [] };
    open.length = Math.min(open.length, level - 1);
    (open.at(-1)?.enfants ?? first).push(item);
    open.push(item);
  }
  return first;
}

interface Growing extends MenuItem {
  readonly enfants: Growing[];
}

export const newRow = (): Row => ({ id: freshId(), titre: '', url: '', level: 1 });

/** The end of an entry with all beneath it: the index of the row behind. */
function endOf(rows: Rows, at: number): number {
  const level = rows[at]?.level ?? 0;
  const end = rows.findIndex((row, index) => index > at && row.level <= level);
  return end < 0 ? rows.length : end;
}

/** An entry with all beneath it. */
export const blockAt = (rows: Rows, at: number): Rows => rows.slice(at, endOf(rows, at));

/** The entry before it beneath the same one; -1 for none. */
function siblingBefore(rows: Rows, at: number): number {
  const level = rows[at]?.level ?? 0;
  const before = rows.findLastIndex((row, index) => index < at && row.level <= level);
  return rows[before]?.level === level ? before : -1;
}

const deepestIn = (rows: Rows): number => Math.max(0, ...rows.map(({ level }) => level));
const deepened = (rows: Rows, by: number): Rows => rows.map((row) => ({ ...row, level: row.level + by }));

export type Way = 'up' | 'down' | 'in' | 'out';

/** The rows after an entry was moved one step; null where it cannot be. */
export function moved(rows: Rows, at: number, way: Way): Rows | null {
  const [end, block] = [endOf(rows, at), blockAt(rows, at)];
  const level = rows[at]?.level ?? 0;
  const without = [...rows.slice(0, at), ...rows.slice(end)];
  const put = (index: number, what: Rows): Rows => [...without.slice(0, index), ...what, ...without.slice(index)];
  const before = siblingBefore(rows, at);
  if (way === 'up') return before < 0 ? null : put(before, block);
  if (way === 'down') return rows[end]?.level === level ? put(at + endOf(rows, end) - end, block) : null;
  if (way === 'in') return before < 0 || deepestIn(block) >= OFFERED_LEVELS ? null : put(at, deepened(block, 1));
  if (level === 1) return null;
  const parent = rows.findLastIndex((row, index) => index < at && row.level < level);
  return put(endOf(rows, parent) - block.length, deepened(block, -1));
}

/**
 * The rows after an entry was dropped.
 * @param to index among the rows without the entry and those beneath it
 * @param wanted its level, which is brought to the nearest one that may be there
 * @returns null where it cannot be there
 */
export function dropped(rows: Rows, at: number, to: number, wanted: number): Rows | null {
  const [end, block] = [endOf(rows, at), blockAt(rows, at)];
  const without = [...rows.slice(0, at), ...rows.slice(end)];
  const level = rows[at]?.level ?? 1;
  const height = deepestIn(block) - level;
  const deepest = Math.min(MENU_LIMITS.levels, Math.max(OFFERED_LEVELS, deepestIn(block))) - height;
  // An entry takes none of those beneath the one before it.
  const least = without[to]?.level ?? 1;
  const most = Math.min(deepest, to === 0 ? 1 : (without[to - 1]?.level ?? 0) + 1);
  if (least > most) return null;
  const put = Math.min(most, Math.max(least, wanted));
  return [...without.slice(0, to), ...deepened(block, put - level), ...without.slice(to)];
}

/** A title in a sentence. */
export const named = (titre: string): string =>
  titre.trim() === '' ? 'l’entrée sans titre' : `« ${isolated(titre)} »`;

/** Where an entry stands, in words. */
export function placeWords(rows: Rows, id: string): string {
  const at = rows.findIndex((row) => row.id === id);
  const level = rows[at]?.level ?? 1;
  const parent = rows.findLastIndex((row, index) => index < at && row.level < level);
  const end = parent < 0 ? rows.length : endOf(rows, parent);
  const beside = rows.slice(parent + 1, end).filter((row) => row.level === level);
  const place = `place ${beside.findIndex((row) => row.id === id) + 1} sur ${beside.length}`;
  const above = rows[parent];
  return above ? `${place}, sous ${named(above.titre)}` : `${place}, au premier niveau`;
}
