import type { FastifyInstance } from 'fastify';
import { isId } from '../../contract/shared.ts';
import type { PublicAssets } from '../../sites/public-assets.ts';
import { isNamed } from '../entity-tags.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import { assetHeaders } from '../security.ts';
import { encodingFor, varyByEncoding } from './encoding.ts';
import { tellAge } from './stale.ts';
import { visitedBy } from './visited.ts';

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml; charset=utf-8'],
]);

/** The content type of a file of an `assets` folder, by its name; undefined for another kind of file. */
export const assetType = (file: string): string | undefined => CONTENT_TYPES.get(file.slice(file.lastIndexOf('.') + 1));

/** Files of the `assets` folders of a site's themes (docs/rules.md, Rule 8; docs/decisions/public-pages.md). */
export function themeAssetRoutes(app: FastifyInstance, { assets }: { assets: PublicAssets }): void {
  app.get<{ Params: { themeId: string; file: string } }>('/theme-assets/:themeId/:file', async (request, reply) => {
    const { themeId, file } = request.params;
    const contentType = assetType(file);
    if (!contentType || !isId(themeId) || file.includes('\0')) {
      return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    }
    const { site_id: siteId } = visitedBy(request).state;
    const { answer: asset, verifiedAt } = await assets.find({ siteId, themeId, path: `assets/${file}` });
    tellAge(reply, verifiedAt);
    if (!asset) return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    varyByEncoding(reply.headers({ ...assetHeaders(contentType), ETag: asset.etag }));
    if (isNamed(asset.tag, request.headers['if-none-match'])) return reply.code(304).send();
    const encoding = encodingFor(request);
    const encoded = encoding && (await assets.encoded(asset, encoding));
    if (encoded) reply.header('Content-Encoding', encoding);
    return reply.send(encoded ?? asset.body);
  });
}
