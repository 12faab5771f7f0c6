import { z } from 'zod';
import { instant, uuid } from './input.ts';

/** `garde`: what the caller saw of an object before replacing it (specification, Other routes). */
export const Guard = z.object({ site: uuid, majLe: instant.nullable() });
