/** The one style in which files of a theme are laid out, in editors and by `vitrine formater`. */
import type { Options } from 'prettier';

/** What keeps a file from being formatted: it stays as it is. */
export class Unformattable extends Error {
  override readonly name = 'Unformattable';
}

/** Columns that a line should not pass. */
const COLUMNS = 120;

/** A line that begins with a tab. */
const TABBED = /^\t/m;
/** A line that begins with spaces and something behind them. */
const SPACED = /^ +\S/m;

/** Whether files of this path can be formatted. */
export const isFormatted = (path: string): boolean => path.endsWith('.liquid') || path.endsWith('.json');

/**
 * A file of a theme, laid out: JSON, and Liquid with its HTML, so that a browser shows the same page. Lines are indented by two spaces; a file
 * that is indented by tabs keeps them. Line ends stay those of the file. What was formatted before comes back as it is.
 * @param path in the theme; its end says what the text is
 * @throws Unformattable for a text that does not parse, with a sentence that says so
 */
export async function formatText(path: string, text: string): Promise<string> {
  const { format, plugins } = await loaded();
  const options: Options = {
    plugins,
    parser: path.endsWith('.json') ? 'json' : 'liquid-html',
    printWidth: COLUMNS,
    useTabs: TABBED.test(text) && !SPACED.test(text),
    endOfLine: 'auto',
  };
  try {
    return await format(text, options);
  } catch (error) {
    throw new Unformattable(String((error as Error).message).split('\n', 1)[0], { cause: error });
  }
}

/** The formatter is loaded when it is used first. */
async function loaded() {
  const [{ format }, liquid, ...others] = await Promise.all([
    import('prettier/standalone'),
    import('@shopify/prettier-plugin-liquid'),
    import('prettier/plugins/html'),
    import('prettier/plugins/babel'),
    import('prettier/plugins/estree'),
    import('prettier/plugins/postcss'),
  ]);
  return { format, plugins: [liquid.default ?? liquid, ...others] };
}
