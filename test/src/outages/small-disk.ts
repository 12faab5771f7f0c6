/**
 * A PostgreSQL with a small disk of its own for one tablespace: `node small-disk.ts <data folder> <mounted folder>`, to be run
 * inside a mount namespace. Prints the address, then obeys the lines `remplir` and `vider`, and stops at the end of its input.
 */
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedServer } from '../../../src/storage/embedded/server.ts';

const [, , dataDir = '', disk = ''] = process.argv;
const filler = join(disk, 'reste');
const CHUNKS = [Buffer.alloc(65_536), Buffer.alloc(4_096)];

const server = await startEmbeddedServer(dataDir, () => undefined);
const say = (line: string) => process.stdout.write(`${line}\n`);
say(server.url);
for await (const line of createInterface(process.stdin)) {
  if (line === 'vider') await rm(filler, { force: true });
  if (line === 'remplir') for (const chunk of CHUNKS) await appendUntilFull(chunk);
  say('fait');
}
await server.stop();

async function appendUntilFull(chunk: Buffer): Promise<void> {
  try {
    for (;;) await appendFile(filler, chunk);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
  }
}
