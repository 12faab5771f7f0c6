/** A piscina worker: parses and checks one long body at a time. */
import { beNicer } from '../../../workers/niceness.ts';

/** Lowers the priority before the code is loaded: pages of visitors come first. */
const NICENESS = 10;
beNicer(NICENESS);

const { validateBody } = await import('./validate-body.ts');

export default validateBody;
