import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';
import type { EntryList, Listed, Move, StructureActs } from './structure-acts.ts';
import { useStudio } from './studio-context.ts';

/** An entry in the list. */
interface Row {
  /** It stays when the entry is hidden; the count tells apart an entry that the order names twice. */
  readonly id: string;
  readonly name: string;
  /** Its index among those that are shown; null for a hidden one. */
  readonly rank: number | null;
}

interface EntriesProps<Entry extends Listed> {
  readonly label: string;
  readonly list: EntryList<Entry>;
  readonly acts: StructureActs;
  readonly nameOf: (entry: Entry) => string;
  /** Why a hidden entry cannot be shown; null when it can. */
  readonly whyHidden?: (entry: Entry) => string | null;
  /** What opens an entry. */
  readonly opener: (entry: Entry) => ComponentChildren;
  /** What an open entry holds; nothing for any other. */
  readonly body?: (entry: Entry) => ComponentChildren;
}

/** Where a row is while it is dragged. */
interface Drag extends Omit<Move, 'isTyped'> {
  readonly id: string;
  readonly offset: number;
  readonly height: number;
}

/**
 * Sections or blocks in their order: hidden and shown again, and moved by pointer, touch or keys. Space takes a row, arrow keys move it, Space
 * drops it, Escape returns it.
 */
export function Entries<Entry extends Listed>(props: EntriesProps<Entry>) {
  const { acts, nameOf, whyHidden, opener, body } = props;
  const { entries, shown } = props.list;
  const count = shown.length;
  const { session, isReadOnly, announce } = useStudio();
  const list = useRef<HTMLUListElement>(null);
  const [held, setHeld] = useState<{ readonly id: string; readonly from: number } | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  useLayoutEffect(() => {
    // The browser takes the focus from a row that moves in the document.
    if (held) list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(held.id)}"]`)?.focus();
  });

  const onKeyDown = (event: KeyboardEvent, { id, name, rank }: Row) => {
    if (rank === null) return;
    const isHeld = held?.id === id;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      // Each taking of a row is a group of its own for undo.
      session.seal();
      setHeld(isHeld ? null : { id, from: rank });
      announce(
        isHeld
          ? `${name}, posé à la place ${rank + 1} sur ${count}.`
          : `${name}, pris, à la place ${rank + 1} sur ${count}. Flèches pour déplacer, espace pour poser, échap pour remettre.`,
      );
      return;
    }
    if (!isHeld) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (held.from !== rank) session.undo();
      setHeld(null);
      announce(`${name}, remis à la place ${held.from + 1}.`);
    }
    const to = { ArrowUp: rank - 1, ArrowDown: rank + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0 || to >= count || to === rank) return;
    acts.move(props.list, { from: rank, to, isTyped: true });
    announce(`${name}, place ${to + 1} sur ${count}.`);
  };

  const onPointerDown = (event: PointerEvent, { id, rank }: Row) => {
    const handle = event.currentTarget;
    if (event.button !== 0 || rank === null || !(handle instanceof HTMLElement) || !list.current) return;
    handle.setPointerCapture(event.pointerId);
    // Measured before any row moves.
    const boxes = [...list.current.querySelectorAll<HTMLElement>(':scope > [data-rank]')].map((row) =>
      row.getBoundingClientRect(),
    );
    const own = boxes[rank];
    if (!own) return;
    const scroller = list.current.closest<HTMLElement>('.panel-scroll');
    const scrolled = scroller?.scrollTop ?? 0;
    const start = event.clientY;
    let latest: Drag | null = null;
    const follow = ({ clientY }: PointerEvent) => {
      if (scroller) scrollNear(scroller, clientY);
      const offset = clientY - start + (scroller?.scrollTop ?? 0) - scrolled;
      if (latest === null && Math.abs(offset) < 4) return;
      const middle = own.top + own.height / 2 + offset;
      const to = boxes.filter((box, at) => at !== rank && box.top + box.height / 2 < middle).length;
      latest = { id, from: rank, to, offset, height: own.height };
      setDrag(latest);
    };
    const end = (ended: PointerEvent) => {
      handle.removeEventListener('pointermove', follow);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
      setDrag(null);
      if (ended.type === 'pointerup' && latest && latest.to !== rank) {
        acts.move(props.list, { from: rank, to: latest.to, isTyped: false });
        announce(`Place ${latest.to + 1} sur ${count}.`);
      }
    };
    handle.addEventListener('pointermove', follow);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  };

  const rowOf = (entry: Entry) => {
    const same = entries.filter(({ key }) => key === entry.key);
    const isHidden = entry.at === null;
    const row = {
      id: `${entry.key}@${same.indexOf(entry)}`,
      name: nameOf(entry),
      rank: isHidden ? null : shown.indexOf(entry),
    };
    const isHeld = held?.id === row.id;
    const opened = body?.(entry);
    const why = isHidden ? (whyHidden?.(entry) ?? null) : null;
    const offer = isHidden ? 'Montrer' : 'Masquer';
    return (
      <li
        key={row.id}
        class={`row${isHidden ? ' hidden-row' : ''}${opened ? ' open' : ''}${drag?.id === row.id ? ' dragged' : ''}${isHeld ? ' held' : ''}`}
        data-rank={row.rank ?? undefined}
        style={drag ? { transform: `translateY(${shiftOf(row, drag)}px)` } : {}}
      >
        <div class="row-line">
          {!isHidden && !isReadOnly && (
            <button
              type="button"
              class="handle"
              aria-label={`Déplacer ${row.name}`}
              aria-pressed={isHeld}
              data-handle={row.id}
              onKeyDown={(event) => onKeyDown(event, row)}
              onPointerDown={(event) => onPointerDown(event, row)}
              onBlur={() =>
                // The focus leaves a row that moves in the document, and is back in the next frame.
                requestAnimationFrame(() => {
                  if (!document.activeElement?.matches('.handle')) setHeld(null);
                })
              }
            >
              <Icon name="grip" />
            </button>
          )}
          {opener(entry)}
          {!isReadOnly && (
            <button
              type="button"
              class="eye"
              aria-label={`${offer} ${row.name}`}
              title={why ?? offer}
              aria-disabled={why !== null}
              onClick={() => (why ? announce(why) : acts.toggle(props.list, entry))}
            >
              <Icon name={isHidden ? 'closed' : 'eye'} />
            </button>
          )}
          {opened && <div class="block-body">{opened}</div>}
        </div>
      </li>
    );
  };
  return (
    <ul ref={list} class={drag ? 'rows dragging' : 'rows'} aria-label={props.label}>
      {entries.map(rowOf)}
    </ul>
  );
}

/** How far a row stands from its place while one is dragged, pixels. */
function shiftOf({ id, rank }: Row, drag: Drag): number {
  if (id === drag.id) return drag.offset;
  if (rank === null) return 0;
  if (rank > drag.from && rank <= drag.to) return -drag.height;
  return rank < drag.from && rank >= drag.to ? drag.height : 0;
}

/** Nearness to an edge at which a list scrolls, and by how much, pixels. */
const EDGE = 48;
const STEP = 12;

function scrollNear(scroller: HTMLElement, y: number): void {
  const { top, bottom } = scroller.getBoundingClientRect();
  if (y < top + EDGE) scroller.scrollTop -= STEP;
  else if (y > bottom - EDGE) scroller.scrollTop += STEP;
}
