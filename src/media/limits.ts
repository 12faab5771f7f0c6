/** Limits of a library (docs/media.md). */
export const MEDIA_LIMITS = {
  /** Of one file. */
  bytes: 40_000_000,
  /** Of an SVG: browsers read the whole of one before they draw. */
  drawing: 2_000_000,
  /** Width by height by frames, of one picture. */
  pixels: 100_000_000,
  /** Uploads under way, of one site and of one account; more wait unread. */
  uploads: 4,
  uploadsOfAccount: 8,
  /** Uploads under way and waiting: of one site, and of all; once half of these do, a site has an equal part. */
  waiting: 256,
  waitingInAll: 1_024,
  /** Of one library. */
  files: 20_000,
  /** UTF-16 code units. */
  name: 200,
  alt: 1_000,
  /** Pictures of one list. */
  listed: 60,
  /** Pictures that one theme shows. */
  shown: 2_000,
} as const;
