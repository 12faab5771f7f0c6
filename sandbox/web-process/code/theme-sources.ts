import type { SiteContent, ThemeFiles } from '../../../engine/index.ts';
import { dataOf } from '../../../engine/theme/data.ts';
import type { SourceFile } from '../../messages/protocol.ts';
import { listingOf, sourceFiles } from './code-key.ts';

/** What pages need of a theme, read in one snapshot. */
export interface ThemeSource {
  readonly version: string;
  /** The files of its code with their keys (`codeOf`). */
  readonly listing: string;
  /** Its other files that pages need, as JSON of text by path. */
  readonly files: string;
}

/** How a theme is read. */
export interface ThemeSources {
  theme(): Promise<ThemeSource>;
  /** The files of its code that have these keys; a file that was replaced since has another key, and is left out. */
  code(keys: readonly string[]): Promise<readonly SourceFile[]>;
  /** The theme with all of its code. */
  whole(): Promise<ThemeSource & { readonly code: readonly SourceFile[] }>;
}

/** How a theme and the content of its site are read where no worker has the version. What is read may be newer. */
export interface RenderSources extends ThemeSources {
  content(): Promise<{ readonly version: string; readonly values: SiteContent }>;
}

/** The sources of a theme whose files are in memory. */
export function sourcesOf(version: string, files: ThemeFiles): ThemeSources {
  const code = sourceFiles(files);
  const theme = { version, listing: listingOf(code), files: JSON.stringify(dataOf(files)) };
  return {
    theme: async () => theme,
    code: async (keys) => code.filter(({ key }) => keys.includes(key)),
    whole: async () => ({ ...theme, code }),
  };
}
