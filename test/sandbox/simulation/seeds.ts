/** Schedules in which a soak found a fault of the scheduler that the first ones do not show. */
export const FOUND_BY_SOAK = [100_485, 101_707];
/**
 * Schedules that the gate simulates, from seed 1 on (each fault of `faults.ts` is found in the first 430); those in which a fault is looked
 * for; and those of `npm run test:soak`.
 */
export const SCHEDULES = 2_000;
export const SEARCHED_SCHEDULES = 6_000;
export const SOAKED_SCHEDULES = 200_000;
