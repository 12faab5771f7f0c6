import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findSiteNamed, siteNamed } from '../../accounts/access.ts';
import type { Login } from '../../accounts/login.ts';
import { uuid } from '../../contract/shared.ts';
import { ARTICLES } from '../../storage/articles.ts';
import { BLOGS } from '../../storage/blogs.ts';
import { listDescents } from '../../storage/descent.ts';
import { PAGES } from '../../storage/pages.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { Queryable } from '../../storage/statement.ts';
import { listFiles } from '../../storage/theme-files.ts';
import { findTheme, type Theme } from '../../storage/themes.ts';
import type { ThemePageData } from '../../studio/theme/props.ts';
import { themePaths } from '../../text/theme-paths.ts';
import type { UpgradeServices } from '../../themes/upgrade/upgrade.ts';
import type { Storefront } from '../catalogue/catalogue-routes.ts';
import type { MediaAnswers } from '../media-answers.ts';
import { momentaryRefusalFor, RETRY_AFTER_SECONDS } from '../momentary-refusal.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import type { PublicAddress } from '../public-address.ts';
import { seeOther } from '../see-other.ts';
import { hostsOfSite } from '../site-hosts.ts';
import { openContentsPage } from './contents-page.ts';
import { type StudioPage, sendStudioPage } from './document.ts';
import { openDomainsPage } from './domains-page.ts';
import { openSitesPage } from './home-page.ts';
import { openJournalPage } from './journal-page.ts';
import { MEDIA_PATHS, sendMedia } from './media-routes.ts';
import { openMediasPage } from './medias-page.ts';
import { openMembersPage } from './members-page.ts';
import { openMenusPage } from './menus-page.ts';
import { openNewSitePage } from './new-site-page.ts';
import { readOnlyOf } from './read-only.ts';
import { openRedirectsPage } from './redirects-page.ts';
import { openRequestsPage, requestsPath } from './requests-page.ts';
import { scriptPath, scriptRoutes } from './script-routes.ts';
import { openSecurityPage } from './security-page.ts';
import { openSettingsPage } from './settings-page.ts';
import { openSitePage } from './site-page.ts';
import { openAccountPage, openKeysPage, openPiecesPage, type PageSources } from './studio-pages.ts';
import { themeChoices } from './theme-choices.ts';
import { customisePage, editorPage, rehearsalPage, upgradePage, versionsPage } from './theme-pages.ts';
import { openThisSitePage } from './this-site-page.ts';
import { studioPath, type Visitor, type VisitorSources, visitorOf } from './visitor.ts';
import { newTextPath, openWritingPage } from './writing-page.ts';

/** Where the studio begins. */
export const STUDIO_PATH = '/studio';
/** Where an account chooses what it is signed in with. */
const SECURITY_PATH = `${STUDIO_PATH}/securite`;
/** Where a new site is made. */
export const NEW_SITE_PATH = `${STUDIO_PATH}/nouveau`;

interface StudioOptions extends VisitorSources {
  readonly login: Pick<Login, 'services'>;
  readonly publicAddress: PublicAddress;
  readonly sitesDomain: string;
  readonly storefront: Storefront;
  readonly upgrades: Pick<UpgradeServices, 'readCatalog'>;
  readonly medias: MediaAnswers;
}

/** The texts that are written in the studio: where one of a kind stands, and where a new one is made. */
const TEXTS = [
  ['page', 'pages', 'nouvelle-page'],
  ['article', 'articles', 'nouvel-article'],
] as const;

/** What a page of the studio is made for. */
interface Opening {
  readonly visitor: Visitor;
  readonly request: FastifyRequest<{
    Params: { site: string; theme: string; texte: string; onglet?: string };
    Querystring: Record<string, unknown>;
  }>;
}

/** The pages of the studio (`docs/studio.md`): for sessions only; what they change goes through the API. */
export function studioRoutes(app: FastifyInstance, options: StudioOptions): void {
  scriptRoutes(app);
  const { management } = options.database;

  /** Answers who is signed in; others are asked to sign in and come back. Who lacks a required second factor sees where to get it, and no site. */
  const signedIn = (
    path: string,
    answer: (visitor: Visitor, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply,
  ) =>
    app.get(path, async (request, reply) => {
      try {
        const visitor = await visitorOf(options, request, reply);
        if (!visitor) return askToSignIn(request, reply);
        if (await options.callers.lacksFactor(visitor.session)) {
          if (path !== SECURITY_PATH) return seeOther(reply, SECURITY_PATH);
          return await answer({ ...visitor, sites: [] }, request, reply);
        }
        const moved = await presentAddress(management, visitor, request);
        return await (moved === null ? answer(visitor, request, reply) : seeOther(reply, moved));
      } catch (error) {
        if (!momentaryRefusalFor(error)) throw error;
        reply.header('Retry-After', RETRY_AFTER_SECONDS);
        return sendPlatformPage(reply, 503, PLATFORM_PAGES.unavailable);
      }
    });

  /** A page. @param make gives null where there is no such page, and an address where the page has moved */
  const page = (path: string, make: (opening: Opening) => Promise<StudioPage | string | null>) =>
    signedIn(path, async (visitor, request, reply) => {
      const opening = { visitor, request: request as Opening['request'] };
      const made = await make(opening);
      if (typeof made === 'string') return seeOther(reply, made);
      return made
        ? sendStudioPage(reply, visitor, made, sources(opening))
        : sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    });

  const sources = ({ request }: Opening): PageSources => ({
    database: options.database,
    storefront: options.storefront,
    readCatalog: options.upgrades.readCatalog,
    sitesDomain: options.sitesDomain,
    isMailed: options.login.services?.isMailed ?? false,
    originOf: ({ slug }) => options.publicAddress.originOf(request.raw, `${slug}.${options.sitesDomain}`),
  });
  page(STUDIO_PATH, (opening) => openSitesPage(sources(opening), opening.visitor));
  page(NEW_SITE_PATH, (opening) => openNewSitePage(sources(opening), opening.visitor));
  page(`${STUDIO_PATH}/cles`, (opening) => openKeysPage(sources(opening), opening.visitor));
  page(`${STUDIO_PATH}/compte`, (opening) => openAccountPage(sources(opening), opening.visitor));
  page(SECURITY_PATH, ({ visitor }) => openSecurityPage(options.login.services, visitor));
  page(`${STUDIO_PATH}/pieces`, (opening) => openPiecesPage(sources(opening)));
  page(`${STUDIO_PATH}/:site`, async (opening) => {
    const site = siteOf(opening);
    const cursor = cursorOf(opening);
    if (!site) return null;
    // Requests once stood on this page.
    return cursor === undefined
      ? openSitePage(sources(opening), site, 'nouveau' in opening.request.query)
      : requestsPath(site, cursor);
  });
  page(`${STUDIO_PATH}/:site/contenu`, async (opening) => {
    const site = siteOf(opening);
    return site && openContentsPage(sources(opening), site, opening.request.query);
  });
  for (const [genre, folder, fresh] of TEXTS) {
    page(`${STUDIO_PATH}/:site/contenu/${folder}/:texte`, async (opening) => {
      const site = siteOf(opening);
      const { params, query } = opening.request;
      return site && openWritingPage(sources(opening), opening.visitor, site, { genre, id: params.texte, query });
    });
    page(`${STUDIO_PATH}/:site/contenu/${fresh}`, async (opening) => {
      const site = siteOf(opening);
      return site && newTextPath(site, genre, opening.request.query.blog);
    });
  }
  page(`${STUDIO_PATH}/:site/medias`, async (opening) => {
    const site = siteOf(opening);
    return site && openMediasPage(sources(opening), site, opening.visitor.account.id, opening.request.query);
  });
  page(`${STUDIO_PATH}/:site/menus`, async (opening) => {
    const site = siteOf(opening);
    return site && openMenusPage(sources(opening), opening.visitor, site);
  });
  page(`${STUDIO_PATH}/:site/demandes`, async (opening) => {
    const site = siteOf(opening);
    return site && openRequestsPage(sources(opening), site, opening.request.query);
  });
  page(`${STUDIO_PATH}/:site/redirections`, async (opening) => {
    const site = siteOf(opening);
    const { query, raw } = opening.request;
    const hosts = site && (await hostsOfSite({ management, ...options }, site, raw));
    return site && hosts && openRedirectsPage(sources(opening), site, { hosts, asked: query });
  });
  page(`${STUDIO_PATH}/:site/membres`, async (opening) => {
    const site = siteOf(opening);
    return site && openMembersPage(sources(opening), opening.visitor, site);
  });
  page(`${STUDIO_PATH}/:site/journal`, async (opening) => {
    const site = siteOf(opening);
    return site && openJournalPage(sources(opening), site, opening.request.query);
  });
  page(`${STUDIO_PATH}/:site/domaines`, async (opening) => {
    const site = siteOf(opening);
    const isHttps = options.publicAddress.isHttps(opening.request.raw);
    return site && openDomainsPage(sources(opening), site, isHttps);
  });
  for (const end of ['', '/:onglet']) {
    page(`${STUDIO_PATH}/:site/reglages${end}`, async (opening) => {
      const site = siteOf(opening);
      return site && openSettingsPage(sources(opening), opening.visitor, site, opening.request.params.onglet);
    });
  }
  page(`${STUDIO_PATH}/:site/ce-site`, async (opening) => {
    const site = siteOf(opening);
    return site && openThisSitePage(sources(opening), site);
  });

  for (const path of MEDIA_PATHS) {
    signedIn(`${STUDIO_PATH}/:site${path}`, (visitor, request, reply) =>
      sendMedia(options.medias, visitor, request, reply),
    );
  }

  /** A page of a theme. */
  const themePage = (
    end: string,
    make: (site: MemberSite, theme: Theme, opening: Opening) => StudioPage | Promise<StudioPage | null>,
  ) =>
    page(`${STUDIO_PATH}/:site/themes/:theme${end}`, async (opening) => {
      const site = siteOf(opening);
      const { data: id } = uuid.safeParse(opening.request.params.theme);
      const theme = site && id !== undefined ? await findTheme(management, site.id, id) : null;
      return site && theme && make(site, theme, opening);
    });
  themePage('', async (site, theme, opening) => {
    const files = await listFiles(management, site.id, theme.id);
    return editorPage(
      site,
      await themeData(options, opening, site, theme),
      files.map(({ chemin }) => chemin),
    );
  });
  themePage('/personnaliser', async (site, theme, opening) =>
    customisePage(site, await themeData(options, opening, site, theme)),
  );
  themePage('/mise-a-jour', upgradePage);
  themePage('/versions', (site, theme) => versionsPage(options.database, site, theme));
  themePage('/repetition', async (site, theme) =>
    // Only a draft can be published.
    theme.role === 'brouillon' ? rehearsalPage(site, theme, await listDescents(management, site.id)) : null,
  );
}

/** Where a page is that was asked for by a slug that its site had before; null for every other page. */
async function presentAddress(db: Queryable, { sites }: Visitor, request: FastifyRequest): Promise<string | null> {
  const { site: name } = request.params as { site?: string };
  if (name === undefined || siteNamed(sites, name)) return null;
  const site = await findSiteNamed(db, sites, name);
  const [, rest] = /^\/studio\/[^/?]*(.*)$/s.exec(request.url) ?? [];
  return site && rest !== undefined ? studioPath(site) + rest : null;
}

function askToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return seeOther(reply, `/connexion?${new URLSearchParams({ suite: request.url })}`);
}

const siteOf = ({ visitor, request }: Opening): MemberSite | null =>
  siteNamed(visitor.sites, request.params.site) ?? null;

/** Where a list begins. */
const cursorOf = ({ request: { query } }: Opening): string | undefined =>
  typeof query.avant === 'string' ? query.avant : undefined;

/** Articles that the preview offers, the newest first. */
const ARTICLES_SHOWN = 50;

async function themeData(
  { database: { management }, publicAddress, sitesDomain }: StudioOptions,
  { visitor, request }: Opening,
  site: MemberSite,
  { id, nom, role, version, origine }: Theme,
): Promise<ThemePageData> {
  const [pages, blogs, articles, choices] = await Promise.all([
    PAGES.list(management, site.id),
    BLOGS.list(management, site.id),
    ARTICLES.list(management, site.id),
    themeChoices(management, site.id),
  ]);
  const slugOf = new Map(blogs.map((blog) => [blog.id, blog.slug]));
  return {
    compte: visitor.account.id,
    site: {
      id: site.id,
      slug: site.slug,
      nom: site.nom,
      role: site.role,
      adresse: publicAddress.originOf(request.raw, `${site.slug}.${sitesDomain}`),
    },
    theme: { id, nom, role, version, origine },
    lectureSeule: readOnlyOf(site),
    pages: [
      ...pages.filter(({ publiee }) => publiee).map(({ titre, slug }) => ({ titre, adresse: `/${slug}` })),
      ...(blogs.length > 0 ? [{ titre: 'Blog', adresse: '/blog' }] : []),
      ...blogs.map(({ titre, slug }) => ({ titre, adresse: `/blog/${slug}` })),
      ...articles
        .filter(({ publie }) => publie)
        .slice(0, ARTICLES_SHOWN)
        .map(({ titre, slug, blog_id }) => ({ titre, adresse: `/blog/${slugOf.get(blog_id) ?? ''}/${slug}` })),
    ],
    ...choices,
    scripts: { library: scriptPath('library'), pictures: scriptPath('pictures') },
    adresses: { ...themePaths(studioPath(site), id), site: studioPath(site) },
  };
}
