import type { FastifyInstance } from 'fastify';
import { bundledScript } from '../bundled-script.ts';

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
  domains: 'pages/domains/main.tsx',
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
  security: 'pages/security/main.tsx',
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

/** The scripts of the studio. */
export function scriptRoutes(app: FastifyInstance): void {
  for (const module of Object.keys(MODULES) as StudioModule[]) {
    bundledScript(app, scriptPath(module), `studio/${MODULES[module]}`);
  }
}
