/** The only door to liquidjs's set-up: which tags and filters the language has, and how its errors read. */
import { Liquid, type LiquidError, type Template } from 'liquidjs';
import { registerBase64Filters } from '../filters/base64.ts';
import { registerColourFilters } from '../filters/colour.ts';
import { registerTextFilters } from '../filters/text.ts';
import { registerUrlFilters } from '../filters/url.ts';
import { SOURCE_UNITS } from '../limits.ts';
import { registerOpaqueTags } from '../tags/opaque.ts';
import { registerRenderTag } from '../tags/render.ts';
import { registerSectionTag, type SectionTagOptions } from '../tags/section.ts';
import { type BlankedSource, blankOpaqueBodies } from './blanks.ts';

export interface LanguageOptions extends SectionTagOptions {
  /** Named in the addresses that `asset_url` gives. */
  readonly themeId: string;
  /** Source of a snippet by its name; undefined when there is none. */
  readonly snippet: (name: string) => string | undefined;
}

const SNIPPETS = 'snippets/';
const EXTENSION = '.liquid';

/** A Liquid whose partials are the snippets of one theme. */
export function createLanguage(options: LanguageOptions): Liquid {
  const source = (path: string) => options.snippet(path.slice(SNIPPETS.length, -EXTENSION.length));
  const existsSync = (path: string) => source(path) !== undefined;
  const readFileSync = (path: string) => blankOpaqueBodies(source(path) ?? '').liquid;
  const liquid = new Liquid({
    cache: true,
    ownPropertyOnly: true,
    relativeReference: false,
    parseLimit: SOURCE_UNITS + 1,
    root: [SNIPPETS],
    extname: EXTENSION,
    fs: {
      resolve: (folder, file, extension) => `${folder}${String(file).replace(/\.liquid$/, '')}${extension}`,
      existsSync,
      readFileSync,
      exists: async (path) => existsSync(path),
      readFile: async (path) => readFileSync(path),
    },
  });
  // Tags of liquidjs that are not part of the language.
  for (const name of ['layout', 'block']) delete liquid.tags[name];
  // Filters of liquidjs that are asynchronous, and are none of the reference's language.
  for (const name of ['sha256', 'hmac_sha256']) delete liquid.filters[name];
  registerOpaqueTags(liquid);
  registerRenderTag(liquid);
  registerSectionTag(liquid, options);
  registerUrlFilters(liquid, options.themeId);
  registerBase64Filters(liquid);
  registerColourFilters(liquid);
  registerTextFilters(liquid);
  return liquid;
}

/** Parses the Liquid of one file, its bodies that are not Liquid blanked. */
export function parseTemplates(liquid: Liquid, source: BlankedSource, chemin: string): Template[] {
  return liquid.parse(source.liquid, chemin);
}

/** What an error of liquidjs tells an author: its text without the place that it repeats, and the place. */
export function describeError(error: unknown): { message: string; chemin?: string; ligne?: number; colonne?: number } {
  const { message, token } = error as Partial<LiquidError>;
  const text = String(message ?? error).replace(/(, file:[^\n]*?)?, line:\d+, col:\d+$/, '');
  const [ligne, colonne] = token?.getPosition?.() ?? [];
  if (ligne === undefined || colonne === undefined) return { message: text };
  return { message: text, ligne, colonne, ...(token?.file ? { chemin: token.file } : {}) };
}

/** The messages with which liquidjs's limiters end a render. */
const LIMITS: ReadonlyMap<string, 'time' | 'objects'> = new Map([
  ['template render limit exceeded', 'time'],
  ['memory alloc limit exceeded', 'objects'],
]);

/** Which limit of the whole render an error comes from; null for an error of the template. */
export function exceededLimit(error: unknown): 'time' | 'objects' | null {
  let cause = error as Partial<LiquidError> | undefined;
  while (cause?.originalError) cause = cause.originalError as Partial<LiquidError>;
  if (cause?.name === 'AssertionError') return LIMITS.get(String(cause.message)) ?? null;
  // V8's own ceiling for one string or list lies far above what a render may create.
  if (cause instanceof RangeError && /^Invalid (string|array) length/.test(cause.message)) return 'objects';
  return null;
}
