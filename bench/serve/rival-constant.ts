/** The upper limit: Fastify answers with a constant page: `node rival-constant.ts <page.html> <string|buffer> <processes>`. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { serve } from './fastify.ts';

const [, , pageFile = '', form, processes] = process.argv;

await serve(Number(processes), () => {
  const page = form === 'buffer' ? readFileSync(pageFile) : readFileSync(pageFile, 'utf8');
  const app = Fastify();
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  return app;
});
