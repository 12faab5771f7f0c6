/** The themes of a site as commands use them. */
import type { Descended, Theme, ThemeList as Told } from '../../contract/themes.ts';
import { type Situation, situationOf } from './situation.ts';

export type RemoteSite = Told['site'];

/** A theme with its situation among the themes of its site. */
export type RemoteTheme = Theme & Partial<Descended> & { readonly situation?: Situation | undefined };

export interface ThemeList {
  readonly site: RemoteSite;
  readonly themes: readonly RemoteTheme[];
}

export function placed({ site, themes: told }: Told): ThemeList {
  const themes: readonly RemoteTheme[] = told;
  return { site, themes: themes.map((theme) => ({ ...theme, situation: situationOf(theme, themes) })) };
}
