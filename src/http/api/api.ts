import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { Renderer } from '../../../sandbox/index.ts';
import { assertActive, openSite, type Scope, seesRequests } from '../../accounts/access.ts';
import type { Caller } from '../../accounts/authentication.ts';
import type { Login } from '../../accounts/login.ts';
import type { Actor } from '../../accounts/members.ts';
import { uuid } from '../../contract/shared.ts';
import type { DomainQuestions } from '../../domains/domain-questions.ts';
import { type ErrorCode, Refusal } from '../../errors.ts';
import type { MediaFiles } from '../../media/store/open-store.ts';
import type { Uploads } from '../../media/uploads.ts';
import type { DraftPreviews } from '../../sites/draft-previews.ts';
import type { NewSitePreviews } from '../../sites/new-site-previews.ts';
import type { PageProfiles } from '../../sites/page-profile.ts';
import type { Rehearsals } from '../../sites/rehearsal/rehearsals.ts';
import type { Database } from '../../storage/database.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { isStorable } from '../../storage/storable-text.ts';
import { findTheme, type Theme } from '../../storage/themes.ts';
import type { PlatformHosts } from '../../text/site-slugs.ts';
import type { Importer } from '../../themes/import/importer.ts';
import type { UpgradeServices } from '../../themes/upgrade/upgrade.ts';
import { type Callers, isWrite } from '../callers.ts';
import { API_PREFIX, OPEN_TO_KEYS, type Opening } from '../edge.ts';
import type { PublicAddress } from '../public-address.ts';
import type { SessionCookie } from '../session-cookie.ts';
import { announcedBytes } from '../unread-body.ts';
import { BODY_BYTES, SHORT_BODY_BYTES } from './bodies/limits.ts';
import { leaveBodiesUnread, validatedBody } from './bodies/parser.ts';
import { nameOfSchema } from './bodies/schemas.ts';
import { parseInput } from './input.ts';
import { UNTOLD_BYTES, type WriteAdmission } from './write-admission.ts';

/** The services that the routes of the API use. */
export interface ApiContext {
  readonly database: Database;
  readonly renderer: Renderer;
  readonly callers: Callers;
  readonly login: Login;
  /** Whether strangers may make an account. */
  readonly isSignUpOpen: boolean;
  readonly previews: DraftPreviews;
  readonly newSitePreviews: NewSitePreviews;
  readonly profiles: PageProfiles;
  readonly rehearsals: Rehearsals;
  readonly upgrades: UpgradeServices;
  readonly writes: WriteAdmission;
  readonly publicAddress: PublicAddress;
  /** The domain under which each site has its slug. */
  readonly sitesDomain: string;
  /** Hosts that the platform itself answers at. */
  readonly platformHosts: PlatformHosts;
  /** What owners may ask the DNS about their names. */
  readonly domainQuestions: DomainQuestions;
  readonly sessionCookie: SessionCookie;
  readonly imports: Importer;
  readonly uploads: Uploads;
  /** The bytes of the libraries. */
  readonly media: MediaFiles;
  /** Slug of the site that health checks visit; undefined without one. */
  readonly witnessSite: string | undefined;
}

/** On whose behalf a route works, and on which site: most limits are counted for both. */
export const actorOf = ({ caller, site }: Pick<SiteCall<unknown, unknown>, 'caller' | 'site'>): Actor => ({
  siteId: site.id,
  accountId: caller.accountId,
});

/** What a route requires of its caller, in the order of docs/decisions/order-of-checks.md. */
export type Access =
  | { readonly kind: 'public' }
  /** A browser session; no site. `beforeFactor`: also of an account that still lacks the second factor that is required of it. */
  | { readonly kind: 'account'; readonly beforeFactor?: true }
  /** Routes of a site: they check the key, the scope, the site, and whether the site may be changed, in this order. */
  | {
      readonly kind: 'site';
      readonly scope: Scope;
      readonly active: boolean;
      /** No key opens the route. */
      readonly sessionOnly?: true;
      /** Only owners of the site may call it: others get `role_insuffisant`. */
      readonly owner?: true;
      /** Only members that may see what visitors sent (`seesRequests`) may call it. */
      readonly requests?: true;
    }
  /** Routes of a theme: the same checks, with that of the theme before the last. `sessionOnly`: no key opens the route, whatever its scope. */
  | { readonly kind: 'theme'; readonly scope: Scope; readonly sessionOnly?: true };

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The description of a route, for the OpenAPI document. */
export interface RouteDescription {
  readonly method: Method;
  /** With parameters in braces: `/api/themes/{themeId}/fichiers`. */
  readonly path: string;
  /** What it does, a short French sentence. */
  readonly summary: string;
  readonly access: Access;
  /** Judges the parameters of the path, before the body is read. @throws Refusal */
  readonly judgeParameters?: (parameters: unknown) => void;
  readonly query?: z.ZodType;
  /** Bodies may have 64 KiB; with a schema of `bodies/schemas.ts`, which a thread can check, 4 MiB. */
  readonly body?: z.ZodType;
  /** Instead of `body`: the route takes the bytes themselves, as the stream `request.body`. */
  readonly unread?: UnreadBody;
  /** Successful answers by status; null for one without a JSON body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** Codes that the route itself can refuse with, besides those of its access and its input. */
  readonly refusals: readonly ErrorCode[];
}

/** A body that is too long to be checked before its route runs. */
interface UnreadBody {
  /** Schema for the document. */
  readonly schema: z.ZodType;
  /** Longest body, bytes. */
  readonly bytes: number;
  /** The code for a longer one; `invalid_input` when left out. */
  readonly tooLong?: ErrorCode;
  /** Types that the document tells, where any type is taken; JSON alone when left out. */
  readonly types?: readonly string[];
  /** Called with the announced length of the body, before any of it is read. @throws MomentaryRefusal */
  readonly admit: (who: Actor, bytes: number, reply: FastifyReply) => void;
}

/** What a route is called with: the checked input and the known caller. */
export interface Call<Query, Body> {
  readonly query: Query;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
interface AccountCall<Query, Body> extends Call<Query, Body> {
  readonly caller: Caller;
}
export interface SiteCall<Query, Body> extends AccountCall<Query, Body> {
  readonly site: MemberSite;
}
interface ThemeCall<Query, Body> extends SiteCall<Query, Body> {
  readonly theme: Theme;
}

interface CallOf<Query, Body> {
  public: Call<Query, Body>;
  account: AccountCall<Query, Body>;
  site: SiteCall<Query, Body>;
  theme: ThemeCall<Query, Body>;
}

/** The results of the checks before the body. */
interface Opened {
  readonly caller?: Caller;
  readonly site?: MemberSite;
  readonly theme?: Theme;
}

declare module 'fastify' {
  interface FastifyRequest {
    opened: Opened | null;
    /** Waits until a long body may be processed; null when it need not wait. */
    takeTurn: (() => Promise<void>) | null;
  }
  interface FastifyContextConfig {
    /** The name by which the thread finds the schema of the body. */
    bodySchema?: string | undefined;
  }
}

type Route<Kind extends Access['kind'], Query extends z.ZodType, Body extends z.ZodType> = RouteDescription & {
  readonly access: Extract<Access, { kind: Kind }>;
  readonly query?: Query;
  readonly body?: Body;
  /** @returns the body of the answer, or the reply once it was sent */
  readonly handle: (call: CallOf<z.output<Query>, z.output<Body>>[Kind]) => Promise<unknown>;
};

/** Whom a route is open to (docs/decisions/edge-guard.md). */
export function openingOf({ path, access }: Pick<RouteDescription, 'path' | 'access'>): Opening {
  if (access.kind === 'public') return 'everybody';
  if (access.kind === 'account' || access.sessionOnly) return 'sessions';
  return OPEN_TO_KEYS.has(path) ? 'keys' : 'keys-beside-session';
}

/** Whether sessions that lack the second factor that is required of their account may call a route. */
export const isOpenBeforeFactor = (access: Access): boolean =>
  access.kind === 'account' && access.beforeFactor === true;

const admits = ({ owner, requests }: Extract<Access, { kind: 'site' }>, site: MemberSite): boolean =>
  (!owner || site.role === 'proprietaire') && (!requests || seesRequests(site));

const SITE_DESIGNATION = 'x-service-site-cible';

/** The management API: its routes, each with the checks before it and its description. */
export class Api {
  readonly context: ApiContext;
  /** In the order in which they were added. */
  readonly routes: RouteDescription[] = [];
  readonly #plugins: ((app: FastifyInstance) => void)[] = [];

  constructor(context: ApiContext) {
    this.context = context;
  }

  /** Serves the routes that were added. @param app has the prefix of the API and no other routes */
  serve(app: FastifyInstance): void {
    app.decorateRequest('opened', null).decorateRequest('takeTurn', null);
    for (const plugin of this.#plugins) plugin(app);
  }

  /** Adds a route: its caller, site and theme are found before the body is read, and its input is checked before the route runs. */
  add<Kind extends Access['kind'], Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>(
    route: Route<Kind, Query, Body>,
  ): void {
    this.routes.push(route);
    const { method, access, judgeParameters, query, body, unread, handle } = route;
    const bodySchema = body && nameOfSchema(body);
    const bodyLimit = unread?.bytes ?? (bodySchema ? BODY_BYTES : SHORT_BODY_BYTES);
    const options: RouteOptions = {
      method,
      url: route.path.slice(API_PREFIX.length).replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit,
      config: {
        bodySchema,
        opening: openingOf(route),
        beforeFactor: isOpenBeforeFactor(access),
      },
      onRequest: async (request, reply) => {
        request.opened = await this.#open(access, request, reply);
        // What no row can have is not there.
        if (!Object.values(request.params as Record<string, string>).every(isStorable))
          throw new Refusal('introuvable');
        judgeParameters?.(request.params);
        const { caller, site } = request.opened;
        if (!caller || !site || !isWrite(method)) return;
        const bytes = announcedBytes(request.raw, unread ? bodyLimit : Math.min(bodyLimit, UNTOLD_BYTES));
        if (bytes > bodyLimit) throw new Refusal(unread?.tooLong ?? 'invalid_input');
        const { writes } = this.context;
        const who = actorOf({ caller, site });
        (unread ?? writes).admit(who, bytes, reply);
        // A request has one turn, for its body and for its work: a second one would begin only after this request has ended.
        let turn: Promise<void> | undefined;
        request.takeTurn = () => {
          turn ??= writes.takeTurn(who, reply);
          return turn;
        };
      },
      handler: async (request, reply) => {
        const call = {
          ...request.opened,
          query: query && parseInput(query, request.query),
          body: body && validatedBody(body, request.body),
          request,
          reply,
        };
        // `#open` returns the fields that this kind of access has.
        return handle(call as unknown as CallOf<z.output<Query>, z.output<Body>>[Kind]);
      },
    };
    this.#plugins.push((app) => {
      if (unread)
        app.register(async (scope) => leaveBodiesUnread(scope, unread.types ? '*' : undefined).route(options));
      else app.route(options);
    });
  }

  async #open(access: Access, request: FastifyRequest, reply: FastifyReply): Promise<Opened> {
    if (access.kind === 'public') return {};
    const { database, callers } = this.context;
    const caller = await callers.caller(request, reply);
    if (access.kind === 'account') return { caller };
    const designation = request.headers[SITE_DESIGNATION];
    const named = Array.isArray(designation) ? designation[0] : designation;
    const site = await openSite(database.management, caller, named, access.scope);
    if (access.kind === 'site' && !admits(access, site)) throw new Refusal('role_insuffisant');
    const theme = access.kind === 'theme' ? await this.#openTheme(site, request) : undefined;
    if (access.kind === 'theme' ? access.scope === 'themes' : access.active) assertActive(site);
    return { caller, site, ...(theme && { theme }) };
  }

  async #openTheme(site: MemberSite, { params }: FastifyRequest): Promise<Theme> {
    const { themeId } = params as { themeId: string };
    const { data: id } = uuid.safeParse(themeId);
    const theme = id === undefined ? null : await findTheme(this.context.database.management, site.id, id);
    if (!theme) throw new Refusal('introuvable');
    return theme;
  }
}
