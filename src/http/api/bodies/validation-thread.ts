/** A piscina worker: parses and checks one long body at a time. */
import { beNicer } from '../../../workers/niceness.ts';

/** Before it loads its code: pages of visitors come first. */
const NICENESS = 10;
beNicer(NICENESS);

const { validateBody } = await import('./validate-body.ts');

export default validateBody;
