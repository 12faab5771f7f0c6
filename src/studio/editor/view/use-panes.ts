import { useEffect, useState } from 'preact/hooks';
import type { Tabs } from '../state/tabs.ts';

/** Below this width code and preview take turns, CSS pixels; the style sheet has it too. */
const NARROW = '(max-width: 900px)';
/** Below this width the files, code and preview take turns, CSS pixels. */
const PHONE = '(max-width: 600px)';

/** The parts of the page that take turns on a phone. */
export const TURNS = [
  ['files', 'Fichiers'],
  ['code', 'Code'],
  ['preview', 'Aperçu'],
] as const;
export type Turn = (typeof TURNS)[number][0];

/** Which parts of the page are shown, and what shows others. */
export interface Panes {
  /** The only part that is shown; null where there is room for several. */
  readonly turn: Turn | null;
  readonly areFilesShown: boolean;
  /** Whether the search is shown in the place of the files. */
  readonly isSearchShown: boolean;
  readonly isPreviewShown: boolean;
  toggleFiles(): void;
  toggleSearch(): void;
  togglePreview(): void;
  search(): void;
  take(turn: Turn): void;
}

/** What a file that is chosen brings to the front: its code, where not all parts are shown. */
export function usePanes({ shows }: Tabs): Panes {
  const isPhone = useMedia(PHONE);
  const [turn, take] = useState<Turn>('files');
  const [areFilesShown, setFilesShown] = useState(true);
  const [isSearchShown, setSearchShown] = useState(false);
  const [isPreviewShown, setPreviewShown] = useState(!matchMedia(NARROW).matches);
  const [seenShows, setSeenShows] = useState(0);
  // While this is drawn, not after it: the code can take the focus only once it is shown.
  if (shows !== seenShows) {
    setSeenShows(shows);
    take('code');
    if (matchMedia(NARROW).matches) setPreviewShown(false);
  }
  const search = () => {
    setSearchShown(true);
    take('files');
  };
  return {
    turn: isPhone ? turn : null,
    areFilesShown: (isPhone || areFilesShown) && !isSearchShown,
    isSearchShown,
    isPreviewShown: isPhone ? turn === 'preview' : isPreviewShown,
    toggleFiles() {
      // The search takes their place.
      setFilesShown(isSearchShown || !areFilesShown);
      setSearchShown(false);
    },
    toggleSearch: () => (isSearchShown && (!isPhone || turn === 'files') ? setSearchShown(false) : search()),
    togglePreview: () => setPreviewShown(!isPreviewShown),
    search,
    take,
  };
}

/** Whether a media query holds. */
function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => setHolds(list.matches);
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, [query]);
  return holds;
}
