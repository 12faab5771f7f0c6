/** A piscina worker: parses and judges one long body at a time. */
import { setPriority } from 'node:os';

/** Of this thread alone, as Linux counts, and before it reads its program: pages of visitors go first. */
const NICENESS = 10;
setPriority(NICENESS);

const { judgeBody } = await import('./judge-body.ts');

export default judgeBody;
