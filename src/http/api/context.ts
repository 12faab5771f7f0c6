import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Renderer } from '../../../sandbox/renderer.ts';
import { assertActive, type Need, openSite } from '../../accounts/access.ts';
import { Refusal } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { findTheme, type Theme } from '../../storage/themes.ts';
import { uuid } from './input.ts';
import type { WriteAdmission } from './write-admission.ts';

/** What the routes of the API work with. */
export interface ApiContext {
  readonly database: Database;
  readonly renderer: Renderer;
  readonly writes: WriteAdmission;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The resolved site; set before a route of the API reads its body. */
    site: MemberSite | null;
    /** The theme that the address names; set on files routes. */
    theme: Theme | null;
  }
}

const SITE_DESIGNATION = 'x-service-site-cible';

/** Themes routes: checks 1 to 5, before the body is read. */
export function openSiteFor({ database }: ApiContext, need: Need): onRequestAsyncHookHandler {
  return async (request) => {
    request.site = await siteFor(database, request, need);
  };
}

/** Files routes: key, scope and site, then the theme, then whether the site may be written to. */
export function openThemeFor(
  { database, writes }: ApiContext,
  { scope }: Pick<Need, 'scope'>,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const site = await siteFor(database, request, { scope, active: false });
    const { themeId } = request.params as { themeId: string };
    const known = uuid.safeParse(themeId).success;
    const theme = known ? await findTheme(database.management, site.id, themeId) : null;
    if (!theme) throw new Refusal('introuvable');
    if (scope === 'themes') {
      assertActive(site);
      writes.admit(site.id, request, reply);
    }
    request.site = site;
    request.theme = theme;
  };
}

function siteFor(database: Database, { headers }: FastifyRequest, need: Need): Promise<MemberSite> {
  const designation = headers[SITE_DESIGNATION];
  return openSite(database, headers.authorization, Array.isArray(designation) ? designation[0] : designation, need);
}

export function siteOf({ site }: FastifyRequest): MemberSite {
  if (!site) throw new Error('this route does not resolve a site');
  return site;
}

export function themeOf({ theme }: FastifyRequest): Theme {
  if (!theme) throw new Error('this route does not resolve a theme');
  return theme;
}
