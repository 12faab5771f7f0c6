import type { SiteContent, ThemeFiles } from '../../../engine/index.ts';
import { dataOf } from '../../../engine/theme/data.ts';
import type { SourceFile } from '../../messages/protocol.ts';
import { listingOf, sourceFiles } from './code-key.ts';

/** A theme as its pages need it, of one snapshot. */
export interface ThemeSource {
  /** That of the snapshot. */
  readonly version: string;
  /** The files of its code with their keys (`codeOf`). */
  readonly listing: string;
  /** Its other files that pages need, as JSON of text by path. */
  readonly files: string;
}

/** How a theme is read: what its pages need besides code, and its code where it is not compiled yet. */
export interface ThemeSources {
  theme(): Promise<ThemeSource>;
  /** The files of its code that have these keys; a file that was replaced since the theme was read has another one. */
  code(keys: readonly string[]): Promise<readonly SourceFile[]>;
  /** The theme with all of its code. */
  whole(): Promise<ThemeSource & { readonly code: readonly SourceFile[] }>;
}

/** Read when no worker has the version; the version that comes is that of the snapshot. */
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
