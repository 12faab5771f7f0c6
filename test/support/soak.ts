/** Whether this run is `npm run test:soak`, which repeats what looks for the rare case many times as often. */
export const IS_SOAK = process.env.SOAK === '1';

/**
 * How often something random is tried.
 * @param usual in each run of the suite
 * @param soak in `npm run test:soak`
 */
export const runs = (usual: number, soak: number): number => (IS_SOAK ? soak : usual);
