import type { ThemeFiles } from '../../engine/index.ts';

/** Theme archive (docs/theme-format.md, Archives). */
export const ARCHIVE_FORMAT = 'service-theme';
export const ARCHIVE_VERSION = 1;

/** Longest archive that can be imported, bytes: enough for the export of the largest theme, 120 files of 524288 characters of three bytes. */
export const ARCHIVE_BYTES = 200 * 1024 * 1024;

/** The parts of an archive that are stored. */
export interface Archive {
  readonly name: string;
  readonly version: string;
  readonly files: ThemeFiles;
}
