import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CatalogTheme } from '../../themes/catalog.ts';
import { isTrade, type Trade } from '../../themes/trades.ts';
import { isNamed } from '../entity-tags.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import type { PublicAddress } from '../public-address.ts';
import { type DrawnDocument, drawnDocument } from '../public-pages.ts';
import { freshNonce, PICTURE_HEADERS, pageHeaders, REVALIDATED } from '../security.ts';
import { pictureOf } from '../studio/theme-picture.ts';
import { type CatalogueEntry, cataloguePage } from './page.ts';
import { type Picture, readPictures } from './pictures.ts';

/** Where the catalog is shown, unless the operator has a storefront elsewhere. */
export const CATALOGUE_PATH = '/catalogue';

/** What the storefront shows; it comes with the program, so it is made once. */
export interface Storefront {
  readonly themes: readonly Pick<CatalogTheme, 'id' | 'metadata'>[];
  readonly pictures: readonly Picture[];
}

export interface CatalogueOptions {
  readonly storefront: Storefront;
  /** The slug under which a demo site of a theme answers now, or null. */
  readonly demoOf: (themeId: string) => string | null;
  readonly sitesDomain: string;
  readonly publicAddress: PublicAddress;
}

/**
 * The storefront of a catalog. It keeps no theme's files.
 * @param folder the catalog's, for the pictures
 */
export async function storefrontOf(catalog: readonly CatalogTheme[], folder: URL): Promise<Storefront> {
  return { themes: catalog.map(({ id, metadata }) => ({ id, metadata })), pictures: await readPictures(folder) };
}

/** `GET /catalogue`, for who looks for a theme: needs no database and no script. */
export function catalogueRoutes(app: FastifyInstance, options: CatalogueOptions): void {
  const pictures = new Map(options.storefront.pictures.map((picture) => [picture.address, picture]));

  /** The page of each trade as it was drawn last: of what requests say, only addresses of demos stand in it. */
  const kept = new Map<Trade | null, { readonly demos: string; readonly document: DrawnDocument }>();
  const drawnFor = async (trade: Trade | null, entries: readonly CatalogueEntry[]): Promise<DrawnDocument> => {
    const demos = JSON.stringify(entries.map(({ demo }) => demo));
    const known = kept.get(trade);
    if (known?.demos === demos) return known.document;
    const document = await drawnDocument(cataloguePage(entries, trade));
    kept.set(trade, { demos, document });
    return document;
  };

  app.get<{ Querystring: Record<string, unknown> }>(CATALOGUE_PATH, async (request, reply) => {
    const { etag, under } = await drawnFor(tradeOf(request.query.metier), entriesFor(request, options));
    reply.header('ETag', `W/${etag}`);
    // A 304 has no policy of its own: the browser keeps the cached page with its policy and nonce.
    if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).headers(REVALIDATED).send();
    const nonce = freshNonce();
    return reply.headers(pageHeaders(nonce)).send(under(nonce));
  });

  app.get<{ Params: { file: string } }>(`${CATALOGUE_PATH}/:file`, (request, reply) => {
    const picture = pictures.get(`${CATALOGUE_PATH}/${request.params.file}`);
    if (!picture) return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    return reply.headers(PICTURE_HEADERS).send(picture.body);
  });
}

/** An unknown trade, or more than one, does not filter, so that an old link still shows themes. */
const tradeOf = (metier: unknown): Trade | null => (isTrade(metier) ? metier : null);

function entriesFor(
  request: FastifyRequest,
  { storefront, demoOf, sitesDomain, publicAddress }: CatalogueOptions,
): CatalogueEntry[] {
  return storefront.themes.map(({ id, metadata }) => {
    const slug = demoOf(id);
    return {
      id,
      metadata,
      picture: pictureOf(storefront, id),
      demo: slug === null ? null : `${publicAddress.originOf(request, `${slug}.${sitesDomain}`)}/`,
    };
  });
}
