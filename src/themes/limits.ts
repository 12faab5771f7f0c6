/** Limits of a theme's files (docs/theme-format.md, Files); the studio in browsers reads them too. */

export const FILES_PER_THEME = 120;

/** Characters of a theme's name and version, as PostgreSQL counts them: code points. */
export const NAME_LENGTH = 80;
export const VERSION_LENGTH = 20;

/** Length of one file, UTF-16 code units. */
export const FILE_UNITS = 524_288;
