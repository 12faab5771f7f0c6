import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { keepItem, keptItem } from '../../kept-items.ts';
import { WIDTHS, type Width } from '../state/preview-state.ts';

/** Width of a whole window, CSS pixels: that of a desktop, scaled down where there is less room. */
const DESKTOP_WIDTH = 1280;

const KEPT_AS = 'vitrine-editeur-largeur';

/** @returns the width that was chosen last; undefined when none was */
const keptWidth = (): Width | undefined => {
  const kept = keptItem('localStorage', KEPT_AS);
  return kept === null ? undefined : WIDTHS.find((width) => String(width) === kept);
};

/** The widest device that fits without scaling: shown until somebody chooses. */
function fittingWidth(room: number): Width {
  if (room >= DESKTOP_WIDTH) return null;
  return room >= 768 ? 768 : 390;
}

/**
 * Gives the preview the width of a device, and scales it down until it fits its place.
 * @returns the width that is shown, and what chooses another
 */
export function useWidth(place: RefObject<HTMLElement | null>): readonly [Width, (width: Width) => void] {
  const [chosen, setChosen] = useState(keptWidth);
  const [room, setRoom] = useState(0);
  const width = chosen === undefined ? fittingWidth(room) : chosen;

  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const resize = () => {
      setRoom(box.clientWidth);
      const shown = width ?? Math.max(box.clientWidth, DESKTOP_WIDTH);
      const scale = Math.min(1, box.clientWidth / shown);
      box.style.setProperty('--stage-width', `${shown}px`);
      box.style.setProperty('--stage-height', `${box.clientHeight / scale}px`);
      box.style.setProperty('--stage-scale', String(scale));
      box.style.setProperty('--stage-left', `${Math.max(0, (box.clientWidth - shown * scale) / 2)}px`);
    };
    resize();
    const observer = new ResizeObserver(resize);
    observer.observe(box);
    return () => observer.disconnect();
  }, [place, width]);

  const choose = (next: Width) => {
    keepItem('localStorage', KEPT_AS, String(next));
    setChosen(next);
  };
  return [width, choose];
}
