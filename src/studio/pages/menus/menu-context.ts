import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { LinkPlaces } from '../../links/link-places.ts';
import type { KnownTargets } from './known-targets.ts';
import type { MenusSession } from './session.ts';

/** What the parts of the page work with. */
export interface MenuDesk {
  readonly session: MenusSession;
  readonly places: LinkPlaces;
  readonly targets: KnownTargets;
  readonly isReadOnly: boolean;
  /** Says to screen readers what has happened. */
  readonly announce: (words: string) => void;
}

export const DeskContext = createContext<MenuDesk | null>(null);

/** @throws Error outside of the page of menus */
export function useDesk(): MenuDesk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('this part stands on the page of menus');
  return desk;
}
