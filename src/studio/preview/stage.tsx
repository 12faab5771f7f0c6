import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PreviewState } from './preview-state.ts';

/** Widths at which the preview is shown, CSS pixels; null for a whole window. */
const WIDTHS = [
  [390, 'Téléphone, 390 px'],
  [768, 'Tablette, 768 px'],
  [null, 'Plein écran d’un ordinateur'],
] as const;
export type Width = (typeof WIDTHS)[number][0];

/** Width of a whole window, CSS pixels: that of a desktop, scaled down where there is less room. */
export const DESKTOP_WIDTH = 1280;

/** The width of an element, CSS pixels; 0 before it is known. */
export function useRoom(place: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return room;
}

interface WidthsProps {
  readonly chosen: Width;
  readonly choose: (width: Width) => void;
  readonly class?: string;
  /** What stands on the button of a width. */
  readonly children: (width: Width) => ComponentChildren;
}

/** Chooses the width of the preview. */
export const Widths = ({ chosen, choose, class: name, children }: WidthsProps) => (
  <fieldset class="widths" aria-label="Largeur de l’aperçu">
    {WIDTHS.map(([width, label]) => (
      <button
        key={label}
        type="button"
        class={name}
        aria-label={label}
        title={label}
        aria-pressed={width === chosen}
        onClick={() => choose(width)}
      >
        {children(width)}
      </button>
    ))}
  </fieldset>
);

interface StageProps {
  readonly state: PreviewState;
  /** Whether what is shown is read. */
  readonly isReady: boolean;
  readonly place: RefObject<HTMLDivElement | null>;
  readonly room: number;
  /** Width at which the page is laid out, CSS pixels. */
  readonly width: number;
}

/** Where the page is shown, scaled down until it fits. */
export function Stage({ state, isReady, place, room, width }: StageProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (isReady && host.current ? state.attach(host.current) : undefined), [state, isReady]);
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div class="stage" ref={place}>
      <div
        class={width < room ? 'frame-host device' : 'frame-host'}
        ref={host}
        style={{ width: `${width}px`, height: `${100 / scale}%`, transform: `scale(${scale})` }}
      />
    </div>
  );
}
