import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { type BuildOptions, build, stop } from 'esbuild';
import { roleOf } from '../../engine/language/paths.ts';
import { loadingSource } from '../messages/encoding.ts';
import type { Bundles, WarmUp } from '../messages/protocol.ts';
import { WARM_UP_CONTENT, WARM_UP_FILES, WARM_UP_REQUEST } from './warm-up-theme.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A classic script, for a bare V8 context or a page. */
const CLASSIC = {
  format: 'iife',
  platform: 'browser',
  minifySyntax: true,
  minifyWhitespace: true,
} satisfies BuildOptions;
/** The elements of the studio's pages are Preact's. */
const ELEMENTS = { jsx: 'automatic', jsxImportSource: 'preact', charset: 'utf8' } satisfies BuildOptions;
/** A module for a page of the studio, as short as possible. */
const FOR_PAGE = { ...ELEMENTS, format: 'esm', platform: 'browser', minify: true } satisfies BuildOptions;
/** A CommonJS module that draws pages in the web process; its libraries are in it. */
const FOR_DRAWING = { ...ELEMENTS, format: 'cjs', platform: 'node' } satisfies BuildOptions;
const STYLE_SHEET = { charset: 'utf8', minify: true } satisfies BuildOptions;
/** A CommonJS module for Node (`process.boot.cjs`). */
const FOR_NODE = { format: 'cjs', platform: 'node', packages: 'external' } satisfies BuildOptions;

/** Works that use esbuild now. The last one stops esbuild's service process, which would stay for the life of the program. */
let underWay = 0;

async function withService<T>(work: () => Promise<T>): Promise<T> {
  underWay++;
  const result = await work().finally(() => underWay--);
  if (underWay === 0) await stop();
  return result;
}

/**
 * Makes JavaScript of the program's own source, once at its start.
 * @param renders whether pages are rendered; without them there is less to make
 */
export async function bundle(renders = true): Promise<Bundles> {
  const [compile, diagnose, launcher, renderProcess, worker, render] = await withService(() =>
    Promise.all([
      bundled('../isolate/compile.ts', CLASSIC),
      bundled('../isolate/diagnose.ts', CLASSIC),
      bundled('../launcher/main.ts', FOR_NODE),
      bundled('../render-process/main.ts', FOR_NODE),
      bundled('../render-process/worker.ts', FOR_NODE),
      renders ? bundled('../isolate/render.ts', CLASSIC) : '',
    ]),
  );
  const warmUp = renders ? warmUpPage(compile) : NO_PAGE;
  return { compile, diagnose, render, launcher, renderProcess, worker, warmUp };
}

const NO_PAGE: WarmUp = {
  units: [],
  settingsSchema: '',
  files: '',
  content: WARM_UP_CONTENT,
  request: WARM_UP_REQUEST,
};

/**
 * Compiles the theme as an isolate would, in a context that goes with what it holds: the engine's own files, which nothing else here needs, would stay.
 * @param compiler the bundle of that name
 */
function warmUpPage(compiler: string): WarmUp {
  const { 'config/settings_schema.json': settingsSchema = '', ...files } = WARM_UP_FILES;
  const code = Object.entries(files).filter(([path]) => roleOf(path) !== undefined);
  const context = createContext();
  runInContext(compiler, context);
  const compiled = runInContext(`JSON.stringify(vitrine.compile(${JSON.stringify(code)}))`, context);
  const units: string[] = JSON.parse(compiled);
  return {
    units: code.map(([path], index) => ({ path, source: loadingSource(units[index] ?? '') })),
    settingsSchema,
    files: JSON.stringify(files),
    content: WARM_UP_CONTENT,
    request: WARM_UP_REQUEST,
  };
}

/** A classic script of our own in one piece. @param entry address of its file (`file:`) */
export const classicScript = (entry: string): Promise<string> => withService(() => bundled(entry, CLASSIC));

/** A module of our own for a page, in one piece. @param entry address of its file (`file:`) */
export const pageScript = (entry: string): Promise<string> => withService(() => bundled(entry, FOR_PAGE));

/** A CommonJS module of our own with elements in it, in one piece, for this process. @param entry address of its file (`file:`) */
export const drawingModule = (entry: string): Promise<string> => withService(() => bundled(entry, FOR_DRAWING));

/** A style sheet with what it imports, in one piece. @param entry address of its file (`file:`) */
export const styleSheet = (entry: string): Promise<string> => withService(() => bundled(entry, STYLE_SHEET));

/** Names an engine: another engine may give other pages of the same themes. */
export const engineBuild = ({ compile, render, worker }: Bundles): string =>
  createHash('sha256')
    .update(JSON.stringify([compile, render, worker]))
    .digest('base64url');

async function bundled(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    // The bundle is the same wherever the program was started.
    absWorkingDir: ROOT,
    write: false,
    target: 'es2024',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const [output] = outputFiles ?? [];
  if (!output) throw new Error(`esbuild gave no bundle of ${entry}`);
  return output.text;
}
