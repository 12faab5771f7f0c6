import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ThemePageData } from '../../theme/props.ts';
import type { Place } from '../model/placed-section.ts';
import type { ThemeModel } from '../model/theme-model.ts';
import type { Session } from '../session.ts';

/** What the parts of the page share. */
export interface Studio {
  readonly session: Session;
  readonly data: ThemePageData;
  readonly model: ThemeModel;
  readonly isReadOnly: boolean;
  /** Announces a sentence to screen readers. */
  readonly announce: (words: string) => void;
  /** Writes values by the id of their setting, as one change. @param place where the values of a section, a block or the theme stand */
  readonly setValue: (
    place: Place,
    values: Readonly<Record<string, unknown>>,
    label: string,
    isTyped?: boolean,
  ) => void;
  /** Takes a stored value away, so that the theme's own counts. */
  readonly resetValue: (values: Place, id: string, label: string) => void;
}

const Context = createContext<Studio | null>(null);

export const StudioProvider = Context.Provider;

/** @throws Error outside of the page */
export function useStudio(): Studio {
  const studio = useContext(Context);
  if (!studio) throw new Error('this part stands outside of its page');
  return studio;
}
