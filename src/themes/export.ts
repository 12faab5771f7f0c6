import { transfersBusy } from '../errors.ts';
import { CopyTooLong } from '../storage/copy-out.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { copyTheme } from '../storage/theme-copy.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from './archive.ts';
import { archiveFileName } from './archive-name.ts';

/** An archive in UTF-8, ready to be sent. */
interface ThemeExport {
  readonly fileName: string;
  readonly bytes: number;
  readonly pieces: readonly Buffer[];
}

/**
 * Makes the archive of a theme from one snapshot.
 * @param bytes how long the archive may become
 * @returns null when the site has no such theme
 * @throws MomentaryRefusal when the theme has outgrown `bytes` meanwhile
 */
export async function exportTheme(
  db: RolePools,
  siteId: string,
  themeId: string,
  bytes: number,
): Promise<ThemeExport | null> {
  const copy = await copyTheme(db, siteId, themeId, bytes).catch((error) => {
    throw error instanceof CopyTooLong ? transfersBusy() : error;
  });
  if (!copy) return null;
  const { nom, version, origine } = copy.theme;
  const exporte_le = new Date().toISOString();
  const head = JSON.stringify({
    ...{ format: ARCHIVE_FORMAT, format_version: ARCHIVE_VERSION },
    ...{ nom, version, origine, exporte_le },
    fichiers: {},
  });
  const pieces: Buffer[] = [Buffer.from(head.slice(0, -2))];
  for (const [index, member] of copy.members.entries()) {
    if (index > 0) pieces.push(COMMA);
    pieces.push(member);
  }
  pieces.push(Buffer.from('}}'));
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { fileName: archiveFileName(nom, version), bytes: length, pieces };
}

const COMMA = Buffer.from(',');
