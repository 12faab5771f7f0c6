import type { FastifyInstance } from 'fastify';
import { pageScript } from '../../../sandbox/index.ts';
import { type Effort, ENCODINGS, encode } from '../../sites/content-coding.ts';
import { isNamed, tagOf } from '../entity-tags.ts';
import { kept } from '../kept.ts';
import { SCRIPT_HEADERS } from '../security.ts';
import { encodingFor, varyByEncoding } from '../site/encoding.ts';

/** The modules that pages of the studio load, by the last part of their address: files of `src/studio/`. */
const MODULES = {
  home: 'pages/home/main.tsx',
  'new-site': 'pages/new-site/main.tsx',
  site: 'pages/site/main.tsx',
  /** The page of a site loads this module where an archive was refused. */
  archive: 'pages/site/archive-refusals.ts',
  requests: 'pages/requests/main.tsx',
  contents: 'pages/contents/main.tsx',
  medias: 'pages/medias/main.tsx',
  menus: 'pages/menus/main.tsx',
  members: 'pages/members/main.tsx',
  redirects: 'pages/redirects/main.tsx',
  /** Pages on which a picture is chosen load this module then. */
  library: 'library/main.tsx',
  /** Pages with a preview load this module for its first picture of a library. */
  pictures: 'preview/library-pictures.ts',
  rehearsal: 'pages/rehearsal/main.tsx',
  /** The page of a rehearsal loads this module for its first picture. */
  stills: 'pages/rehearsal/still-documents.ts',
  account: 'pages/account/main.tsx',
  journal: 'pages/journal/main.tsx',
  keys: 'pages/keys/main.tsx',
  settings: 'pages/settings/main.tsx',
  'this-site': 'pages/this-site/main.tsx',
  upgrade: 'pages/upgrade/main.tsx',
  versions: 'pages/versions/main.tsx',
  pieces: 'pages/pieces/main.tsx',
  editor: 'editor/main.tsx',
  customise: 'customise/main.tsx',
  /** Pages of texts load this module where the source of a text is first asked for. */
  source: 'writing/source/main.ts',
  writing: 'writing/main.tsx',
  /** A thread of the browser, which the page of a long text starts. */
  sending: 'writing/sending/main.ts',
  /** A thread of the browser, which the page of versions starts. */
  difference: 'difference/main.ts',
  /** A thread of the browser, which the code editor starts. */
  language: 'language/main.ts',
} as const;
export type StudioModule = keyof typeof MODULES;

/** File of the style sheet of a page, beside its script, from `src/` on. */
export const sheetOf = (module: StudioModule): string => `studio/${MODULES[module].replace(/[^/]+$/, 'page.css')}`;

export const scriptPath = (module: StudioModule): string => `/studio/scripts/${module}.js`;

/** A module is compressed once in a process. */
const EFFORT: Effort = { br: 11, gzip: 9 };

interface MadeScript {
  readonly etag: string;
  readonly plain: Buffer;
  readonly encoded: ReadonlyMap<string, Buffer>;
}

const scriptOf = kept(async (module: StudioModule): Promise<MadeScript> => {
  const entry = new URL(`../../studio/${MODULES[module]}`, import.meta.url).href;
  const text = await pageScript(entry);
  const plain = Buffer.from(text);
  const encoded = await Promise.all(ENCODINGS.map(async (name) => [name, await encode(plain, name, EFFORT)] as const));
  return { etag: tagOf(text), plain, encoded: new Map(encoded) };
});

/** The scripts of the studio. Each is bundled at its first request. */
export function scriptRoutes(app: FastifyInstance): void {
  for (const module of Object.keys(MODULES) as StudioModule[]) {
    app.get(scriptPath(module), async (request, reply) => {
      const { etag, plain, encoded } = await scriptOf(module);
      varyByEncoding(reply);
      reply.headers({ ...SCRIPT_HEADERS, ETag: `W/${etag}` });
      if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send();
      const encoding = encodingFor(request);
      const body = encoding ? encoded.get(encoding) : undefined;
      if (body && encoding) reply.header('Content-Encoding', encoding);
      return reply.send(body ?? plain);
    });
  }
}
