import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { bundledScript } from './bundled-script.ts';
import { isNamed, tagOf } from './entity-tags.ts';
import { SCRIPT_HEADERS } from './security.ts';

/** Where the script of the login page is served. */
export const LOGIN_SCRIPT_PATH = '/connexion.js';
/** Where the script of the login page finds what signs in with a passkey. */
const PASSKEY_SCRIPT_PATH = '/connexion/passkey.js';

/** The script of the login page, from `browser/`, and the module that it loads where a browser knows passkeys. */
export function loginScriptRoutes(app: FastifyInstance): void {
  const script = readFileSync(new URL('browser/login.js', import.meta.url), 'utf8');
  const etag = tagOf(script);
  app.get(LOGIN_SCRIPT_PATH, (request, reply) => {
    reply.headers({ ...SCRIPT_HEADERS, ETag: etag });
    if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.send(script);
  });
  bundledScript(app, PASSKEY_SCRIPT_PATH, 'public-pages/passkey/main.ts');
}
