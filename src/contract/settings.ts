import { z } from 'zod';
import { SETTINGS_LIMITS } from '../content/settings.ts';
import { plainJson } from '../http/api/input.ts';
import { Guard } from './guard.ts';

export const Values = z
  .record(z.string(), z.unknown())
  .refine((values) => Buffer.byteLength(JSON.stringify(values)) <= SETTINGS_LIMITS.bytes);

/** So many bytes of JSON cannot hold more values. */
const BOUNDS = { depth: SETTINGS_LIMITS.depth, values: SETTINGS_LIMITS.bytes };

export const Replacement = z.object({ valeurs: plainJson(BOUNDS, Values), garde: Guard.optional() });
