import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandRefusal } from '../../command-refusal.ts';

/** The author's own content, where the folder of the theme has it. */
const CONTENT_FILE = 'contenu.json';

/**
 * The file of the author's own content.
 * @param wanted as `--contenu` names it
 * @throws CommandRefusal when the file that was asked for is not there
 */
export async function contentFileOf(root: string, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return join(root, CONTENT_FILE);
  const file = await realpath(wanted).catch(() => null);
  if (!file || !(await stat(file)).isFile()) {
    throw new CommandRefusal(`Le fichier de contenu « ${wanted} » n’existe pas.`);
  }
  return file;
}
