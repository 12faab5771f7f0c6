import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, stop } from 'esbuild';
import { compileTheme } from '../engine/index.ts';
import { loadingSource } from './isolate.ts';
import type { Bundles } from './protocol.ts';
import { WARM_UP_FILES } from './warm-up.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A classic script for a bare V8 context. */
const FOR_ISOLATE = { format: 'iife', platform: 'browser', minifySyntax: true } satisfies BuildOptions;
/** A CommonJS module for Node (`render-process.boot.cjs`). */
const FOR_NODE = { format: 'cjs', platform: 'node', packages: 'external' } satisfies BuildOptions;

/** Bundles that are being made: esbuild has one service process for all of them. */
let underWay = 0;

/** Made once at start from our own source. */
export async function bundle(): Promise<Bundles> {
  underWay++;
  const [compile, diagnose, render, renderProcess, worker] = await Promise.all([
    bundled('../engine/compile-guest.ts', FOR_ISOLATE),
    bundled('../engine/diagnose-guest.ts', FOR_ISOLATE),
    bundled('../engine/render-guest.ts', FOR_ISOLATE),
    bundled('render-process.ts', FOR_NODE),
    bundled('worker.ts', FOR_NODE),
  ]).finally(() => underWay--);
  // The service would stay for the life of the program.
  if (underWay === 0) await stop();
  const warmUp = { source: loadingSource(compileTheme(WARM_UP_FILES)) };
  return { compile, diagnose, render, renderProcess, worker, warmUp };
}

/** Names an engine: another one may give other pages of the same themes. */
export const engineBuild = ({ compile, render, worker }: Bundles): string =>
  createHash('sha256')
    .update(JSON.stringify([compile, render, worker]))
    .digest('base64url');

async function bundled(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    // The same bundle wherever the program was started from.
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
