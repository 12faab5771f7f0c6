/** The cheapest refusal that Node can give: this server answers every request with 503 and two bytes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { whenDisconnected } from '../processes.ts';

const server = createServer((_request, response) => response.writeHead(503, { 'Content-Length': 2 }).end('no'));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
whenDisconnected(() => process.exit(0));
