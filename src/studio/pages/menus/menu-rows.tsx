import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useDesk } from './menu-context.ts';
import { MenuRow } from './menu-row.tsx';
import { moved, named, placeWords, type Row, type Rows, type Way } from './rows.ts';
import { useDrag } from './use-drag.ts';

const WAYS: readonly Way[] = ['up', 'down', 'in', 'out'];
const KEYS: Readonly<Record<string, Way>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

interface MenuRowsProps {
  readonly menu: string;
  /** Names the list. */
  readonly name: string;
  readonly rows: Rows;
}

/**
 * The entries of a menu in their order and levels, moved by pointer, touch, buttons or keys. Space takes an entry by its handle, arrow keys
 * move it, Space drops it, Escape returns it.
 */
export function MenuRows({ menu, name, rows }: MenuRowsProps) {
  const { session, isReadOnly, announce } = useDesk();
  const list = useRef<HTMLUListElement>(null);
  const [held, setHeld] = useState<{ readonly id: string; readonly before: Rows } | null>(null);
  /** The control that keeps the focus when its row has moved in the document. */
  const kept = useRef<string | null>(null);
  const control = (id: string, which: string) =>
    list.current?.querySelector<HTMLElement>(`[data-row="${id}"] [data-control=${which}]`);
  useLayoutEffect(() => {
    const [id, which] = kept.current?.split(' ') ?? [];
    if (id === undefined || which === undefined) return;
    kept.current = null;
    const found = control(id, which);
    (found?.matches('button') ? found : found?.querySelector('button'))?.focus();
  });
  const put = (id: string, next: Rows, which: string) => {
    kept.current = `${id} ${which}`;
    session.put(menu, next);
    const titre = next.find((row) => row.id === id)?.titre ?? '';
    announce(`${named(titre)} : ${placeWords(next, id)}.`);
  };
  const { drag, begin } = useDrag(list, rows, (id, next) => put(id, next, 'handle'));
  const move = (id: string, way: Way, which: string) => {
    const next = moved(
      rows,
      rows.findIndex((row) => row.id === id),
      way,
    );
    if (next) put(id, next, which);
  };
  const remove = ({ id }: Row) => {
    const at = rows.findIndex((row) => row.id === id);
    session.remove(menu, id);
    const left = session.rowsOf(menu) ?? [];
    const next = left[Math.min(at, left.length - 1)];
    // The list is drawn anew first.
    requestAnimationFrame(() => {
      const box = list.current ?? document;
      const to = next
        ? box.querySelector<HTMLElement>(`#titre-${next.id}`)
        : document.getElementById(`ajouter-${menu}`);
      to?.focus();
    });
  };
  const onKey = (event: KeyboardEvent, { id, titre }: Row) => {
    const isHeld = held?.id === id;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      setHeld(isHeld ? null : { id, before: rows });
      const where = `${named(titre)} : ${placeWords(rows, id)}`;
      announce(
        isHeld
          ? `Posé. ${where}.`
          : `Pris. ${where}. Flèches pour déplacer et changer de niveau, espace pour poser, échap pour remettre.`,
      );
    } else if (isHeld && event.key === 'Escape') {
      event.preventDefault();
      setHeld(null);
      put(id, held.before, 'handle');
    } else if (isHeld && KEYS[event.key]) {
      event.preventDefault();
      move(id, KEYS[event.key] as Way, 'handle');
    }
  };
  /** The focus leaves a row that moves in the document, and is back in the next frame. */
  const onBlur = () =>
    requestAnimationFrame(() => {
      if (!document.activeElement?.matches('.handle')) setHeld(null);
    });
  return (
    <ul ref={list} class={drag ? 'menu-rows dragging' : 'menu-rows'} aria-label={name}>
      {rows.map((row, at) => {
        const isDragged = drag?.block.has(row.id) ?? false;
        const classes = [
          isDragged ? 'dragged' : [],
          held?.id === row.id ? 'held' : [],
          drag?.rows && drag.before === row.id ? 'drop-before' : [],
        ];
        return (
          <li
            key={row.id}
            data-row={row.id}
            class={classes.flat().join(' ')}
            style={{
              '--level': row.level - 1,
              ...(drag && { '--drop-level': drag.level - 1 }),
              ...(drag && isDragged && { transform: `translateY(${drag.offset}px)` }),
            }}
          >
            <MenuRow
              menu={menu}
              row={row}
              above={row.level > 1 ? placeWords(rows, row.id) : ''}
              ways={new Set(isReadOnly ? [] : WAYS.filter((way) => moved(rows, at, way) !== null))}
              isHeld={held?.id === row.id}
              onMove={(way) => move(row.id, way, way)}
              onRemove={() => remove(row)}
              onHandleKey={(event) => onKey(event, row)}
              onHandleDown={(event) => begin(event, row.id)}
              onHandleBlur={onBlur}
            />
          </li>
        );
      })}
      {drag?.rows && drag.before === null && (
        <li class="drop-end" style={{ '--drop-level': drag.level - 1 }} aria-hidden="true" />
      )}
    </ul>
  );
}
