/** The rival: Fastify and liquidjs, without a database: `node rival-liquidjs.ts <theme files as JSON> <site content as JSON> <processes>`. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { liquidjsTheme } from '../liquidjs-theme.ts';
import { serve } from './fastify.ts';

const [, , themeFile = '', contentFile = '', processes] = process.argv;

await serve(Number(processes), () => {
  const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
  const render = liquidjsTheme(readJson(themeFile), readJson(contentFile), 'bm9uY2U=');
  const page = { titre: 'Accueil', slug: '', contenu: '', demande: '' };
  const app = Fastify();
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(render('index', page)));
  return app;
});
