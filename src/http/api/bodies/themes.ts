import { z } from 'zod';
import { NAME_LENGTH } from '../../../themes/limits.ts';
import { storableText, uuid } from '../input.ts';

/** What names a theme to install; whether the catalog has it is checked later. */
const catalogId = storableText.min(1).max(40);

/** What names an edition of that theme; whether the theme has it is checked later, too. */
const editionId = storableText.min(1).max(40);

export const Creation = z.discriminatedUnion('action', [
  z.object({ action: z.literal('installer'), origine: catalogId, edition: editionId.optional() }),
  z.object({ action: z.literal('dupliquer'), id: uuid }),
  z.object({ action: z.literal('brouillon') }),
]);

export const Installation = z.object({
  origine: catalogId,
  edition: editionId.optional(),
  publier: z.boolean().optional(),
});

export const Change = z.object({
  id: uuid,
  nom: storableText.trim().min(1).max(NAME_LENGTH).optional(),
  publier: z.boolean().optional(),
});
