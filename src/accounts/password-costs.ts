/** The parameters of a hash. */
export interface Costs {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** The costs of new hashes: a fifth of a second of a processor, 64 MiB. */
export const USUAL_COSTS: Costs = { memory: 65_536, passes: 3, parallelism: 4 };
