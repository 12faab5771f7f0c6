import { useEffect, useState } from 'preact/hooks';
import { keepItem, keptItem } from '../../kept-items.ts';

export type Part = 'text' | 'side' | 'preview';

/** From this width on all parts stand side by side; below the other, one part is shown at a time, CSS pixels. */
const WIDE_PX = 1100;
const NARROW_PX = 700;
const KEPT_AS = 'vitrine-ecriture';

export interface Layout {
  /** Whether one part is shown at a time. */
  readonly isNarrow: boolean;
  readonly shown: readonly Part[];
  readonly open: (part: Part) => void;
  readonly toggle: (part: Part) => void;
}

type Size = 'narrow' | 'middle' | 'wide';

const sizeNow = (): Size => (innerWidth < NARROW_PX ? 'narrow' : innerWidth < WIDE_PX ? 'middle' : 'wide');

/** Which parts of the page are shown. Between the two widths one stands beside the text. */
export function useLayout(): Layout {
  const [size, setSize] = useState(sizeNow);
  const [turn, setTurn] = useState<Part>('text');
  const [opened, setOpened] = useState<readonly Part[]>(() => keptParts() ?? ['side', 'preview']);
  useEffect(() => {
    const look = () => setSize(sizeNow());
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, []);
  const set = (parts: readonly Part[]) => {
    keepItem('localStorage', KEPT_AS, parts.join(' '));
    setOpened(parts);
  };
  const open = (part: Part) => {
    setTurn(part);
    // The part that was opened last stands beside the text where there is room for one.
    if (part !== 'text') set([...opened.filter((one) => one !== part), part]);
  };
  const beside = size === 'wide' ? opened : opened.slice(-1);
  const toggle = (part: Part) => (beside.includes(part) ? set(opened.filter((one) => one !== part)) : open(part));
  return {
    isNarrow: size === 'narrow',
    shown: size === 'narrow' ? [turn] : ['text', ...beside],
    open,
    toggle,
  };
}

/** The parts that stood beside the text when a page was left; null where none was. */
function keptParts(): readonly Part[] | null {
  const kept = keptItem('localStorage', KEPT_AS);
  return kept === null ? null : (['side', 'preview'] as const).filter((part) => kept.split(' ').includes(part));
}
