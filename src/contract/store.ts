/** Themes of the catalog, installed by `/api/store/themes` or by `installer`. */
import { z } from 'zod';
import { created, storableText } from './shared.ts';

const choice = {
  /** Whether the catalog has the theme is checked later. */
  origine: storableText.min(1).max(40),
  /** Whether the theme has the edition, too. */
  edition: storableText.min(1).max(40).optional(),
};

/** `POST /api/themes` with `installer`. */
export const Installing = z.object({ action: z.literal('installer'), ...choice });

export const Installation = z.object({ ...choice, publier: z.boolean().optional() });

export const Installed = created.extend({ publie: z.boolean() });
