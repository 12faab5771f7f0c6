/** Schedules in which a soak found a fault of the scheduler that the first ones do not show. */
const FOUND_BY_SOAK = [100_485, 101_707];
/** Schedules in which `npm run test:faults` finds a fault of `faults.ts` that the first ones do not show. */
const FOUND_BY_FAULTS = [294, 414, 430];
const FIRST = 200;

/** Schedules that the gate simulates: `npm run test:faults` shows that they find each fault of `faults.ts`. */
export const SEEDS = [...Array.from({ length: FIRST }, (_, n) => n + 1), ...FOUND_BY_FAULTS, ...FOUND_BY_SOAK];
/** Schedules of `npm run test:soak`. */
export const SOAKED_SCHEDULES = 200_000;
