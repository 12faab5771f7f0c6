/** A piscina worker: parses and checks one long body at a time. */
import { setPriority } from 'node:os';

/** Lowers the priority of this thread only (Linux has one for each thread), before it loads its code: pages of visitors come first. */
const NICENESS = 10;
setPriority(NICENESS);

const { validateBody } = await import('./validate-body.ts');

export default validateBody;
