/** Uses a core for some seconds, at the lowest priority: `node spinner.ts <seconds>` */
import { setPriority } from 'node:os';

setPriority(19);
const until = performance.now() + 1_000 * Number(process.argv[2]);
while (performance.now() < until);
