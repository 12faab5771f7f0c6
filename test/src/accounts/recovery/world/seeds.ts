/** Schedules in which `npm run test:faults` finds a fault of `faults.ts` that the first ones do not show. */
const FOUND_BY_FAULTS: readonly number[] = [355, 366];
const FIRST = 120;

/** Schedules that the gate runs: `npm run test:faults` shows that they find each fault of `faults.ts`. */
export const SEEDS: readonly number[] = [...Array.from({ length: FIRST }, (_, n) => n + 1), ...FOUND_BY_FAULTS];
/** Schedules of `npm run test:soak`. */
export const SOAKED_SCHEDULES = 20_000;
