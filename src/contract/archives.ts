/** Whole themes, which `export` gives and `importer` takes. */
import { z } from 'zod';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from '../themes/archive.ts';
import { NAME_LENGTH, VERSION_LENGTH } from '../themes/limits.ts';
import { present, themePath } from './shared.ts';

export const Archive = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  format_version: z.literal(ARCHIVE_VERSION),
  nom: z.string().min(1).max(NAME_LENGTH),
  version: z.string().max(VERSION_LENGTH),
  origine: z.string().max(40).nullable(),
  exporte_le: z.iso.datetime(),
  /** Paths are judged by `themePath`; zod drops `__proto__`, which is no legal path. */
  fichiers: z.record(themePath, z.string()),
});

export const ArchiveReading = z.object({
  lecture: present.describe(
    'Le thème est lu pour être montré ou comparé, non gardé : le journal du site n’en dit rien.',
  ),
});

/** For the OpenAPI document only: an archive is read as a stream (`themes/import`). */
export const ArchiveToImport = Archive.partial({ version: true, origine: true, exporte_le: true });
