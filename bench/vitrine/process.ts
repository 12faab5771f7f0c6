/**
 * Runs vitrine in its own process, configured by environment variables as usual. It stops when the bench closes its channel.
 * `node process.ts [--with-hole]`
 */
import { bundle } from '../../sandbox/web-process/bundle.ts';
import { readConfig } from '../../src/config.ts';
import { startProgram } from '../../src/program.ts';
import { sandboxWithHole } from '../../test/support/sandbox-with-hole.ts';
import { whenDisconnected } from '../processes.ts';

// Ctrl-C reaches every process of the terminal; the bench stops this one by closing its channel.
process.on('SIGINT', () => undefined);

const bundles = process.argv.includes('--with-hole') ? sandboxWithHole(await bundle()) : undefined;
const starting = startProgram(readConfig(process.env), { sandbox: { bundles } });
whenDisconnected(async () => {
  await starting.then((program) => program.close()).catch(() => undefined);
  process.exit(0);
});
const { http } = await starting;
if (process.connected) process.send?.({ port: http.port });
