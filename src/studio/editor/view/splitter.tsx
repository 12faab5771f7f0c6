import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useState } from 'preact/hooks';
import { keepItem, keptItem } from '../../kept-items.ts';

/** Share of the room that the preview may take, percent. */
const LEAST = 20;
const MOST = 75;
const FIRST = 42;
/** How far an arrow key moves the splitter, percent. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: 4, ArrowRight: -4 };
const KEPT_AS = 'vitrine-editeur-partage';

/** @returns the preview's share when the page was used last */
export const keptShare = (): number => clamped(Number(keptItem('localStorage', KEPT_AS)) || FIRST);

const clamped = (share: number) => Math.min(MOST, Math.max(LEAST, Math.round(share)));

interface SplitterProps {
  readonly share: number;
  readonly onShare: (share: number) => void;
}

/** The line between code and preview: dragged, or moved with the arrow keys. */
export function Splitter({ share, onShare }: SplitterProps) {
  const [isDragged, setDragged] = useState(false);
  const set = (next: number) => {
    keepItem('localStorage', KEPT_AS, String(clamped(next)));
    onShare(clamped(next));
  };
  const press = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(share + step);
  };
  const drag = (event: TargetedPointerEvent<HTMLElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (isDragged && box) set((100 * (box.right - event.clientX)) / box.width);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no line of a text
    <div
      class={isDragged ? 'splitter dragged' : 'splitter'}
      role="separator"
      aria-orientation="vertical"
      aria-label="Part de l’aperçu"
      aria-valuenow={share}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(true);
      }}
      onPointerMove={drag}
      onPointerUp={() => setDragged(false)}
    />
  );
}
