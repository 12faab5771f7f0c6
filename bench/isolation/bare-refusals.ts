/** The least that refusing can cost with Node: a server that answers two bytes, 503, to everybody. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { whenAlone } from '../processes.ts';

const server = createServer((_request, response) => response.writeHead(503, { 'Content-Length': 2 }).end('no'));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
whenAlone(() => process.exit(0));
