import type { FastifyInstance } from 'fastify';
import { BrowserCookie } from '../browser-cookie.ts';
import { parseForms } from '../forms.ts';
import { contactRoutes } from './contact-routes.ts';
import { forgottenRoutes } from './forgotten-routes.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { linkRoutes } from './link-routes.ts';
import type { AccountPagesOptions } from './options.ts';
import { signUpRoutes } from './sign-up-routes.ts';
import { undoRoutes } from './undo-routes.ts';

/** The pages by which people come to an account, and back to it: they work without a script (docs/accounts.md). */
export function accountPages(app: FastifyInstance, options: Omit<AccountPagesOptions, 'browserCookie'>): void {
  const full = { ...options, browserCookie: new BrowserCookie(options.publicAddress) };
  app.register(async (scope) => {
    parseForms(scope);
    signUpRoutes(scope, full);
    forgottenRoutes(scope, full);
    linkRoutes(scope, full);
    undoRoutes(scope, full);
    invitationRoutes(scope, full);
    contactRoutes(scope, full);
  });
}
