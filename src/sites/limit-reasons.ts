import type { Limit } from '../../engine/index.ts';

/** Why a limit leaves no page. */
export const LIMIT_REASONS = { time: 'temps', objects: 'objets', output: 'sortie' } as const satisfies Record<
  Limit,
  string
>;
