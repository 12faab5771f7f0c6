/** Schemas of answers that several routes give, for the OpenAPI document. */
import { z } from 'zod';

export const id = z.uuid();
/** ISO 8601, UTC, microseconds. */
export const timestamp = z.iso.datetime({ precision: 6 });
export const themeRole = z.enum(['publie', 'brouillon']);
export const ok = z.object({ ok: z.literal(true) });
export const created = ok.extend({ themeId: id });
/** A new object of a site. */
export const added = ok.extend({ id });
/** A whole object that was replaced, with its new version. */
export const replaced = ok.extend({ majLe: timestamp });
/** The resolved site. */
export const site = z.object({ id, slug: z.string(), nom: z.string() });
