import { z } from 'zod';
import { Guard, plainJson, together } from './shared.ts';

/** Size of the settings of one tab, bytes of JSON, and how deep they may nest. */
const SETTINGS_LIMITS = { bytes: 64 * 1024, depth: 6 } as const;

export const Values = z
  .record(z.string(), z.unknown())
  .refine((values) => Buffer.byteLength(JSON.stringify(values)) <= SETTINGS_LIMITS.bytes, together);

/** The limit of bytes allows no more values than this. */
const BOUNDS = { depth: SETTINGS_LIMITS.depth, values: SETTINGS_LIMITS.bytes };

export const Replacement = z.object({ valeurs: plainJson(BOUNDS, Values), garde: Guard.optional() });
