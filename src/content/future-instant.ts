import { z } from 'zod';

/**
 * A time to come, in ISO 8601 with its offset; given in UTC with microseconds, which is what the database keeps. PostgreSQL
 * itself takes neither every offset nor every year that the form allows.
 */
export const futureInstant = z.iso
  .datetime({ offset: true })
  .transform((text) => {
    const instant = new Date(text);
    if (Number.isNaN(instant.getTime())) return '';
    const microseconds = (/\.(\d+)/.exec(text)?.[1] ?? '').slice(3, 6).padEnd(3, '0');
    return instant.toISOString().replace('Z', `${microseconds}Z`);
  })
  .refine((text) => /^\d{4}-/.test(text) && Date.parse(text) > Date.now());
