import { useState } from 'preact/hooks';
import { blockAt, dropped, type Rows } from './rows.ts';

/** Where an entry is while it is dragged. */
export interface Drag {
  readonly id: string;
  /** Ids of the entry and of those beneath it. */
  readonly block: ReadonlySet<string>;
  /** How far it stands from its place, pixels. */
  readonly offset: number;
  /** The row before which a line shows the place; null behind the last one. */
  readonly before: string | null;
  /** What the rows become; null where the entry cannot be there. */
  readonly rows: Rows | null;
  /** The level there. */
  readonly level: number;
}

/** So far to the side an entry changes its level, pixels. */
const LEVEL_PX = 28;
/** A press that moves less is no drag, pixels. */
const STILL_PX = 4;
/** Nearness to an edge of the window at which it scrolls, and by how much, pixels. */
const EDGE_PX = 56;
const SCROLL_PX = 14;

/**
 * Drags an entry with all beneath it, by pointer or touch: up and down to a place, to the side to a level.
 * @param list the element whose children with `data-row` are the rows
 */
export function useDrag(
  list: { readonly current: HTMLElement | null },
  rows: Rows,
  onDrop: (id: string, rows: Rows) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const begin = (event: PointerEvent, id: string) => {
    const handle = event.currentTarget;
    const at = rows.findIndex((row) => row.id === id);
    const level = rows[at]?.level;
    if (event.button !== 0 || level === undefined || !(handle instanceof HTMLElement) || !list.current) return;
    handle.setPointerCapture(event.pointerId);
    const block = new Set(blockAt(rows, at).map((row) => row.id));
    const elements = [...list.current.querySelectorAll<HTMLElement>('[data-row]')];
    // Measured before anything moves, from the top of the document.
    const middles = elements.flatMap((one) => {
      const { top, height } = one.getBoundingClientRect();
      return block.has(one.dataset.row ?? '') ? [] : [{ id: one.dataset.row ?? '', y: top + height / 2 + scrollY }];
    });
    const start = { x: event.clientX, y: event.clientY + scrollY };
    let latest: Drag | null = null;
    const follow = ({ clientX, clientY }: PointerEvent) => {
      if (clientY < EDGE_PX) scrollBy(0, -SCROLL_PX);
      else if (clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
      const [x, y] = [clientX - start.x, clientY + scrollY - start.y];
      if (latest === null && Math.hypot(x, y) < STILL_PX) return;
      const to = middles.filter((middle) => middle.y < clientY + scrollY).length;
      const next = dropped(rows, at, to, level + Math.round(x / LEVEL_PX));
      latest = {
        ...{ id, block, offset: y, before: middles[to]?.id ?? null, rows: next },
        level: next?.find((row) => row.id === id)?.level ?? level,
      };
      setDrag(latest);
    };
    const end = ({ type }: Event) => {
      handle.removeEventListener('pointermove', follow);
      for (const ending of ['pointerup', 'pointercancel']) handle.removeEventListener(ending, end);
      setDrag(null);
      if (type === 'pointerup' && latest?.rows) onDrop(id, latest.rows);
    };
    handle.addEventListener('pointermove', follow);
    for (const ending of ['pointerup', 'pointercancel']) handle.addEventListener(ending, end);
  };
  return { drag, begin };
}
