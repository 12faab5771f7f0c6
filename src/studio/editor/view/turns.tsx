import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Panes, TURNS } from './use-panes.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** The parts of the page that take turns on a phone, as tabs: one stop of the Tab key, then the arrow keys. */
export function Turns({ turn, take }: Panes) {
  const list = useRef<HTMLDivElement>(null);
  const focus = (one: string) => list.current?.querySelector<HTMLElement>(`#tour-${one}`)?.focus();
  useLayoutEffect(() => {
    // What had the focus is hidden now: the file that was chosen, in the tree.
    if (turn !== null && document.activeElement?.checkVisibility() === false) focus(turn);
  }, [turn]);
  const press = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const at = TURNS.findIndex(([one]) => one === turn) + (STEPS[event.key] ?? 0);
    const [next] = TURNS.at(event.key === 'Home' ? 0 : event.key === 'End' ? -1 : at % TURNS.length) ?? [];
    if (next === undefined || next === turn) return;
    event.preventDefault();
    take(next);
    focus(next);
  };
  return (
    <div class="turns" role="tablist" aria-label="Afficher" ref={list} onKeyDown={press}>
      {TURNS.map(([one, label]) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`tour-${one}`}
          aria-selected={one === turn}
          aria-controls="tour"
          tabIndex={one === turn ? 0 : -1}
          onClick={() => take(one)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
