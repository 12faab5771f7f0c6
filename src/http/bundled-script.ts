import type { FastifyInstance } from 'fastify';
import { pageScript } from '../../sandbox/index.ts';
import { type Effort, ENCODINGS, encode } from '../sites/content-coding.ts';
import { isNamed, tagOf } from './entity-tags.ts';
import { kept } from './kept.ts';
import { SCRIPT_HEADERS } from './security.ts';
import { encodingFor, varyByEncoding } from './site/encoding.ts';

/** A module is compressed once in a process. */
const EFFORT: Effort = { br: 11, gzip: 9 };

interface MadeScript {
  readonly etag: string;
  readonly plain: Buffer;
  readonly encoded: ReadonlyMap<string, Buffer>;
}

const scriptOf = kept(async (entry: string): Promise<MadeScript> => {
  const text = await pageScript(new URL(`../${entry}`, import.meta.url).href);
  const plain = Buffer.from(text);
  const encoded = await Promise.all(ENCODINGS.map(async (name) => [name, await encode(plain, name, EFFORT)] as const));
  return { etag: tagOf(text), plain, encoded: new Map(encoded) };
});

/**
 * Serves a module of a page in one piece. The module is bundled at its first request.
 * @param path where it is served
 * @param entry its file, from `src/` on
 */
export function bundledScript(app: FastifyInstance, path: string, entry: string): void {
  app.get(path, async (request, reply) => {
    const { etag, plain, encoded } = await scriptOf(entry);
    varyByEncoding(reply);
    reply.headers({ ...SCRIPT_HEADERS, ETag: `W/${etag}` });
    if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send();
    const encoding = encodingFor(request);
    const body = encoding ? encoded.get(encoding) : undefined;
    if (body && encoding) reply.header('Content-Encoding', encoding);
    return reply.send(body ?? plain);
  });
}
