import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ERRORS } from '../../errors.ts';
import { isStorable } from '../../storage/storable-text.ts';
import { FILE_UNITS } from '../../themes/limits.ts';
import { constants, outside } from '../outside.ts';

/** Reasons why a file of a theme cannot be read. */
export type UnreadableCode = keyof typeof UNREADABLE;

const UNREADABLE = {
  texte_invalide: 'Ce fichier n’est pas un texte en UTF-8, ou contient un caractère nul.',
  fichier_trop_gros: ERRORS.fichier_trop_gros.message,
  instable: 'Ce fichier change pendant qu’il est lu.',
  lien: 'C’est un lien symbolique : il n’est pas suivi.',
  illisible: 'Ce fichier ne peut pas être lu.',
} as const;

export type FileReading =
  | { readonly kind: 'content'; readonly content: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly code: UnreadableCode; readonly message: string };

/** Longest file in bytes: no UTF-16 unit takes more than three. */
const FILE_BYTES = FILE_UNITS * 3;

/** How often a file that is being written is read again, and the pause before that, milliseconds. */
const READINGS = 20;
const PAUSE_MS = 25;

/** File times advance in steps, milliseconds: two writes within one step leave the same time. */
const TIME_STEP_MS = 20;

/** Open flags: links are refused, and a pipe in the place of a file does not block. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Keeps a byte order mark: a file is written back as it was read. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads one file of a theme; again when its size or time has changed meanwhile. A file that cannot be read does not throw.
 * @param root folder of the theme
 * @param path as `isThemePath` admits it
 */
export async function readThemeFile(root: string, path: string): Promise<FileReading> {
  try {
    const handle = await outside.open(join(root, path), FLAGS);
    try {
      return await readStill(handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { kind: 'absent' };
    return unreadable(code === 'ELOOP' ? 'lien' : 'illisible');
  }
}

async function readStill(handle: FileHandle): Promise<FileReading> {
  for (let reading = 1; reading <= READINGS; reading++) {
    const before = await handle.stat({ bigint: true });
    if (!before.isFile()) return unreadable('illisible');
    if (before.size > FILE_BYTES) return unreadable('fichier_trop_gros');
    const bytes = Buffer.alloc(Number(before.size));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    const after = await handle.stat({ bigint: true });
    const hasMoved = bytesRead < bytes.length || before.size !== after.size || before.mtimeNs !== after.mtimeNs;
    if (!hasMoved && !isJustWritten(Number(after.mtimeMs))) return decoded(bytes);
    await outside.sleep(PAUSE_MS);
  }
  return unreadable('instable');
}

function isJustWritten(modifiedAt: number): boolean {
  const age = Date.now() - modifiedAt;
  return age >= 0 && age < TIME_STEP_MS;
}

function decoded(bytes: Uint8Array): FileReading {
  let content: string;
  try {
    content = UTF_8.decode(bytes);
  } catch {
    return unreadable('texte_invalide');
  }
  if (content.length > FILE_UNITS) return unreadable('fichier_trop_gros');
  return isStorable(content) ? { kind: 'content', content } : unreadable('texte_invalide');
}

const unreadable = (code: UnreadableCode): FileReading => ({ kind: 'unreadable', code, message: UNREADABLE[code] });
