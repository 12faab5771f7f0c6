/** The rival: Fastify and liquidjs in one process, without a database: `node rival-liquidjs.ts <theme files as JSON> <site content as JSON>`. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { liquidjsTheme } from '../liquidjs-theme.ts';
import { whenDisconnected } from '../processes.ts';

const [, , themeFile = '', contentFile = ''] = process.argv;
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const render = liquidjsTheme(readJson(themeFile), readJson(contentFile), 'bm9uY2U=');

const page = { titre: 'Accueil', slug: '', contenu: '', demande: '' };
const app = Fastify();
app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(render('index', page)));
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as { port: number }).port });
whenDisconnected(() => process.exit(0));
