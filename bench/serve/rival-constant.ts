/** The upper limit: Fastify answers with a constant page: `node rival-constant.ts <page.html> <string|buffer>`. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { whenDisconnected } from '../processes.ts';

const [, , pageFile = '', form] = process.argv;
const page = form === 'buffer' ? readFileSync(pageFile) : readFileSync(pageFile, 'utf8');

const app = Fastify();
app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as { port: number }).port });
whenDisconnected(() => process.exit(0));
