import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { fontFaces } from '../../engine/fonts/faces.ts';
import { fontFamilies } from '../../engine/fonts/families.ts';
import { isNamed } from './entity-tags.ts';
import { endWithPlatformPage, PLATFORM_PAGES } from './platform-page.ts';
import { REQUEST_ID, requestIdOf } from './request-id.ts';
import { FONT_HEADERS } from './security.ts';

interface FontFile {
  readonly body: Buffer;
  readonly etag: string;
}

const { resolve } = createRequire(import.meta.url);

const PREFIX = '/polices/';

/**
 * The fonts of every site, at the same addresses on every host (docs/rules.md, Rule 11; docs/decisions/fonts.md). Fonts are in memory and depend on no stored data, so they are
 * answered before anything else of a request is read: neither the database nor overload delays them.
 */
export class FontFiles {
  readonly #files: ReadonlyMap<string, FontFile>;

  private constructor(files: ReadonlyMap<string, FontFile>) {
    this.#files = files;
  }

  /**
   * Reads every font, one and a half megabytes.
   * @throws Error of the file system when a package of a family is not installed
   */
  static async open(): Promise<FontFiles> {
    const faces = Object.keys(fontFamilies()).flatMap((id) => fontFaces(id).map((face) => ({ id, ...face })));
    const files = await Promise.all(
      faces.map(async ({ id, weight, subset, address }) => {
        const body = await readFile(resolve(`@fontsource/${id}/files/${id}-${subset}-${weight}-normal.woff2`));
        const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
        return [address, { body, etag }] as const;
      }),
    );
    return new FontFiles(new Map(files));
  }

  /**
   * @param endMissing answers for a font that there is not
   * @returns false when the request is not for a font and must be answered elsewhere
   */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    endMissing: (response: ServerResponse) => void = endMissingPage,
  ): boolean {
    const { method, url = '', headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(PREFIX)) return false;
    const file = this.#files.get(url.split('?', 1)[0] ?? '');
    if (!file) {
      endMissing(response);
      return true;
    }
    const own = { ...FONT_HEADERS, ETag: file.etag, [REQUEST_ID]: requestIdOf(request) };
    if (isNamed(file.etag, headers['if-none-match'])) response.writeHead(304, own).end();
    else response.writeHead(200, { ...own, 'Content-Length': file.body.length }).end(file.body);
    return true;
  }
}

const endMissingPage = (response: ServerResponse): void => endWithPlatformPage(response, 404, PLATFORM_PAGES.notFound);
