/**
 * vitrine in a process of its own, set up by its environment variables like any other; it ends when its channel does.
 * `node process.ts [--with-hole]`
 */
import { bundle } from '../../sandbox/bundle.ts';
import { readConfig } from '../../src/config.ts';
import { startProgram } from '../../src/program.ts';
import { engineWithHole } from '../../test/support/engine-with-hole.ts';
import { whenAlone } from '../processes.ts';

// Ctrl-C reaches every process of the terminal; the bench then ends this one by its channel.
process.on('SIGINT', () => undefined);

const bundles = process.argv.includes('--with-hole') ? engineWithHole(await bundle()) : undefined;
const starting = startProgram(readConfig(process.env), () => undefined, { bundles });
whenAlone(async () => {
  await starting.then((program) => program.close()).catch(() => undefined);
  process.exit(0);
});
const { http } = await starting;
if (process.connected) process.send?.({ port: http.port });
