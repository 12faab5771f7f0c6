import type { ThemePageData } from '../theme/props.ts';

/** What the code editor begins with. */
export interface EditorProps extends ThemePageData {
  /** Address of the script of the thread that knows the language. */
  readonly fil: string;
  /** The files of the theme, to be shown before the script runs. */
  readonly chemins: readonly string[];
}
