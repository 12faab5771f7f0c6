/** Our side: the whole program, with the embedded PostgreSQL and the demo site: `node vitrine.ts`, `DATA_DIR` set. */
import { readConfig } from '../../src/config.ts';
import { startProgram } from '../../src/program.ts';

const program = await startProgram(
  readConfig({ PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: process.env.DATA_DIR }),
  () => undefined,
);
process.send?.({ port: program.http.port });
process.once('SIGTERM', async () => {
  await program.close();
  process.exit(0);
});
