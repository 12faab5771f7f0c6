import { z } from 'zod';
import { PATH_LENGTH } from '../../../themes/path-rules.ts';
import { FILE_UNITS } from '../../../themes/validate.ts';
import { atMostUnits, storableText } from '../input.ts';

export const Writing = z.object({
  chemin: storableText.min(PATH_LENGTH.minimum).max(PATH_LENGTH.maximum),
  contenu: atMostUnits(FILE_UNITS),
  siAbsent: z.boolean().optional(),
});
