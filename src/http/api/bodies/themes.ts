import { z } from 'zod';
import { storableText, uuid } from '../input.ts';

export const Installation = z.object({ action: z.literal('installer'), origine: storableText.min(1).max(40) });

export const Change = z.object({
  id: uuid,
  nom: storableText.trim().min(1).max(80).optional(),
  publier: z.boolean().optional(),
});
