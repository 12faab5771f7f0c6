import { z } from 'zod';
import { instant, uuid } from '../http/api/input.ts';

/** `garde`: what the caller saw of an object before changing it (docs/errors.md). */
export const Guard = z.object({ site: uuid, majLe: instant.nullable() });

/** What a change of one text has besides the fields to change. */
export const Aim = z.object({ id: uuid, garde: Guard.optional() });
