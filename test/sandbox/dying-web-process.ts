/** Orders the launch of a process, and is gone before it hears of it: `node dying-web-process.ts <file with the launcher's code>`. */
import { readFileSync } from 'node:fs';
import { Launcher } from '../../sandbox/web-process/launcher.ts';

const UNTIL_ITS_CONNECTION_ENDS = `new (require('node:net').Socket)({ fd: 3 }).on('close', () => process.exit()).resume();`;

const launcher = new Launcher({ launcher: readFileSync(String(process.argv[2]), 'utf8') });
const started = Promise.withResolvers<void>();
const cpuPolicy = { onlyIdle: false, isConfined: false };
launcher.launch(
  { code: UNTIL_ITS_CONNECTION_ENDS, connections: 3, cpuPolicy },
  { launched: () => started.resolve(), ended: () => undefined },
);
await started.promise;
launcher.launch(
  { code: UNTIL_ITS_CONNECTION_ENDS, connections: 3, cpuPolicy },
  { launched: () => undefined, ended: () => undefined },
);
// The order is on its way.
setImmediate(() => process.kill(process.pid, 'SIGKILL'));
