/** A server with Fastify that sends one file from the disk at every address, and does nothing else. `node rival-file.ts <path>` */
import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import { whenDisconnected } from '../processes.ts';

const [, , path = ''] = process.argv;
const app = Fastify();
app.get('/*', async (_request, reply) => reply.type('image/webp').send(await readFile(path)));
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as { port: number }).port });
whenDisconnected(() => process.exit(0));
