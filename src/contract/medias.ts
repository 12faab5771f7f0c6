import { z } from 'zod';
import * as answers from './shared.ts';

const share = z.number().min(0).max(1);

/** A point of a picture, as shares of its width and its height from the left upper corner. */
export const Focal = z.strictObject({ x: share, y: share });

/** A file of a site's library. */
export const Media = z.object({
  id: answers.id,
  /** Address on the site. */
  src: z.string(),
  nom: z.string(),
  type: z.string(),
  octets: z.int(),
  /** Pixels, upright; 0 where there is no size. */
  largeur: z.int(),
  hauteur: z.int(),
  alt: z.string(),
  focal: Focal,
  cree_le: answers.timestamp,
});
