import type { Costs } from '../../src/accounts/password-costs.ts';

/** Stands in for that of the program in tests of services and in browsers (`vitest.config.ts`): hundreds of passwords are hashed there. */
export const USUAL_COSTS: Costs = { memory: 256, passes: 1, parallelism: 4 };
